/** Words of Take apart: parts switched off, residuals exchanged, and what that did. */
import { withNouns } from './nouns.js';

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  title: 'Take apart',
  /** @param {number} count */
  changes: (count) => (count === 0 ? 'nothing is off' : `${count} ${count === 1 ? 'change' : 'changes'}`),
  undo: 'Undo',
  undoTitle: 'Undo the latest change (U)',
  undoAll: 'Undo all',
  bugInstead: 'A bug instead',
  axis: 'Δ loss by position',
  /** @param {number} position @param {string} by */
  axisValue: (position, by) => `position ${position}, loss changed by ${by}`,

  switches: 'switches',
  off: 'off',
  /** @type {Record<'head' | 'ffn' | 'block', string>} */
  kinds: { head: 'head', ffn: 'FFN', block: 'block' },
  swap: 'Exchange a residual',
  swapTitle: `The residual that leaves a block, from another ${of.one}`,
  /** @param {'head' | 'ffn' | 'block'} kind @param {number} block @param {number} head */
  part: (kind, block, head) => ({ head: `head ${block}.${head}`, ffn: `FFN of block ${block}`, block: `block ${block}` })[kind],
  /** @param {string} part @param {boolean} isOff */
  switchLabel: (part, isOff) => `${part}: ${isOff ? 'off, bring it back' : 'on, switch it off'}`,

  idle: 'Switch a head, an FFN or a block off above the loom.',
  intro: 'Under each head: how far the mean loss rises without it, alone.',
  asking: 'Asking what each head is worth …',
  unasked: 'What each head is worth alone could not be computed.',
  /** @param {string[]} parts */
  isOff: (parts) => `${capital(listed(parts))} ${parts.length === 1 ? 'is' : 'are'} off.`,
  /** @param {number} count */
  exchanged: (count) => `${count} ${count === 1 ? 'residual is' : 'residuals are'} exchanged.`,
  /** @param {number} head */
  headColumn: (head) => `head ${head}`,
  /** @param {number} block */
  blockRow: (block) => `Block ${block}`,
  /** @param {number} block @param {number} head @param {string} rise @param {boolean} isOff */
  thumbnail: (block, head, rise, isOff) => `Open head ${block}.${head}${rise && `; without it the mean loss changes by ${rise}`}${isOff ? '; it is off' : ''}`,

  /** @param {number} position */
  lens: (position) => `Logit lens at position ${position}`,
  /** @param {string} target */
  lensHint: (target) => `what final norm and head would already say; next is ${target}`,
  lensNone: 'what final norm and head would already say',
  lensAway: 'The lens is on its way.',
  embedding: 'embedding',
  /** @param {number} block */
  after: (block) => `after block ${block}`,
  top: 'top three',
  rank: 'rank',
  probability: 'p(target)',
  intact: 'intact',
  /** @param {number} count */
  candidates: (count) => `All ${count} candidates`,
  solidHollow: 'solid: now, hollow: intact model',
  /** @param {number} position @param {string} now @param {string} before */
  candidatesLabel: (position, now, before) => `Probabilities at position ${position}: highest now ${now}, intact ${before}`,

  did: 'What the change did',
  /** @param {number} positions @param {string} what */
  meanOf: (positions, what) => `Mean loss of the ${positions} targets on show: intact, and now. ${what}`,
  movedMost: 'moved most',
  now: 'now',
  deltaLoss: 'Δ loss',
  /** @param {number} worse @param {number} better @param {number} same @param {number} all */
  balance: (worse, better, same, all) => `${worse} of ${all} targets cost more, ${better} cost less${same ? `, ${same} the same to the last bit` : ''}.`,
  inForce: 'In force',
  /** @param {string} part */
  partOff: (part) => `${part}: off`,
  /** @param {number} block @param {number} position @param {number | null} record @param {string} from */
  swapped: (block, position, record, from) => `${block < 0 ? 'embedding sum' : `residual after block ${block}`} at position ${position}${record === null ? '' : ` of ${of.one} ${record}`}: ${from}`,
  /** @param {number} record */
  fromRecord: (record) => `from ${of.one} ${record}`,
  /** @param {string} split @param {number} from */
  fromPlace: (split, from) => `from the window at ${from.toLocaleString('en')} of the ${split}`,
  fromOwn: 'from a text of your own',
  undoOne: 'undo',
  same: 'Columns left of the first change are bit-identical to the intact run.',
  needsTwo: `A residual comes from another ${of.one}: add one.`,
  swapBlock: 'after',
  swapPosition: 'position',
  swapFrom: `from ${of.one}`,
  swapTitleText: 'The residual that leaves a block, from the same position elsewhere in the text, or of a text of your own. It is computed beside this window.',
  swapFromText: 'from',
  /** @type {Record<'on' | 'back' | 'place' | 'own', string>} */
  sources: { on: 'the next window', back: 'the window before', place: 'another place', own: 'my own text' },
  swapPlace: 'beginning at',
  swapOwn: 'own text; it must reach the position',
  swapDo: 'Exchange',

  tear: {
    nothing: 'Nothing on show parts ways: the change gives the same numbers, bit for bit.',
    /** @param {string} place @param {string} intact @param {string} now */
    where: (place, intact, now) => `${place ? `First at ${place}: intact` : 'Intact'} ${intact}, now ${now}.`,
  },
  /** @param {string[]} off @param {number} swaps */
  changed: (off, swaps) => [...(off.length ? [`off: ${off.join(', ')}`] : []), ...(swaps ? [`${swaps} exchanged`] : [])].join('; '),
  lessIntact: 'shown: now − intact',

  /** @param {string} without @param {number} position @param {string} now @param {string} before */
  pays: (without, position, now, before) => `${without}, position ${position} pays ${now} instead of ${before} for the next token.`,
  /** @param {string} without @param {number} position @param {string} now @param {string} by empty where it is the same to the last bit */
  paysStill: (without, position, now, by) => `${without}, position ${position} still pays ${now} for the next token: ${by ? `it moved by only ${by}` : 'nothing moved'}.`,
  /** @param {string[]} off parts @param {number} swaps at least one of either */
  changedBy: (off, swaps) => capital([off.length && `without ${listed(off)}`, swaps && `with ${swaps === 1 ? 'the exchanged residual' : `${swaps} exchanged residuals`}`].filter(Boolean).join(' and ')),
  noTarget: 'Position has no target.',
  waiting: 'Computing without it …',
  refused: 'That cannot be computed; whatever else is on show is the last valid run.',
});

/** @param {string[]} parts */
function listed(parts) {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  title: '拆解',
  changes: (count) => (count === 0 ? '一切完好' : `${count} 处改动`),
  undo: '撤销',
  undoTitle: '撤销最近一处改动（U）',
  undoAll: '全部撤销',
  bugInstead: '改看程序错误',
  axis: '各位置的损失变化 Δ',
  axisValue: (position, by) => `位置 ${position}，损失变化 ${by}`,

  switches: '开关',
  off: '关',
  kinds: { head: '头', ffn: 'FFN', block: '块' },
  swap: '替换残差',
  swapTitle: `用另一${of.counted}的残差替换离开某块的残差`,
  part: (kind, block, head) => ({ head: `头 ${block}.${head}`, ffn: `块 ${block} 的 FFN`, block: `块 ${block}` })[kind],
  switchLabel: (part, isOff) => `${part}：${isOff ? '已关，点此恢复' : '开着，点此关闭'}`,

  idle: '在织机上方关掉一个头、一个 FFN 或一个块。',
  intro: '每个头下方：单独去掉它，平均损失上升多少。',
  asking: '正在计算每个头的作用……',
  unasked: '无法算出每个头单独的作用。',
  isOff: (parts) => `${parts.join('、')} 已关闭。`,
  exchanged: (count) => `替换了 ${count} 处残差。`,
  headColumn: (head) => `头 ${head}`,
  blockRow: (block) => `块 ${block}`,
  thumbnail: (block, head, rise, isOff) => `打开头 ${block}.${head}${rise && `；去掉它，平均损失变化 ${rise}`}${isOff ? '；已关闭' : ''}`,

  lens: (position) => `位置 ${position} 的 logit 透镜`,
  lensHint: (target) => `最终归一化与输出头此时会说什么；下一个是 ${target}`,
  lensNone: '最终归一化与输出头此时会说什么',
  lensAway: '透镜还在传来。',
  embedding: '嵌入之和',
  after: (block) => `块 ${block} 之后`,
  top: '前三名',
  rank: '名次',
  probability: 'p(目标)',
  intact: '完好',
  candidates: (count) => `全部 ${count} 个候选`,
  solidHollow: '实心：现在；空心：完好的模型',
  candidatesLabel: (position, now, before) => `位置 ${position} 的概率：现在最高 ${now}，完好时 ${before}`,

  did: '改动造成了什么',
  meanOf: (positions, what) => `图中 ${positions} 个目标的平均损失：完好时与现在。${what}`,
  movedMost: '变动最大',
  now: '现在',
  deltaLoss: 'Δ 损失',
  balance: (worse, better, same, all) => `${all} 个目标中 ${worse} 个代价上升，${better} 个下降${same ? `，${same} 个逐位相同` : ''}。`,
  inForce: '生效中',
  partOff: (part) => `${part}：关`,
  swapped: (block, position, record, from) => `${record === null ? '' : `${of.one} ${record} `}位置 ${position} 处${block < 0 ? '的嵌入之和' : `块 ${block} 之后的残差`}：${from}`,
  fromRecord: (record) => `取自${of.one} ${record}`,
  fromPlace: (split, from) => `取自${split}中从第 ${from.toLocaleString('en')} 个起的窗口`,
  fromOwn: '取自你自己的文本',
  undoOne: '撤销',
  same: '第一处改动左侧的各列与完好的运行逐位相同。',
  needsTwo: `残差要取自另一${of.counted}：请先添加一${of.measure}。`,
  swapBlock: '之后',
  swapPosition: '位置',
  swapFrom: `取自${of.one}`,
  swapTitleText: '用文本别处同一位置的残差，或你自己文本的残差，替换离开某块的残差。它与本窗口一起计算。',
  swapFromText: '取自',
  sources: { on: '后一个窗口', back: '前一个窗口', place: '别处', own: '自己的文本' },
  swapPlace: '起于',
  swapOwn: '自己的文本，须长到该位置',
  swapDo: '替换',

  tear: {
    nothing: '图中没有分歧：改动后的数与完好时逐位相同。',
    where: (place, intact, now) => `${place && `首先在 ${place}：`}完好 ${intact}，现在 ${now}。`,
  },
  changed: (off, swaps) => [...(off.length ? [`已关：${off.join('、')}`] : []), ...(swaps ? [`替换 ${swaps} 处`] : [])].join('；'),
  lessIntact: '图中为：现在 − 完好',

  pays: (without, position, now, before) => `${without}，位置 ${position} 为下一个词元付出 ${now}，原为 ${before}。`,
  paysStill: (without, position, now, by) => `${without}，位置 ${position} 为下一个词元仍付出 ${now}：${by ? `只变动了 ${by}` : '没有任何变动'}。`,
  changedBy: (off, swaps) => [off.length && `去掉${off.join('、')}`, swaps && `替换${swaps === 1 ? '' : ` ${swaps} 处`}残差`].filter(Boolean).join('并') + (swaps ? '后' : ' 后'),
  noTarget: '该位置没有目标。',
  waiting: '正在计算……',
  refused: '无法计算；别处若有数字，都属于上一次有效的运行。',
});

export const apart = withNouns(en, zh);
