/** Words of Train: the run's strip, the learning curves, settings, states. The timeline and Compare have their own file. */

/** @typedef {keyof import('../types.js').TrainingConfig} Setting */
/** @typedef {'untrained' | 'selected' | 'newest' | 'final'} Named */

const en = {
  title: 'Training',
  commands: { start: 'Start', pause: 'Pause', continue: 'Continue', stop: 'Stop' },
  startHint: 'Train a new model, from random parameters on',
  restartHint: 'Train anew, from random parameters on: the new run takes the place of this one and of its saved states',
  stopHint: 'End this run here; what it has saved stays',
  /** @param {number} step @param {number} steps */
  at: (step, steps) => `update ${step} of ${steps}`,
  left: /** @param {string} time */ (time) => `${time} left`,
  expected: /** @param {number} steps @param {string} time */ (steps, time) => `${steps} ${steps === 1 ? 'update' : 'updates'}, about ${time}`,
  took: /** @param {number} steps @param {string} time */ (steps, time) => `${steps} ${steps === 1 ? 'update' : 'updates'} in ${time}`,
  starting: 'starting …',
  paused: /** @param {number} step @param {number} steps */ (step, steps) => `paused at ${step} of ${steps}`,
  stopped: /** @param {number} step @param {number} steps */ (step, steps) => `stopped at ${step} of ${steps}`,
  failed: /** @param {number} step */ (step) => `ended at update ${step}`,
  waiting: 'asking the server …',
  progress: 'Progress of the run',
  /** @param {number} seconds */
  time: (seconds) => (seconds < 60 ? `${tenths(seconds)} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s` : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`),
  /** @param {string} word @param {number} percent */
  share: (word, percent) => `${word} ${percent}%`,

  // the sentence
  reconnecting: 'Reconnecting; the run goes on.',
  unreached: 'Reconnecting.',
  neverTrained: 'Never trained: nothing has been learned yet.',
  showsLoaded: 'The loom shows the model as loaded',
  showsStep: /** @param {number} step */ (step) => `The loom shows step ${step}`,
  runIsAt: /** @param {number} step */ (step) => `; the run is at ${step}.`,
  runEndedAt: /** @param {number} step */ (step) => `; the run ended at ${step}.`,
  alone: '.',
  wrong: 'Start waits for a setting in its range.',
  /** @param {number} step @param {number} kept */
  notFinite: (step, kept) => `Not finite at update ${step}; step ${kept} kept.`,
  /** @type {Record<string, string>} */
  refusals: {
    run_active: 'A run is on. Watch it.',
    run_not_running: 'There is no run to be paused or stopped.',
    run_not_paused: 'No run is paused.',
    unreachable: 'The server does not answer; nothing was changed.',
    server_error: 'The server failed; nothing was changed.',
    internal_error: 'The server failed; nothing was changed.',
    offline: 'A saved page has no server to train on.',
  },
  replaced: /** @param {number} step */ (step) => `A new run has taken the place of the one that step ${step} was of. The page shows the model as loaded.`,
  unknownStep: /** @param {number} step */ (step) => `There is no saved step ${step} on this server. The page shows the model as loaded.`,
  dismiss: 'Close this message',

  // the panel
  panel: 'Learning',
  /** @param {number} train @param {number} validation */
  intro: (train, validation) => `${train} ${train === 1 ? 'record teaches' : 'records teach'}, ${validation} ${validation === 1 ? 'judges' : 'judge'}. Every point is the sum over all scored targets, divided by their number.`,
  curves: 'Loss curves; arrows move along the evaluations, Enter shows that state',
  update: 'update',
  series: { train: 'training', validation: 'validation' },
  uniform: /** @param {number} size @param {string} value */ (size, value) => `ln ${size} = ${value}`,
  selectedAt: /** @param {number} step @param {string} loss */ (step, loss) => `step ${step}: first minimum, ${loss}, selected`,
  leastSoFar: /** @param {number} step @param {string} loss */ (step, loss) => `step ${step}: least so far, ${loss}`,
  overfitting: /** @param {number} step */ (step) => `overfitting from ${step} on: training still falls, validation rises`,
  selectedShort: /** @param {number} step @param {string} loss */ (step, loss) => `step ${step}: ${loss}`,
  overfittingShort: /** @param {number} step */ (step) => `overfitting from ${step} on`,
  failure: /** @param {number} step */ (step) => `update ${step}: not finite`,
  hint: 'Point at the curves or walk along them to read a number; click, or Enter, shows that state on the loom.',
  readStep: /** @param {number} step */ (step) => `step ${step}`,
  readTrain: /** @param {string} loss */ (loss) => `training ${loss}`,
  readValidation: /** @param {string} loss */ (loss) => `validation ${loss}`,
  readBatch: /** @param {number} update @param {string} loss */ (update, loss) => `loss of the batch of update ${update}: ${loss}`,
  join: ', ',
  asTable: 'The curves as a table',
  /** @param {number} shown @param {number} all */
  thinned: (shown, all) => `Losses of the whole splits, in nats: ${shown} of ${all} evaluations.`,
  tableOf: /** @param {number} count */ (count) => `Losses of the whole splits, in nats: ${count} ${count === 1 ? 'evaluation' : 'evaluations'}.`,
  step: 'step',

  settings: 'Settings of the next run',
  settingsOfRun: 'Settings of this run',
  locked: 'Locked while the run is on.',
  reset: 'Back to the defaults',
  names: /** @type {Record<Setting, string>} */ ({
    learning_rate: 'learning rate',
    steps: 'updates',
    batch_records: 'records per batch',
    seed: 'seed of the draws',
    beta1: 'Adam β₁',
    beta2: 'Adam β₂',
    epsilon: 'Adam ε',
    evaluate_every: 'evaluate every',
  }),
  wholeFrom: /** @param {string} least @param {string} most */ (least, most) => `a whole number from ${least} to ${most}`,
  above: 'a number above 0',
  fromToBelow: 'from 0 to below 1',

  corpus: 'Corpus',
  /** @param {string} name @param {number} count */
  corpusName: (name, count) => `${name}, ${count} records`,
  splits: { train: 'training', validation: 'validation' },
  /** @param {string} split @param {number} count */
  split: (split, count) => `${split}, ${count}`,

  states: 'States',
  statesCaption: 'States of the run: press one to show it on the whole page',
  state: 'state',
  named: /** @type {Record<Named, string>} */ ({ untrained: 'untrained', selected: 'selected', newest: 'newest', final: 'final' }),
  show: /** @param {string} name @param {number} step */ (name, step) => `Show ${name}, step ${step}`,
  noStates: 'A run saves a state every few updates; each can be shown on the whole page.',
  compare: 'Compare two states',
};

/** @type {typeof en} */
const zh = {
  title: '训练',
  commands: { start: '开始', pause: '暂停', continue: '继续', stop: '停止' },
  startHint: '从随机参数开始，训练一个新模型',
  restartHint: '从随机参数重新训练：新的训练会取代这一次，以及它保存的所有状态',
  stopHint: '训练到此为止；已保存的状态保留',
  at: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
  left: (time) => `还需 ${time}`,
  expected: (steps, time) => `${steps} 步，约 ${time}`,
  took: (steps, time) => `${steps} 步，用时 ${time}`,
  starting: '正在启动……',
  paused: (step, steps) => `已暂停在第 ${step} 步，共 ${steps} 步`,
  stopped: (step, steps) => `已停在第 ${step} 步，共 ${steps} 步`,
  failed: (step) => `在第 ${step} 步中断`,
  waiting: '正在询问服务器……',
  progress: '训练进度',
  time: (seconds) => (seconds < 60 ? `${tenths(seconds)} 秒` : seconds < 3600 ? `${Math.floor(seconds / 60)} 分 ${Math.floor(seconds % 60)} 秒` : `${Math.floor(seconds / 3600)} 小时 ${Math.floor((seconds % 3600) / 60)} 分`),
  share: (word, percent) => `${word} ${percent}%`,

  reconnecting: '重新连接中，训练仍在继续。',
  unreached: '重新连接中。',
  neverTrained: '未训练：还什么都没有学到。',
  showsLoaded: '图中是载入时的模型',
  showsStep: (step) => `图中是第 ${step} 步`,
  runIsAt: (step) => `，训练已到 ${step}。`,
  runEndedAt: (step) => `，训练止于 ${step}。`,
  alone: '。',
  wrong: '有一项设置超出范围，改好才能开始。',
  notFinite: (step, kept) => `第 ${step} 步的损失不是有限的数；保留第 ${kept} 步。`,
  refusals: {
    run_active: '已有训练在进行，请看着它。',
    run_not_running: '没有可以暂停或停止的训练。',
    run_not_paused: '没有暂停中的训练。',
    unreachable: '服务器没有应答，什么都没有改变。',
    server_error: '服务器出错，什么都没有改变。',
    internal_error: '服务器出错，什么都没有改变。',
    offline: '保存的页面没有服务器，无法训练。',
  },
  replaced: (step) => `新的训练取代了第 ${step} 步所属的那一次。现在显示载入时的模型。`,
  unknownStep: (step) => `这台服务器上没有保存第 ${step} 步。现在显示载入时的模型。`,
  dismiss: '关闭这条消息',

  panel: '学习曲线',
  intro: (train, validation) => `${train} 条记录用来学习，${validation} 条用来评判。每个点都是所有计分目标的损失之和除以其个数。`,
  curves: '损失曲线；方向键沿评估点移动，回车显示那个状态',
  update: '步',
  series: { train: '训练', validation: '验证' },
  uniform: (size, value) => `ln ${size} = ${value}`,
  selectedAt: (step, loss) => `第 ${step} 步：首个最小值 ${loss}，选中`,
  leastSoFar: (step, loss) => `第 ${step} 步：目前最小，${loss}`,
  overfitting: (step) => `从第 ${step} 步起过拟合：训练损失仍在下降，验证损失上升`,
  selectedShort: (step, loss) => `第 ${step} 步：${loss}`,
  overfittingShort: (step) => `从第 ${step} 步起过拟合`,
  failure: (step) => `第 ${step} 步：不是有限的数`,
  hint: '指向曲线或用方向键移动，即可读数；点击或回车，图中显示那个状态。',
  readStep: (step) => `第 ${step} 步`,
  readTrain: (loss) => `训练 ${loss}`,
  readValidation: (loss) => `验证 ${loss}`,
  readBatch: (update, loss) => `第 ${update} 步那一批的损失 ${loss}`,
  join: '，',
  asTable: '以表格显示曲线',
  thinned: (shown, all) => `整个划分的损失，单位纳特：${all} 次评估中的 ${shown} 次。`,
  tableOf: (count) => `整个划分的损失，单位纳特：${count} 次评估。`,
  step: '步',

  settings: '下次训练的设置',
  settingsOfRun: '本次设置',
  locked: '训练中不可改。',
  reset: '恢复默认值',
  names: {
    learning_rate: '学习率',
    steps: '步数',
    batch_records: '每批记录数',
    seed: '抽取的种子',
    beta1: 'Adam β₁',
    beta2: 'Adam β₂',
    epsilon: 'Adam ε',
    evaluate_every: '评估间隔',
  },
  wholeFrom: (least, most) => `${least} 到 ${most} 的整数`,
  above: '大于 0 的数',
  fromToBelow: '从 0 到小于 1',

  corpus: '语料',
  corpusName: (name, count) => `${name}，${count} 条记录`,
  splits: { train: '训练', validation: '验证' },
  split: (split, count) => `${split}，${count} 条`,

  states: '状态',
  statesCaption: '训练保存的状态：按下其一，整个页面显示它',
  state: '状态',
  named: { untrained: '未训练', selected: '选中', newest: '最新', final: '最终' },
  show: (name, step) => `显示${name}，第 ${step} 步`,
  noStates: '训练每隔几步保存一个状态，每个都能在整个页面上显示。',
  compare: '对照两个状态',
};

/** @param {number} seconds */
function tenths(seconds) {
  return seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds);
}

export const train = { en, zh };
