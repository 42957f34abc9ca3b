/** Words of stage 3's detail. */
import { withNouns } from './nouns.js';

/** @typedef {import('../views/detail.js').Phrase} Phrase */
/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  /** @param {number} head */
  head: (head) => `Head ${head}`,
  allHeads: 'All heads of all blocks',
  /** @param {number} block */
  block: (block) => `Block ${block}`,
  /** @param {number} block @param {number} head */
  openHead: (block, head) => `Open head ${head} of block ${block}`,
  axes: 'query ↓, key →',
  modesLabel: 'What the maps show',
  modes: { weights: 'Weights', scores: 'Scores' },
  /** @param {number} head @param {string} mode */
  mapLabel: (head, mode) => `Head ${head}, ${mode}. Up and down choose the query, left and right the key.`,
  /** @param {number} query @param {number} key @param {string} value */
  cell: (query, key, value) => `query ${query} → key ${key}: ${value}`,
  masked: 'masked, no weight exists',
  /** @param {string} least @param {string} most */
  weightScale: (least, most) => (least === most ? `weight, fixed 0 to 1; all ${least}` : `weight, fixed 0 to 1; here ${least} to ${most}`),
  /** @param {string} most */
  scoreScale: (most) => `score, ±${most}`,
  maskedLegend: 'masked: key after query',
  staircase: 'where the mask was',
  paddingLegend: 'PAD key',
  key: 'key',
  token: 'token',
  weight: 'weight',
  sum: 'Σ weights',
  most: 'largest',
  /** @param {number} listed @param {number} seen @param {number} head */
  strongest: (listed, seen, head) => `the ${listed} strongest of ${seen} keys of head ${head}`,
  /** @param {number} first @param {number} last @param {number} count */
  maskedKeys: (first, last, count) => `${range(first, last)}: ${count} ${count === 1 ? 'key' : 'keys'} masked, no weight exists`,
  /** @param {number} first @param {number} last @param {number} count */
  paddingKeys: (first, last, count) => `${range(first, last)}: ${count} PAD ${count === 1 ? 'key' : 'keys'}`,
  /** @param {number} head */
  mixture: (head) => `mixture ${head}`,
  strips: {
    norm1: 'RowNorm',
    q_projection: 'Q',
    k_projection: 'K',
    v_projection: 'V',
    joined: 'joined',
    attention_output: 'output',
  },
  /** @param {number} position @param {VocabularyEntry | undefined} piece @param {number} seen @param {number} slots @param {string} least @param {string} most @returns {Phrase[]} */
  sees: (position, piece, seen, slots, least, most) => [
    `Position ${position} (`,
    { piece },
    ') may read ',
    { strong: `${seen} of ${slots}` },
    ` slots; ${least === most ? `each weight is ${least}` : `its weights lie between ${least} and ${most}`}.`,
  ],
  /** @param {number} position @param {VocabularyEntry | undefined} piece @param {number} seen @param {number} future @returns {Phrase[]} */
  unmasked: (position, piece, seen, future) => [
    `Without the mask, position ${position} (`,
    { piece },
    ') reads all ',
    { strong: `${seen}` },
    ` tokens of its ${of.one}, `,
    { strong: `${future}` },
    future === 1 ? ' of which comes after it.' : ' of which come after it.',
  ],
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  head: (head) => `头 ${head}`,
  allHeads: '所有块的所有头',
  block: (block) => `块 ${block}`,
  openHead: (block, head) => `打开块 ${block} 的头 ${head}`,
  axes: '查询 ↓，键 →',
  modesLabel: '热图显示什么',
  modes: { weights: '权重', scores: '分数' },
  mapLabel: (head, mode) => `头 ${head}，${mode}。上下键选查询，左右键选键位置。`,
  cell: (query, key, value) => `查询 ${query} → 键 ${key}：${value}`,
  masked: '已掩码，不存在权重',
  weightScale: (least, most) => (least === most ? `权重，固定 0 到 1；全部为 ${least}` : `权重，固定 0 到 1；此处 ${least} 到 ${most}`),
  scoreScale: (most) => `分数，±${most}`,
  maskedLegend: '掩码：键在查询之后',
  staircase: '原来的掩码边界',
  paddingLegend: 'PAD 键',
  key: '键',
  token: '词元',
  weight: '权重',
  sum: 'Σ 权重',
  most: '最大',
  strongest: (listed, seen, head) => `头 ${head} 的 ${seen} 个键中最强的 ${listed} 个`,
  maskedKeys: (first, last, count) => `${range(first, last)}：${count} 个键被掩码，不存在权重`,
  paddingKeys: (first, last, count) => `${range(first, last)}：${count} 个 PAD 键`,
  mixture: (head) => `混合 ${head}`,
  strips: {
    norm1: 'RowNorm',
    q_projection: 'Q',
    k_projection: 'K',
    v_projection: 'V',
    joined: '拼接',
    attention_output: '输出',
  },
  sees: (position, piece, seen, slots, least, most) => [
    `位置 ${position}（`,
    { piece },
    `）可读 ${slots} 个槽位中的 `,
    { strong: `${seen} 个` },
    least === most ? `，权重均为 ${least}。` : `，权重在 ${least} 与 ${most} 之间。`,
  ],
  unmasked: (position, piece, seen, future) => [
    `掩码已关：位置 ${position}（`,
    { piece },
    `）读到${of.own}全部 `,
    { strong: `${seen}` },
    ' 个词元，其中 ',
    { strong: `${future}` },
    ' 个在它之后。',
  ],
});

/** @param {number} first @param {number} last */
function range(first, last) {
  return first === last ? String(first) : `${first}–${last}`;
}

export const attention = withNouns(en, zh);
