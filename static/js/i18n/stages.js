/** Words of the six stage heads, of the loom beneath them and of the detail's heading. */

/**
 * @typedef {Record<import('../types.js').Stage, string>} ByStage
 * @typedef {Record<import('../types.js').Stage, {long: string, brief: string}>} Shapes
 * @typedef {import('../views/stages.js').Sizes} Sizes
 */

/** Keeps a shape on the line of its name. */
const NO_BREAK = '\u00a0';

/**
 * @param {Sizes} sizes
 * @param {{output: string, join: string, of: (targets: number, scored: number) => string, healthy: Record<'fault' | 'apart', (now: string, before: string, texts: number) => string>, drawn: (mean: string) => string}} terms
 * @returns {Shapes}
 */
function shapes({ B, T, V, C, H, d, F, isTied, hasBias, targets, scored, loss, beside, texts, broken, drawn: isDrawn }, { output, join, of, healthy, drawn }) {
  const rows = `[${B},${T},${C}]`;
  const written = (/** @type {number | null} */ value) => (value === null ? '–' : value.toFixed(6));
  const mean = written(loss);
  const sum = isDrawn ? drawn(mean) : `Σ \u2212ln p ${of(targets, scored)} = ${mean}`;
  const logits = `[${B},${T},${V}]`;
  const all = {
    1: { long: `ids, valid, targets [${B},${T}]`, brief: `[${B},${T}]` },
    2: { long: `E [${V},${C}] + P [${T},${C}] → X ${rows}`, brief: `X ${rows}` },
    3: {
      long: `Q, K, V [${B},${H},${T},${d}] → A [${B},${H},${T},${T}] → ${join} → ${output} ${rows}`,
      brief: `A [${B},${H},${T},${T}]; ${output} ${rows}`,
    },
    4: { long: `R = X + ${output}; RowNorm → FFN ${C}→${F}→${C}; Y = R + FFN ${rows}`, brief: `Y ${rows}` },
    5: { long: `RowNorm · ${isTied ? 'Eᵀ' : 'LM'} [${C},${V}]${hasBias ? ' + b' : ''} → logits ${logits}`, brief: logits },
    6: { long: beside === undefined ? sum : broken ? healthy[broken](mean, written(beside), texts) : `A ${written(beside)} · B\u00a0${mean}`, brief: mean },
  };
  for (const shape of Object.values(all)) shape.long = shape.long.replaceAll(' [', `${NO_BREAK}[`).replaceAll('→ ', `→${NO_BREAK}`);
  return all;
}

const en = {
  titles: /** @type {ByStage} */ ({
    1: 'Batch',
    2: 'Embed',
    3: 'Between positions',
    4: 'Keep and transform',
    5: 'Score candidates',
    6: 'Cross-entropy',
  }),
  draw: 'Draw',
  /** @param {number} block @param {string} title */
  ofBlock: (block, title) => `Block ${block} · ${title}`,
  axes: { sources: 'over source positions', vocabulary: 'over vocabulary IDs' },
  list: 'Stages of the forward pass',
  /** @param {Sizes} sizes */
  shapes: (sizes) => shapes(sizes, { output: 'output', join: 'join', of: (n, by) => `over ${n} ÷ ${by}`, healthy: { fault: (now, before) => `faulty ${now}, healthy\u00a0${before}`, apart: (now, before, texts) => `${texts ? `${texts}\u00a0texts: ` : ''}now\u00a0${now}, intact\u00a0${before}` }, drawn: en.drawn }),
  signedScale: 'Signed values. Each tensor is scaled by its own largest magnitude.',
  loom: 'Loom: a row is a position. Up and down choose a position, left and right a stage, Enter goes to its detail.',
  columns: /** @type {Record<string, string>} */ ({ joined: 'join', attention_output: 'out' }),
  /** @param {number} slots */
  padding: (slots) => `PAD ×${slots}`,
  /** @param {number} slots */
  free: (slots) => `free ×${slots}`,
  next: 'next',
  /** @param {string} mean */
  drawn: (mean) => `\u2212ln p of what came next, mean\u00a0${mean}`,
  /** @param {number} position @param {string} piece @param {number} stage @param {string} title */
  spoken: (position, piece, stage, title) => `position ${position}, ${piece}; stage ${stage}, ${title}`,
};

/** @type {typeof en} */
const zh = {
  titles: { 1: '组批', 2: '嵌入', 3: '位置之间', 4: '保留与变换', 5: '给候选打分', 6: '交叉熵' },
  draw: '抽取',
  ofBlock: (block, title) => `块 ${block} · ${title}`,
  axes: { sources: '沿来源位置', vocabulary: '沿词表 ID' },
  list: '前向计算的六个阶段',
  shapes: (sizes) => shapes(sizes, { output: '输出', join: '拼接', of: (n, by) => `共 ${n} 项 ÷ ${by}`, healthy: { fault: (now, before) => `出错 ${now}，正常\u00a0${before}`, apart: (now, before, texts) => `${texts ? `${texts}\u00a0段文本：` : ''}现在\u00a0${now}，完好\u00a0${before}` }, drawn: zh.drawn }),
  signedScale: '带符号的数。每个张量按自身的最大绝对值着色。',
  loom: '织机图：一行是一个位置。上下键选位置，左右键选阶段，回车进入阶段详情。',
  columns: { joined: '拼接', attention_output: '输出' },
  padding: (slots) => `PAD ×${slots}`,
  free: (slots) => `空位 ×${slots}`,
  next: '下一个',
  drawn: (mean) => `其后词元的 \u2212ln p，平均\u00a0${mean}`,
  spoken: (position, piece, stage, title) => `位置 ${position}，${piece}；阶段 ${stage}，${title}`,
};

export const stages = { en, zh };
