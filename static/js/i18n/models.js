/** Words of the models' panel, and of opening one. */

const en = {
  title: 'Models',
  /** @param {string} name */
  keeps: (name) => `The loom above keeps showing ${name} until another model is open.`,
  close: 'Close (Esc)',
  columns: { model: 'model', parameters: 'parameters', sizes: 'blocks × heads × width', context: 'context', vocabulary: 'vocabulary', precision: 'precision', validation: 'validation' },
  none: '—',
  /** @type {Record<string, string>} */
  about: {
    'mg-1': 'The model of the chapter.',
    'gpt2-mini': 'GPT-2 style: GELU, biases, tied output matrix.',
    shakespeare: 'Tiny Shakespeare, one character a token.',
    'shakespeare-large': 'Tiny Shakespeare, larger; tied output matrix.',
  },
  sources: { preset: 'Comes along with the program.', folder: 'From a folder of models.', imported: 'Read from a checkpoint.' },
  /** @param {number} step */
  trained: (step) => `Trained for ${step} updates.`,
  untrained: 'Untrained.',
  unsaid: 'Its file does not say for how long it was trained.',
  /** @param {string} name */
  here: (name) => `${name}, trained here`,
  /** @param {number} saved @param {number | null} selected */
  states: (saved, selected) => `${saved} saved states${selected === null ? '' : `; step ${selected} selected`}.`,
  /** @param {string} name */
  opening: (name) => `Opening ${name} …`,
  /** @param {string} seconds */
  waited: (seconds) => `${seconds} s`,
  cancel: 'Stop waiting',
  /** @param {string} name @param {string} reason */
  notOpened: (name, reason) => `Not opened: ${reason} ${name} stays open.`,
  /** @param {string} missing @param {string} shown */
  unknown: (missing, shown) => `There is no model “${missing}” here; ${shown} is open instead.`,
  leftOut: {
    /** @param {string} name */
    fault: (name) => `The link names a fault “${name}”; there is none of that name, and the model is whole.`,
    /** @param {string} title */
    faultElsewhere: (title) => `The link’s fault, “${title}”, is about something that this model has not; the model is whole.`,
    /** @param {string} list */
    places: (list) => `Left out of the link, for there is no such part or place here: ${list}.`,
    /** @param {string} list */
    rows: (list) => `Left out of the link, for the record that the residual would come from is not there: ${list}.`,
    /** @param {string} list */
    lenders: (list) => `Left out of the link, for it does not bring the text that the residual would come from, with lend=: ${list}.`,
    /** @param {string} list */
    fields: (list) => `Left out of the link, for there is no such value here: ${list}.`,
  },
  dismiss: 'Close this message',
  waiting: 'Waiting for the list of models',
  checkpoint: 'Open checkpoint',
  file: 'File',
  read: 'Read it',
  /** @param {string} folder */
  folder: (folder) => `from the folder ${folder}; nothing outside it, no code from the file is run`,
  noFiles: 'no checkpoint lies in that folder',
  noFolder: 'Start the program with --models FOLDER, and its checkpoints can be opened here.',
  report: 'Import report',
  /** @type {Record<string, string>} */
  layouts: { nanogpt: 'nanoGPT layout', mingpt: 'minGPT layout', gpt2: 'GPT-2 layout' },
  /** @param {string} layout @param {string} size @param {number} tensors */
  described: (layout, size, tensors) => `${layout}, ${size}, ${tensors} tensors`,
  found: 'found',
  ignored: 'set aside',
  assumed: 'Assumed, and why',
  needed: 'Needed from you',
  refused: 'Refused',
  /** @param {string} name */
  stays: (name) => `${name} stays open.`,
  /** @type {Record<string, string>} */
  what: { heads: 'heads', activation: 'GELU', head: 'output matrix', tokenizer: 'tokenizer', norm_epsilon: 'norm ε' },
  /** @type {Record<string, string>} */
  values: { gelu: 'exact', gelu_tanh: 'tanh', tied: 'tied', file: 'the file beside it', ids: 'IDs alone' },
  /** @param {string} value */
  use: (value) => `use ${value}`,
  choose: 'choose …',
  /** @param {number} count */
  origins: (count) => `Where each of ${count} parameters comes from`,
  originColumns: { parameter: 'parameter', from: 'from', shape: 'shape', transform: 'how' },
  open: 'Open',
  isOpen: 'It is open',
  /** @param {string | number} heads */
  openWith: (heads) => `Open with ${heads} heads`,
  waits: 'Open waits for every answer above.',
  save: 'Save report',
  this: 'The model on show',
  /** @type {Record<string, string>} */
  tokenizers: { 'byte-bpe': 'byte pairs', characters: 'characters', ids: 'IDs alone', library: 'the file beside it' },
  /** @type {Record<string, string>} */
  activations: { relu: 'ReLU', gelu: 'GELU, exact', gelu_tanh: 'GELU, tanh form' },
  facts: { tokenizer: 'tokenizer', activation: 'activation', biases: 'biases', output: 'output matrix', data: 'learns from' },
  biases: { attention: 'attention', ffn: 'FFN', norms: 'norms', head: 'output', none: 'none' },
  output: { tied: 'tied to the embedding', separate: 'separate' },
  data: { records: 'records', stream: 'one long text' },
  all: 'All settings, parameters, files',
};

/** @type {typeof en} */
const zh = {
  title: '模型',
  keeps: (name) => `在另一个模型打开之前，上方的图一直显示 ${name}。`,
  close: '关闭（Esc）',
  columns: { model: '模型', parameters: '参数', sizes: '块 × 头 × 宽', context: '上下文', vocabulary: '词表', precision: '精度', validation: '验证' },
  none: '—',
  about: {
    'mg-1': '本章的模型。',
    'gpt2-mini': 'GPT-2 式：GELU、带偏置、输出矩阵共享。',
    shakespeare: 'Tiny Shakespeare，一个字符一个 token。',
    'shakespeare-large': 'Tiny Shakespeare，更大；输出矩阵共享。',
  },
  sources: { preset: '随程序附带。', folder: '来自模型文件夹。', imported: '读自检查点。' },
  trained: (step) => `已训练 ${step} 步。`,
  untrained: '未训练。',
  unsaid: '文件没有说明训练了多久。',
  here: (name) => `${name}，在此训练`,
  states: (saved, selected) => `${saved} 个已存状态${selected === null ? '' : `；选中第 ${selected} 步`}。`,
  opening: (name) => `正在打开 ${name} …`,
  waited: (seconds) => `${seconds} 秒`,
  cancel: '不再等待',
  notOpened: (name, reason) => `未打开：${reason} ${name} 仍然打开。`,
  unknown: (missing, shown) => `这里没有名为“${missing}”的模型；打开的是 ${shown}。`,
  leftOut: {
    fault: (name) => `链接中的错误“${name}”不存在；模型完好。`,
    faultElsewhere: (title) => `链接中的错误“${title}”不适用于这个模型；模型完好。`,
    places: (list) => `链接中有几处未采用，因为这里没有这样的部分或位置：${list}。`,
    rows: (list) => `链接中有几处未采用，因为残差所取自的记录不在：${list}。`,
    lenders: (list) => `链接中有几处未采用，因为链接没有用 lend= 给出残差所取自的文本：${list}。`,
    fields: (list) => `链接中有几处未采用，因为这里没有这样的值：${list}。`,
  },
  dismiss: '关闭此消息',
  waiting: '正在等待模型列表',
  checkpoint: '打开检查点',
  file: '文件',
  read: '读取',
  folder: (folder) => `来自文件夹 ${folder}；不读其外的文件，不运行文件中的代码`,
  noFiles: '该文件夹中没有检查点',
  noFolder: '用 --models 文件夹 启动程序，就能在此打开其中的检查点。',
  report: '导入报告',
  layouts: { nanogpt: 'nanoGPT 布局', mingpt: 'minGPT 布局', gpt2: 'GPT-2 布局' },
  described: (layout, size, tensors) => `${layout}，${size}，${tensors} 个张量`,
  found: '找到',
  ignored: '搁置',
  assumed: '假定及理由',
  needed: '需要补充',
  refused: '拒绝',
  stays: (name) => `${name} 仍然打开。`,
  what: { heads: '头数', activation: 'GELU', head: '输出矩阵', tokenizer: '分词器', matrices: '矩阵', norm_epsilon: '归一化 ε', dropout: 'dropout' },
  values: { gelu: '精确', gelu_tanh: 'tanh', tied: '共享', separate: '单独', file: '旁边的文件', ids: '仅 ID', 'out × in': '出 × 入', 'in × out': '入 × 出', 'fused, in this order': '合成一个，按此顺序', 'three matrices': '三个矩阵' },
  use: (value) => `改用${value}`,
  choose: '请选择 …',
  origins: (count) => `${count} 个参数各来自何处`,
  originColumns: { parameter: '参数', from: '来自', shape: '形状', transform: '方式' },
  open: '打开',
  isOpen: '已打开',
  openWith: (heads) => `以 ${heads} 个头打开`,
  waits: '回答以上各项后才能打开。',
  save: '保存报告',
  this: '当前显示的模型',
  tokenizers: { 'byte-bpe': '字节对', characters: '字符', ids: '仅 ID', library: '旁边的文件' },
  activations: { relu: 'ReLU', gelu: 'GELU，精确', gelu_tanh: 'GELU，tanh 形式' },
  facts: { tokenizer: '分词器', activation: '激活', biases: '偏置', output: '输出矩阵', data: '学习材料' },
  biases: { attention: '注意力', ffn: 'FFN', norms: '归一化', head: '输出', none: '无' },
  output: { tied: '与嵌入共享', separate: '单独' },
  data: { records: '记录', stream: '一篇长文本' },
  all: '全部设置、参数、文件',
};

export const models = { en, zh };
