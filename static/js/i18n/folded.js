/** Words of folded blocks' heads; they come late, so that the first picture need not wait for them. */

const en = {
  list: 'Folded blocks',
  word: 'Block ',
  folded: 'folded',
  opening: 'opening …',
  load: 'Load',
  loading: 'loading …',
  /** @param {number} block @param {string} shape */
  bare: (block, shape) => `What leaves block ${block}, ${shape}, was not sent: load it. [ and ] open a block whole.`,
  /** @param {number} block */
  open: (block) => `Block ${block} is folded to the residual stream that leaves it: open it. [ and ] lead from block to block.`,
};

/** @type {typeof en} */
const zh = {
  list: '折叠的块',
  word: '块 ',
  folded: '已折叠',
  opening: '正在展开……',
  load: '载入',
  loading: '正在载入……',
  bare: (block, shape) => `块 ${block} 的输出 ${shape} 没有传来；点此载入。[ 与 ] 展开整个块。`,
  open: (block) => `块 ${block} 已折叠，只留它输出的残差流；点此展开。[ 与 ] 在各块之间移动。`,
};

export const folded = { en, zh };
