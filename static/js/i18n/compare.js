/** Words of time and comparison: the timeline of a run, and two states of the model side by side. */
import { withNouns } from './nouns.js';

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  axis: 'Saved steps of the run',
  handles: { b: 'Step on show', a: 'A, the step compared with', bOfTwo: 'B, the step on show' },
  /** @param {number} step @param {string} kind @param {number} last */
  at: (step, kind, last) => `step ${step}${kind && `, ${kind}`}, of ${last}`,
  play: 'Play',
  halt: 'Halt',
  playTitle: 'Play the saved steps (Space)',
  /** @param {number} step */
  step: (step) => `step ${step}`,
  /** @param {string} kind @param {number} step */
  labelled: (kind, step) => `${kind}, ${step}`,

  /** @param {string} name */
  upper: (name) => `A, the same ${of.one} at: ${name}. The loom below is B.`,
  /** @param {string} name */
  lessThan: (name) => `shown: this step − ${name}`,
  tear: {
    nothing: 'Nothing on show parts ways: both states give the same numbers, bit for bit.',
    /** @param {string} place @param {string} a @param {string} b */
    where: (place, a, b) => `${place ? `First at ${place}: A` : 'A'} ${a}, B ${b}.`,
  },

  title: 'Before and after',
  /** @param {string} a @param {string} b @param {number} records */
  sentence: (a, b, records) => `The same ${records === 1 ? of.one : `${records} ${of.many}`} through ${a} (A) and ${b} (B).`,
  sentenceBoth: ' One scale for both looms: what grew, shows.',
  sameState: 'A and B are the same state: choose another step on the line, or another A.',
  chooseA: 'A',
  chooseB: 'B',
  swap: 'Swap',
  swapTitle: 'Swap A and B (X)',
  back: 'Back to the curves',
  waiting: 'Asking for A …',
  lossesHint: 'line: A, bar: B; click one to select it',
  /** @param {string} record @param {number} position @param {string} target @param {string} a @param {string} b */
  lossOf: (record, position, target, a, b) => `${record}, position ${position}, target ${target}: A ${a}, B ${b}`,
  meanA: 'A, mean',
  meanB: 'B, mean',
  /** @param {string} state @param {number} head */
  head: (state, head) => `${state}, head ${head}`,
  change: 'B − A',
  /** @param {string} title @param {number} position */
  mapLabel: (title, position) => `${title}: attention weights, position ${position} framed`,

  /** @param {number} position */
  position: (position) => `Position ${position}`,
  /** @param {string} target @param {number} id */
  target: (target, id) => `target ${target} (${id})`,
  noTarget: 'no target',
  rows: {
    loss: 'loss',
    probability: 'p(target)',
    /** @param {number} all */
    rank: (all) => `rank of ${all}`,
    highest: 'highest',
    /** @param {number} head */
    head: (head) => `head ${head} reads`,
    embedded: 'largest |X|',
    logit: 'largest |logit|',
  },
  /** @param {string} state @param {string} step */
  column: (state, step) => `${state}: ${step}`,
  table: 'The position in A and B',
  /** @param {string} from @param {string} to */
  mean: (from, to) => `Mean loss of these ${of.many}: ${from} → ${to} nats.`,
  join: ', ',
  gap: ' ',
  seenAll: 'They are in the training set: that they cost less is memory, not proof.',
  seenNone: 'None of them is in the training set.',
  /** @param {number} seen @param {number} all */
  seenSome: (seen, all) => `${seen} of ${all} are in the training set: what they cost less may be memory.`,
  /** @param {number} step @param {string} loss */
  validationText: (step, loss) => `At step ${step} the validation text costs ${loss} per target.`,
  /** @param {number} count @param {number} step @param {string} loss */
  validation: (count, step, loss) => `At step ${step} the ${count} validation records cost ${loss} per target.`,
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  axis: '这次训练已保存的步',
  handles: { b: '图中的步', a: 'A，用来对照的步', bOfTwo: 'B，图中的步' },
  at: (step, kind, last) => `第 ${step} 步${kind && `，${kind}`}，共 ${last} 步`,
  play: '播放',
  halt: '停住',
  playTitle: '播放已保存的各步（空格）',
  step: (step) => `第 ${step} 步`,
  labelled: (kind, step) => `${kind}，${step}`,

  upper: (name) => `A：同一${of.counted}，${name}。下方的织机图是 B。`,
  lessThan: (name) => `所示：本步 − ${name}`,
  tear: {
    nothing: '图中没有分歧：两个状态给出的数逐位相同。',
    where: (place, a, b) => `${place && `首先在 ${place}：`}A ${a}，B ${b}。`,
  },

  title: '前后对照',
  sentence: (a, b, records) => `同样的 ${records} ${of.counted}，经过${a}（A）与${b}（B）。`,
  sentenceBoth: '两幅织机图共用一个尺度：长大的看得出来。',
  sameState: 'A 与 B 是同一个状态：在时间线上另选一步，或另选 A。',
  chooseA: 'A',
  chooseB: 'B',
  swap: '互换',
  swapTitle: '互换 A 与 B（X）',
  back: '回到学习曲线',
  waiting: '正在取 A……',
  lossesHint: '横线：A，柱：B；点击选中',
  lossOf: (record, position, target, a, b) => `${record}，位置 ${position}，目标 ${target}：A ${a}，B ${b}`,
  meanA: 'A，平均',
  meanB: 'B，平均',
  head: (state, head) => `${state}，头 ${head}`,
  change: 'B − A',
  mapLabel: (title, position) => `${title}：注意力权重，框出位置 ${position}`,

  position: (position) => `位置 ${position}`,
  target: (target, id) => `目标 ${target}（${id}）`,
  noTarget: '没有目标',
  rows: {
    loss: '损失',
    probability: 'p(目标)',
    rank: (all) => `${all} 个中的名次`,
    highest: '最高',
    head: (head) => `头 ${head} 读取`,
    embedded: '最大 |X|',
    logit: '最大 |logit|',
  },
  column: (state, step) => `${state}：${step}`,
  table: '这个位置在 A 与 B 中',
  mean: (from, to) => `这些${of.one}的平均损失：${from} → ${to} 奈特。`,
  join: '，',
  gap: '',
  seenAll: '它们都在训练集里：代价变小是记住了，不是证明。',
  seenNone: '它们都不在训练集里。',
  seenSome: (seen, all) => `${all} 条中有 ${seen} 条在训练集里：代价变小可能只是记住了。`,
  validationText: (step, loss) => `第 ${step} 步时，验证文本每个目标的代价是 ${loss}。`,
  validation: (count, step, loss) => `第 ${step} 步时，${count} 条验证记录每个目标的代价是 ${loss}。`,
});

export const compare = withNouns(en, zh);
