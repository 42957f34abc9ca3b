/** Words of stages 5 and 6: candidates, from logit to loss, losses of all targets. */

/** @typedef {import('../views/detail.js').Phrase} Phrase */

const en = {
  /** @type {(position: number, target: string, rank: number, count: number, highest: string) => Phrase[]} */
  scoresSentence: (position, target, rank, count, highest) => [
    `The target of position ${position}, ${target}, is number `,
    { strong: `${rank} of ${count}` },
    rank === 1 ? ': no candidate scores higher.' : `; ${highest} scores highest.`,
  ],
  /** @type {(position: number, target: string, probability: string, loss: string) => Phrase[]} */
  lossSentence: (position, target, probability, loss) => [
    `The target, ${target}, has probability ${probability}, so position ${position} pays `,
    { strong: loss },
    ' nats.',
  ],
  scale: 'What the bars show',
  logits: 'Logits',
  probabilities: 'Probability',
  order: 'Order of the candidates',
  byId: 'By ID',
  byValue: 'By value',
  find: 'Find ID, text or hex',
  found: (/** @type {number} */ count) => (count === 0 ? 'none' : count === 1 ? '1 match' : `${count} matches`),
  foundOf: (/** @type {number} */ place, /** @type {number} */ count) => `${place} of ${count}, Enter for the next`,
  bars: 'All candidates of this position',
  target: 'target',
  highest: 'highest',
  uniform: (/** @type {number} */ count) => `1/${count}`,
  kinds: {
    byte: (/** @type {number} */ count) => `${count} bytes`,
    special: (/** @type {number} */ count) => `${count} special`,
    merge: (/** @type {number} */ count) => `${count} merges`,
  },
  candidate: 'candidate',
  logit: 'logit',
  probability: 'probability',
  rank: 'rank',
  rankOf: (/** @type {number} */ rank, /** @type {number} */ count) => `${rank} of ${count}`,
  bytes: 'bytes',
  id: 'ID',
  piece: 'piece',
  spoken: (/** @type {string} */ name, /** @type {number} */ id, /** @type {string} */ logit, /** @type {string} */ probability, /** @type {string} */ rank, /** @type {string} */ marks) =>
    `candidate ${id}, ${name}: logit ${logit}, probability ${probability}, rank ${rank}${marks}`,
  norm: 'final norm',
  column: (/** @type {number} */ id) => `LM [:, ${id}]`,
  dotProduct: (/** @type {number} */ position, /** @type {number} */ id, /** @type {number} */ width) =>
    `The logit of candidate ${id} is the dot product of row ${position} of the final norm with column ${id} of LM (${width} products), plus the bias of that column.`,
  shapes: (/** @type {number} */ width, /** @type {number} */ count) =>
    `LM [${width}, ${count}] has a column for every candidate and b [${count}] a bias for each, so one row gives ${count} logits. The same matrix serves all positions.`,
  ladder: 'From logit to loss',
  steps: {
    target: 'logit of the target',
    max: 'largest logit',
    shifted: 'shifted',
    exponential: 'its exponential',
    sum: (/** @type {number} */ count) => `sum of all ${count} exponentials`,
    probability: 'probability',
    loss: 'minus its logarithm: the loss',
  },
  checkedSame: 'Worked out again in this page from the logits: the same, bit for bit.',
  checkedWithin: (/** @type {string} */ apart) => `Worked out again in this page from the logits: ${apart} apart.`,
  losses: (/** @type {number} */ count) => `Losses of all ${count} scored targets`,
  losses1: 'Loss of the one scored target',
  lossesHint: 'by position, target beneath; choose one to select it',
  lossesLabel: 'Losses by position',
  record: (/** @type {number} */ index) => `record ${index}`,
  mean: 'mean',
  lnV: (/** @type {number} */ count) => `ln ${count}`,
  lossOf: (/** @type {number} */ record, /** @type {number} */ position, /** @type {string} */ target, /** @type {string} */ loss) =>
    `record ${record}, position ${position}, target ${target}: ${loss} nats`,
};

/** @type {typeof en} */
const zh = {
  scoresSentence: (position, target, rank, count, highest) => [
    `位置 ${position} 的目标 ${target} 在 ${count} 个候选中`,
    { strong: `排第 ${rank}` },
    rank === 1 ? '，没有候选比它更高。' : `；得分最高的是 ${highest}。`,
  ],
  lossSentence: (position, target, probability, loss) => [
    `目标 ${target} 的概率是 ${probability}，位置 ${position} 因此付出 `,
    { strong: loss },
    ' 奈特。',
  ],
  scale: '条形表示什么',
  logits: 'Logits',
  probabilities: '概率',
  order: '候选的顺序',
  byId: '按 ID',
  byValue: '按数值',
  find: '查找 ID、文字或十六进制',
  found: (count) => (count === 0 ? '没有' : `${count} 个`),
  foundOf: (place, count) => `第 ${place} 个，共 ${count} 个；回车到下一个`,
  bars: '这个位置的全部候选',
  target: '目标',
  highest: '最高',
  uniform: (count) => `1/${count}`,
  kinds: {
    byte: (count) => `${count} 个字节`,
    special: (count) => `${count} 个特殊`,
    merge: (count) => `${count} 个合并`,
  },
  candidate: '候选',
  logit: 'logit',
  probability: '概率',
  rank: '名次',
  rankOf: (rank, count) => `${rank}／${count}`,
  bytes: '字节',
  id: 'ID',
  piece: '片段',
  spoken: (name, id, logit, probability, rank, marks) => `候选 ${id}，${name}：logit ${logit}，概率 ${probability}，名次 ${rank}${marks}`,
  norm: '最终归一化',
  column: (id) => `LM [:, ${id}]`,
  dotProduct: (position, id, width) =>
    `候选 ${id} 的 logit，是最终归一化第 ${position} 行与 LM 第 ${id} 列的点积（${width} 个乘积之和），再加上这一列的偏置。`,
  shapes: (width, count) =>
    `LM [${width}, ${count}] 给每个候选一列，b [${count}] 给每个候选一个偏置，所以一行得到 ${count} 个 logits。所有位置共用同一个矩阵。`,
  ladder: '从 logit 到损失',
  steps: {
    target: '目标的 logit',
    max: '最大的 logit',
    shifted: '减去最大值',
    exponential: '取指数',
    sum: (count) => `全部 ${count} 个指数之和`,
    probability: '概率',
    loss: '负对数：损失',
  },
  checkedSame: '本页用 logits 重算：逐位相同。',
  checkedWithin: (apart) => `本页用 logits 重算：相差 ${apart}。`,
  losses: (count) => `全部 ${count} 个计分目标的损失`,
  losses1: '唯一计分目标的损失',
  lossesHint: '按位置排列，下面是目标；点一个就选中它',
  lossesLabel: '各位置的损失',
  record: (index) => `记录 ${index}`,
  mean: '平均',
  lnV: (count) => `ln ${count}`,
  lossOf: (record, position, target, loss) => `记录 ${record}，位置 ${position}，目标 ${target}：${loss} 奈特`,
};

export const output = { en, zh };
