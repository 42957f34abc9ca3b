/** Words of Break: the modes, the strip, the loom's tear, the matrix. Evidence has its own file. */
import { withNouns } from './nouns.js';

/** @typedef {import('../types.js').Verdict['status']} Status */
/** @typedef {import('../types.js').Mode} Mode */

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  modesLabel: 'Modes',
  modes: /** @type {Record<Mode, string>} */ ({ explore: 'Explore', break: 'Break', train: 'Train', generate: 'Generate' }),
  show: 'What the loom shows',
  shows: { values: 'Values', difference: 'Difference', gradients: 'Gradients', both: 'A and B' },
  rail: /** @param {number} count */ (count) => counted(count, 'fault', 'faults'),
  railLabel: 'Faults, over what they replace. Arrows move along, Enter switches one on.',
  noNumber: 'NaN',
  tear: {
    same: 'identical, bit for bit, up to here',
    nothing: 'Nothing on show parts ways: every number of every real position is the healthy one, bit for bit.',
    /** @param {string} name */
    parts: (name) => `first tensor that parts ways: ${name}.`,
    meanParts: 'first number that parts ways: the mean loss.',
    /** @param {string} place @param {string} healthy @param {string} faulty */
    where: (place, healthy, faulty) => `${place ? `First at ${place}: healthy` : 'Healthy'} ${healthy}, faulty ${faulty}.`,
    none: 'none',
    flags: ['hidden', 'visible'],
  },
  underFault: 'Computed with the fault:',

  title: 'Bug lab',
  on: 'fault on',
  off: 'off',
  choose: 'Choose a fault',
  none: 'none chosen',
  previous: 'Previous fault',
  next: 'Next fault',
  axis: 'Checks, and what they say of the fault',
  status: /** @type {Record<Status, string>} */ ({ caught: 'caught', silent: 'silent', not_applicable: 'not applicable' }),
  asking: 'being asked',
  unasked: 'not asked',
  /** @param {string} check @param {string} status */
  cell: (check, status) => `${check}: ${status}`,
  idle: 'Choose a ◇ to break one step.',
  mended: /** @param {string} title */ (title) => `The model is whole. The switch brings back: ${title}.`,
  waiting: 'Asking the checks …',
  /** @param {number} caught @param {number} all */
  speak: (caught, all) => (caught === 0 ? `None of ${all} checks speaks up.` : `${caught} of ${all} checks ${caught === 1 ? 'speaks' : 'speak'} up.`),
  shapesFit: 'Shapes fit',
  rowsFit: 'rows of A sum to 1',
  join: ', ',
  and: ', and ',
  meanSame: 'the mean loss is the same to the last bit',
  /** @param {string} by */
  meanBy: (by) => `the mean loss differs by ${by}`,
  meanNone: 'the mean loss is no number',
  stop: '.',
  refused: `These ${of.many} have no trace. Whatever else is on show is the last valid run.`,

  matrix: 'Who notices?',
  /** @param {number} faults @param {number} checks */
  intro: (faults, checks) => `${counted(faults, 'mistake', 'mistakes')}, ${counted(checks, 'check', 'checks')}, asked on ${of.ofLab}. Choose a row or a ◇ to break one step.`,
  caption: 'Which check notices which fault',
  /** @param {number} caught @param {number} asked */
  shapesCatch: (caught, asked) => (caught === 0 ? `The shape check catches none of ${asked}.` : `The shape check catches ${caught} of ${asked}.`),
  legend: /** @type {Record<Status, string>} */ ({ caught: 'caught', silent: 'silent: the bug gets through', not_applicable: 'blank: not applicable' }),
  /** @param {number} asked */
  catches: (asked) => `catches, of ${asked}`,
  stageOf: /** @param {number} stage */ (stage) => `Stage ${stage}`,
  /** @param {string} fault @param {string} check @param {string} status */
  verdict: (fault, check, status) => `${fault}; ${check}: ${status}`,
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  modesLabel: '模式',
  modes: { explore: '探索', break: '破坏', train: '训练', generate: '生成' },
  show: '织机图显示什么',
  shows: { values: '数值', difference: '差异', gradients: '梯度', both: '对照' },
  rail: (count) => `${count} 个错误`,
  railLabel: '各个错误，位于它所替换的列上方。方向键移动，回车打开。',
  noNumber: 'NaN',
  tear: {
    same: '至此逐位相同',
    nothing: '图中没有分歧：每个真实位置的每个数都与正常模型逐位相同。',
    parts: (name) => `首个分歧张量：${name}。`,
    meanParts: '首个分歧的数：平均损失。',
    where: (place, healthy, faulty) => `${place && `首先在 ${place}：`}正常 ${healthy}，出错 ${faulty}。`,
    none: '无',
    flags: ['隐藏', '可见'],
  },
  underFault: '带着错误计算：',

  title: '程序错误',
  on: '错误开启',
  off: '关',
  choose: '选择一个错误',
  none: '未选择',
  previous: '上一个错误',
  next: '下一个错误',
  axis: '各项检查对这个错误的结论',
  status: { caught: '发现', silent: '未察觉', not_applicable: '不适用' },
  asking: '询问中',
  unasked: '未询问',
  cell: (check, status) => `${check}：${status}`,
  idle: '选一个 ◇，改坏一步。',
  mended: (title) => `模型完好。开关会恢复：${title}。`,
  waiting: '正在询问各项检查……',
  speak: (caught, all) => (caught === 0 ? `${all} 项检查无一报警。` : `${all} 项检查中 ${caught} 项报警。`),
  shapesFit: '形状都对',
  rowsFit: 'A 的每行之和为 1',
  join: '，',
  and: '，',
  meanSame: '平均损失连最后一位也相同',
  meanBy: (by) => `平均损失相差 ${by}`,
  meanNone: '平均损失不是数',
  stop: '。',
  refused: `这些${of.one}还没有结果；别处若有数字，都属于上一次有效的运行。`,

  matrix: '谁能发现？',
  intro: (faults, checks) => `${faults} 个错误，${checks} 项检查，用${of.ofLab}。选一行或一个 ◇，改坏一步。`,
  caption: '哪项检查能发现哪个错误',
  shapesCatch: (caught, asked) => (caught === 0 ? `${asked} 个错误，形状检查一个也没发现。` : `${asked} 个错误中，形状检查发现 ${caught} 个。`),
  legend: { caught: '发现', silent: '未察觉：错误漏过', not_applicable: '空白：不适用' },
  catches: (asked) => `发现数，共 ${asked}`,
  stageOf: (stage) => `阶段 ${stage}`,
  verdict: (fault, check, status) => `${fault}；${check}：${status}`,
});

export const bugs = withNouns(en, zh);
