/** Words of the evidence that a check gives: one group for each kind. */
import { withNouns } from './nouns.js';

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  title: 'Evidence of one check',
  none: 'Choose a cell of the matrix, or a check on the strip.',
  waiting: 'The check is being asked …',
  close: 'Close',
  /** @param {string} check @param {string} status */
  heading: (check, status) => `${check}: ${status}`,
  must: 'What must hold:',
  records: `The checks run on ${of.ofLab}, whatever is typed here.`,
  position: 'position',
  place: `${of.one}:position`,
  record: /** @param {number} record */ (record) => `${of.one} ${record}`,
  expected: 'expected',
  found: 'found',
  healthy: 'healthy',
  faulty: 'faulty',
  more: /** @param {number} rows */ (rows) => `… ${counted(rows, 'more row', 'more rows')}`,
  noNumber: 'NaN',
  absent: 'none',
  wholeBatch: 'Both runs at one shape, so that no rounding lies between them.',

  figures: {
    what: 'figure',
    agree: /** @param {number} count */ (count) => (count === 1 ? 'The figure agrees.' : `All ${count} figures agree.`),
    /** @param {string} name @param {string} expected @param {string} found */
    apart: (name, expected, found) => `${name.charAt(0).toUpperCase()}${name.slice(1)} should be ${expected} and is ${found}.`,
    names: /** @type {Record<string, string>} */ ({
      targets: 'targets in the batch', divisor: 'divisor of the mean', loss: 'loss of equal logits', mean: 'mean loss', ids: 'ids', valid: 'valid', losses: 'losses',
      token_embedding: 'token embedding', position_embedding: 'position embedding', attention: 'attention', ffn: 'FFN', norms: 'norms', lm_head: 'LM head', total: 'total',
    }),
    /** @param {string} name @param {number} slots */
    atSlots: (name, slots) => `${name}, ${slots} slots`,
  },
  targets: {
    input: 'input',
    agree: /** @param {number} count */ (count) => `All ${count} targets are the next token of their text.`,
    /** @param {number} record @param {number} position @param {string} expected @param {string} found */
    apart: (record, position, expected, found) => `In ${of.one} ${record}, position ${position} should predict ${expected}, and is asked for ${found}.`,
    /** @param {number} wrong */
    wrong: (wrong) => `${counted(wrong, 'slot is', 'slots are')} wrong.`,
    nothing: 'nothing',
  },
  unchanged: {
    moved: 'max |Δ logit|',
    /** @param {number} tried @param {number} record @param {number} slots */
    tried: (tried, record, slots) => `${counted(tried, 'edit', 'edits')} tried; shown is the one that moved most, on ${of.one} ${record} in ${slots} slots.`,
    maskOff: 'The mask is off in this run.',
    /** @param {number} record @param {number} first @param {number} last @param {number} count */
    edited: (record, first, last, count) => (count === 1 ? `Changed: position ${first} of ${of.one} ${record}.` : `Changed: positions ${first} to ${last} of ${of.one} ${record}.`),
    /** @param {number} record @param {number} position @param {string} before @param {string} after */
    swapped: (record, position, before, after) => `Changed: position ${position} of ${of.one} ${record}, ${before} → ${after}.`,
    /** @param {number} position @param {string} by */
    apart: (position, by) => `Position ${position} moved by ${by}, though nothing that it may see has changed.`,
    /** @param {number} logits */
    agree: (logits) => `All ${logits} logits that must hold kept every bit.`,
    signOnly: 'a changed sign of zero, or NaN',
    slots: 'slots',
    loss: 'mean loss',
    /** @param {string} from @param {string} to @param {number} slots */
    drift: (from, to, slots) => `More padding moves the mean loss: from ${from} to ${to} at ${slots} slots.`,
  },
  rows: {
    /** @param {number} head @param {number} record @param {number} block */
    which: (head, record, block) => `Head ${head} of block ${block}, ${of.one} ${record}.`,
    overKeys: 'Σ over keys',
    overQueries: 'Σ over queries',
    padding: 'PAD',
    agree: /** @param {number} count */ (count) => `All ${count} rows of all heads sum as they must.`,
    /** @param {number} position @param {string} sum @param {string} expected @param {string} other */
    apart: (position, sum, expected, other) => `The weights of query ${position} add up to ${sum}, not to ${expected}; those of key ${position}, over the queries, to ${other}.`,
    /** @param {number} wrong @param {number} count */
    wrong: (wrong, count) => `${wrong} of ${count} rows are wrong.`,
  },
  numbers: {
    tensor: 'tensor',
    count: 'numbers',
    apart: 'apart',
    largest: 'largest |Δ|',
    agree: /** @param {number} count @param {string} tolerance */ (count, tolerance) => `All ${count} numbers agree within ${tolerance}.`,
    /** @param {string} place @param {string} expected @param {string} found */
    first: (place, expected, found) => `${place} should be ${expected} and is ${found}.`,
  },
  losses: {
    byHand: 'by hand',
    inRun: 'in the run',
    mean: 'mean',
    agree: /** @param {number} count */ (count) => `All ${count} losses and their mean agree.`,
    /** @param {number} record @param {number} position @param {string} expected @param {string} found */
    apart: (record, position, expected, found) => `${of.One} ${record}, position ${position}: from its own logits the loss is ${expected}; the run says ${found}.`,
    /** @param {number} expected @param {number} found @param {string} mean @param {string} wrong */
    divisor: (expected, found, mean, wrong) => `${expected} losses are divided by ${found}: the mean is ${wrong} where it should be ${mean}.`,
  },
  gradients: {
    parameter: 'parameter',
    size: 'max |gradient|',
    agree: /** @param {number} count */ (count) => `A gradient reaches all ${count} parameters.`,
    /** @param {string} name @param {number} missed @param {number} count */
    apart: (name, missed, count) => `${missed} of ${count} parameters get no gradient that is a number and not 0; the first is ${name}.`,
  },
  untouched: {
    pieces: /** @type {Record<string, string>} */ ({ batch: 'the batch', model: 'the forward pass', score: 'the loss' }),
    and: ' and ',
    /** @param {string} reads @param {string} replaced */
    sentence: (reads, replaced) => `This check reads only ${reads}. The fault has replaced ${replaced}, so there is nothing here for it to see.`,
  },
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  title: '一项检查的证据',
  none: '在矩阵里选一格，或在底栏选一项检查。',
  waiting: '正在询问这项检查……',
  close: '关闭',
  heading: (check, status) => `${check}：${status}`,
  must: '必须成立：',
  records: `无论这里输入什么，检查都用${of.ofLab}。`,
  position: '位置',
  place: `${of.one}:位置`,
  record: (record) => `${of.one} ${record}`,
  expected: '应为',
  found: '实为',
  healthy: '正常',
  faulty: '出错',
  more: (rows) => `……另有 ${rows} 行`,
  noNumber: 'NaN',
  absent: '无',
  wholeBatch: '两次运行形状相同，其间没有舍入差别。',

  figures: {
    what: '项目',
    agree: (count) => (count === 1 ? '这个数相符。' : `${count} 项全部相符。`),
    apart: (name, expected, found) => `${name}应为 ${expected}，实为 ${found}。`,
    names: {
      targets: '批中目标数', divisor: '平均的除数', loss: '等值 logits 的损失', mean: '平均损失', ids: 'ids', valid: 'valid', losses: '损失',
      token_embedding: '词元嵌入', position_embedding: '位置嵌入', attention: '注意力', ffn: 'FFN', norms: '归一化', lm_head: 'LM 头', total: '合计',
    },
    atSlots: (name, slots) => `${name}，${slots} 个槽位`,
  },
  targets: {
    input: '输入',
    agree: (count) => `全部 ${count} 个目标都是文本的下一个词元。`,
    apart: (record, position, expected, found) => `${of.one} ${record} 的位置 ${position} 应预测 ${expected}，要它预测的却是 ${found}。`,
    wrong: (wrong) => `共有 ${wrong} 个槽位出错。`,
    nothing: '空',
  },
  unchanged: {
    moved: 'max |Δ logit|',
    tried: (tried, record, slots) => `试了 ${tried} 种改动；这里是变动最大的一种，${of.one} ${record}，${slots} 个槽位。`,
    maskOff: '这次运行关了掩码。',
    edited: (record, first, last, count) => (count === 1 ? `改动：${of.one} ${record} 的位置 ${first}。` : `改动：${of.one} ${record} 的位置 ${first} 到 ${last}。`),
    swapped: (record, position, before, after) => `改动：${of.one} ${record} 的位置 ${position}，${before} → ${after}。`,
    apart: (position, by) => `位置 ${position} 变了 ${by}，可它能看到的什么都没改。`,
    agree: (logits) => `必须不变的 ${logits} 个 logits 每一位都没变。`,
    signOnly: '零的符号变了，或是 NaN',
    slots: '槽位',
    loss: '平均损失',
    drift: (from, to, slots) => `填充一多，平均损失就变：从 ${from} 变到 ${to}（${slots} 个槽位）。`,
  },
  rows: {
    which: (head, record, block) => `块 ${block} 的头 ${head}，${of.one} ${record}。`,
    overKeys: '沿键求和',
    overQueries: '沿查询求和',
    padding: 'PAD',
    agree: (count) => `所有头的 ${count} 行之和都对。`,
    apart: (position, sum, expected, other) => `查询 ${position} 的权重之和是 ${sum}，不是 ${expected}；键 ${position} 沿查询之和是 ${other}。`,
    wrong: (wrong, count) => `${count} 行中有 ${wrong} 行不对。`,
  },
  numbers: {
    tensor: '张量',
    count: '个数',
    apart: '不符',
    largest: '最大 |Δ|',
    agree: (count, tolerance) => `全部 ${count} 个数在 ${tolerance} 以内相符。`,
    first: (place, expected, found) => `${place} 应为 ${expected}，实为 ${found}。`,
  },
  losses: {
    byHand: '手算',
    inRun: '运行',
    mean: '平均',
    agree: (count) => `${count} 个损失及其平均全部相符。`,
    apart: (record, position, expected, found) => `${of.one} ${record}，位置 ${position}：由它自己的 logits 算出损失 ${expected}，运行给出 ${found}。`,
    divisor: (expected, found, mean, wrong) => `${expected} 个损失之和除以了 ${found}：平均成了 ${wrong}，应为 ${mean}。`,
  },
  gradients: {
    parameter: '参数',
    size: 'max |梯度|',
    agree: (count) => `全部 ${count} 个参数都有梯度到达。`,
    apart: (name, missed, count) => `${count} 个参数中有 ${missed} 个没有得到非零的有限梯度，第一个是 ${name}。`,
  },
  untouched: {
    pieces: { batch: '批', model: '前向计算', score: '损失' },
    and: '和',
    sentence: (reads, replaced) => `这项检查只读${reads}。错误替换的是${replaced}，这里没有它能看到的东西。`,
  },
});

export const evidence = withNouns(en, zh);
