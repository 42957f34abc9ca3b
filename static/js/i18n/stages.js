/** Words of the six stage heads, of the loom beneath them and of the detail's heading. */

/** @typedef {Record<import('../types.js').Stage, string>} ByStage */

const en = {
  titles: /** @type {ByStage} */ ({
    1: 'Batch',
    2: 'Embed',
    3: 'Between positions',
    4: 'Keep and transform',
    5: 'Score candidates',
    6: 'Cross-entropy',
  }),
  axes: { sources: 'over source positions', vocabulary: 'over vocabulary IDs' },
};

/** @type {typeof en} */
const zh = {
  titles: { 1: '组批', 2: '嵌入', 3: '位置之间', 4: '保留与变换', 5: '给候选打分', 6: '交叉熵' },
  axes: { sources: '沿来源位置', vocabulary: '沿词表 ID' },
};

export const stages = { en, zh };
