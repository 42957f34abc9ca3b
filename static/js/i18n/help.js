/** Words of what opens over the page: help with keys and signs, and the model's data. */

const en = {
  close: 'Close',
  keysTitle: 'Keys',
  letterKeys: 'Letter and digit keys',
  keys: [
    ['1–6', 'open a stage'],
    ['← →', 'position on chips and losses, stage on the loom, key in a heat map, candidate on the bars'],
    ['↑ ↓', 'position'],
    ['Enter', 'on a chip: the merges that made its piece'],
    ['Alt ↑ Alt ↓', 'in a record: move it up or down'],
    ['M', 'causal mask on or off'],
    ['F', 'change the future, or change it back'],
    ['/', 'find a candidate'],
    ['T', 'theme'],
    ['?', 'this help'],
    ['Esc', 'close'],
  ],
  signsTitle: 'Signs',
  signs: {
    masked: 'masked: no weight exists',
    pad: 'PAD: a slot that holds no token',
    space: 'a space',
    byte: 'one byte that is no printable character',
    zero: 'zero; every other number keeps at least one digit',
  },
  config: 'Configuration',
  parametersTitle: 'Parameters',
  component: 'component',
  shape: 'shape',
  count: 'count',
  total: 'total',
  identities: 'SHA-256 of the files',
  versions: 'Versions',
};

/** @type {typeof en} */
const zh = {
  close: '关闭',
  keysTitle: '按键',
  letterKeys: '字母和数字键',
  keys: [
    ['1–6', '打开一个阶段'],
    ['← →', '在词元和损失上移动位置，在织图上切换阶段，在热图里移动键，在条形图上移动候选'],
    ['↑ ↓', '位置'],
    ['Enter', '在词元上：看它的片段由哪些合并而成'],
    ['Alt ↑ Alt ↓', '在记录里：上移或下移'],
    ['M', '开关因果掩码'],
    ['F', '改动未来，或改回来'],
    ['/', '查找候选'],
    ['T', '主题'],
    ['?', '本帮助'],
    ['Esc', '关闭'],
  ],
  signsTitle: '图例',
  signs: {
    masked: '被掩码：不存在权重',
    pad: 'PAD：没有词元的位置',
    space: '一个空格',
    byte: '一个不可打印的字节',
    zero: '零；其他数至少保留一位数字',
  },
  config: '配置',
  parametersTitle: '参数',
  component: '组成部分',
  shape: '形状',
  count: '数量',
  total: '合计',
  identities: '文件的 SHA-256',
  versions: '版本',
};

export const help = { en, zh };
