/** Words of stages 1, 2 and 4 and of the margin. What tensors are is told in tensors.js. */
import { tensors } from './tensors.js';
import { withNouns } from './nouns.js';

/** @typedef {'position' | 'coordinate' | 'head' | 'query' | 'key' | 'unit' | 'candidate' | 'id' | 'row' | 'column'} AxisName */
/** @typedef {import('../views/detail.js').Phrase} Phrase */

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  tensors: tensors.en(of),
  list: ', ',
  axes: /** @type {Record<AxisName, string>} */ ({
    position: 'position', coordinate: 'coordinate', head: 'head', query: 'query', key: 'key',
    unit: 'unit', candidate: 'candidate', id: 'ID', row: 'row', column: 'column',
  }),
  readout: {
    title: 'Any number in full',
    hint: `Point at a number, or reach it with Tab and the arrow keys: here it is with every digit. The name says where it stands: norm1[0, 5, 3] is ${of.one} 0, position 5, coordinate 3.`,
    masked: 'masked',
    absent: 'not there',
  },
  table: {
    title: /** @param {number} position */ (position) => `Position ${position}, by stage`,
    input: 'input',
    target: 'target',
    stage: 'stage',
    coordinates: 'coordinate',
    keys: 'key',
    between: 'Between positions',
    head: /** @param {string} what @param {number} head */ (what, head) => `${what}, head ${head}`,
    open: /** @param {string} label @param {number} count */ (label, count) => `${label}: all ${count}`,
    all: /** @param {number} count */ (count) => `all ${count}`,
    masked: 'masked',
    copyAs: 'Copy as',
    copied: /** @param {string} format @param {string} size */ (format, size) => `Copied: ${size} of ${format}, every coordinate in full`,
    refused: 'The browser did not allow copying. The text is selected below: copy it from there.',
    manual: 'Text to copy',
    close: 'Close',
  },
  batch: {
    sentence: /** @param {{record: number, bytes: number, tokens: number}} of @returns {Phrase[]} */ ({ record, bytes, tokens }) =>
      tokens === 0
        ? [`Record ${record} is empty: `, { strong: 'BOS' }, ' alone goes in, and its target is EOS.']
        : [`Record ${record} is ${counted(bytes, 'byte', 'bytes')}; ${tokens < bytes ? 'merges leave' : 'no merge applies, so they are'} `, { strong: counted(tokens, 'token', 'tokens') }, '. BOS goes in front, and every target is the ID in the next slot.'],
    piece: /** @param {{tokens: number, tokenizer: string, isOpen: boolean}} of @returns {Phrase[]} */ ({ tokens, tokenizer, isOpen }) =>
      [{ strong: tokenizer === 'characters' ? counted(tokens, 'character', 'characters') : tokenizer === 'ids' ? counted(tokens, 'ID', 'IDs') : counted(tokens, 'token', 'tokens') }, `${tokenizer === 'characters' ? ', each a token' : ''}. Nothing is put around them; every target is the ID in the next slot${isOpen ? ', and the last slot has none' : ', the last one what follows in the text'}.`],
    edited: /** @param {number} record @returns {Phrase[]} */ (record) => ['The lab has changed ', { strong: 'input IDs' }, ` of ${of.one} ${record}; targets changed with them, for each is the ID in the next slot.`],
    rows: { slot: 'slot', bytes: 'bytes', piece: 'piece', ids: 'ids', shift: 'shifted', targets: 'targets', valid: 'valid' },
    slot: /** @param {{slot: number, id: number, piece: string, target: number, targetPiece: string}} of */ ({ slot, id, piece, target, targetPiece }) =>
      `slot ${slot}: ID ${id}, ${piece}; target ${target}, ${targetPiece}; valid`,
    unscored: /** @param {{slot: number, id: number, piece: string, ignored: string}} of */ ({ slot, id, piece, ignored }) => `slot ${slot}: ID ${id}, ${piece}; target ${ignored}, not scored; valid`,
    padding: /** @param {{slot: number, id: number, ignored: string}} of */ ({ slot, id, ignored }) => `slot ${slot}: ID ${id}, padding; target ${ignored}, not scored; not valid`,
    slots: /** @param {number} record @param {number} count */ (record, count) => `The ${count} slots of ${of.one} ${record}`,
    unfold: /** @param {number} count */ (count) => `Show the ${counted(count, 'padding slot', 'padding slots')}`,
    fold: 'fold',
    foldAll: 'Fold the padding slots',
    made: /** @param {number} id */ (id) => `How ID ${id} was made`,
    merge: /** @param {number} number */ (number) => `merge ${number}`,
    byte: /** @param {string} hex */ (hex) => `One byte, ${hex}: no merge was needed.`,
    kinds: /** @type {Record<string, string>} */ ({ character: 'A character of the model’s list; its place in the list is its ID.', id: 'A number alone: no file says what text it stands for.', piece: 'An entry of the tokenizer that lies beside the model.' }),
    special: 'A special ID. Typed text never becomes one.',
    batch: 'The whole batch',
    record: /** @param {number} index @param {boolean} isText */ (index, isText) => (!isText ? `record ${index}` : index ? `text ${index}` : 'text'),
    filled: /** @param {number} valid @param {number} padding */ (valid, padding) => `${valid} valid${padding ? `, ${padding} PAD` : ''}`,
    scored: /** @param {string} sum @param {number} total @param {number} slots */ (sum, total, slots) => `${sum}${counted(total, 'scored target', 'scored targets')} in ${slots} slots; padding is never scored.`,
    scoredIn: /** @param {string} sum @param {number} total @param {number} slots */ (sum, total, slots) => `${sum}${counted(total, 'scored target', 'scored targets')} in ${slots} slots.`,
  },
  merges: {
    title: /** @param {number} id */ (id) => `How ID ${id} was made`,
    merge: /** @param {number} rank */ (rank) => `merge ${rank}`,
    isByte: 'One byte of the text. No merge applied to it.',
    isSpecial: 'Set by batch_records. No typed text ever becomes this ID.',
    id: /** @param {number} id */ (id) => `ID ${id}`,
  },
  embed: {
    sentence: /** @param {{id: number, position: number}} of @returns {Phrase[]} */ ({ id, position }) =>
      ['Row ', { strong: String(id) }, ' of the token table plus row ', { strong: String(position) }, ' of the position table. No position has met another yet.'],
    coordinate: 'coordinate',
    tokenTable: 'Token table E',
    positionTable: 'Position table P',
    onSide: 'on its side: one column per ID',
    perPosition: 'one per position',
    legend: `Framed: the row that is added here. Ticks: the rows that this ${of.one} uses.`,
    tokenPicture: /** @param {number} id @param {number} rows */ (id, rows) => `Token table, ${rows} rows; row ${id} is used here. Arrow keys read its numbers.`,
    positionPicture: /** @param {number} position @param {number} rows */ (position, rows) => `Position table, ${rows} rows; row ${position} is used here. Arrow keys read its numbers.`,
    loading: 'The tables arrive once the first trace is shown.',
  },
  transform: {
    sentence: /** @param {{position: number, zeros: number, units: number}} of @returns {Phrase[]} */ ({ position, zeros, units }) =>
      [`Position ${position} keeps what it had; attention and FFN only add to it. ReLU set `, { strong: `${zeros} of ${units}` }, ' units to exactly 0.'],
    gelu: /** @param {{position: number, negative: number, units: number}} of @returns {Phrase[]} */ ({ position, negative, units }) =>
      [`Position ${position} keeps what it had; attention and FFN only add to it. GELU pressed `, { strong: `${negative} of ${units}` }, ' units, the negative ones, to between \u22120.17 and 0.'],
    signs: [['X', '+ attention', '= R'], ['RowNorm'], ['FFN', 'ReLU'], ['R', '+ FFN', '= Y']],
    mean: 'mean μ',
    variance: 'variance σ²',
    epsilon: 'ε',
  },
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  tensors: tensors.zh(of),
  list: '，',
  axes: {
    position: '位置', coordinate: '坐标', head: '头', query: '查询', key: '键',
    unit: '单元', candidate: '候选', id: 'ID', row: '行', column: '列',
  },
  readout: {
    title: '任一数字的全部位数',
    hint: `指向任一数字，或用 Tab 与方向键移到它上面：这里给出它的全部位数。名称说明它在哪里：norm1[0, 5, 3] 即${of.one} 0、位置 5、坐标 3。`,
    masked: '已掩去',
    absent: '不存在',
  },
  table: {
    title: (position) => `位置 ${position}，逐阶段`,
    input: '输入',
    target: '目标',
    stage: '阶段',
    coordinates: '坐标',
    keys: '键',
    between: '位置之间',
    head: (what, head) => `${what}，头 ${head}`,
    open: (label, count) => `${label}：全部 ${count} 个`,
    all: (count) => `全部 ${count} 个`,
    masked: '已掩去',
    copyAs: '复制为',
    copied: (format, size) => `已复制 ${size} 的 ${format}，含每个坐标的全部位数`,
    refused: '浏览器不允许复制。文本已在下方选中，请从那里复制。',
    manual: '待复制的文本',
    close: '关闭',
  },
  batch: {
    sentence: ({ record, bytes, tokens }) =>
      tokens === 0
        ? [`记录 ${record} 是空的：输入只有 `, { strong: 'BOS' }, '，它的目标是 EOS。']
        : [`记录 ${record} 有 ${bytes} 个字节，${tokens < bytes ? '合并后剩' : '没有可用的合并，就是'} `, { strong: `${tokens} 个词元` }, '。前面加 BOS；每个目标就是下一槽位的 ID。'],
    piece: ({ tokens, tokenizer, isOpen }) => [{ strong: `${tokens} 个${tokenizer === 'characters' ? '字符' : tokenizer === 'ids' ? ' ID' : '词元'}` }, `${tokenizer === 'characters' ? '，一个字符一个词元' : ''}。前后什么也不加；每个目标就是下一槽位的 ID，${isOpen ? '最后一个槽位没有目标' : '最后一个是文中接下来的'}。`],
    edited: (record) => [`实验改动了${of.one} ${record} 的`, { strong: '输入 ID' }, '；目标随之改变，因为它就是下一槽位的 ID。'],
    rows: { slot: '槽位', bytes: '字节', piece: '片段', ids: 'ids', shift: '错开', targets: 'targets', valid: 'valid' },
    slot: ({ slot, id, piece, target, targetPiece }) => `槽位 ${slot}：ID ${id}，${piece}；目标 ${target}，${targetPiece}；有效`,
    unscored: ({ slot, id, piece, ignored }) => `槽位 ${slot}：ID ${id}，${piece}；目标 ${ignored}，不计分；有效`,
    padding: ({ slot, id, ignored }) => `槽位 ${slot}：ID ${id}，填充；目标 ${ignored}，不计分；无效`,
    slots: (record, count) => `${of.one} ${record} 的 ${count} 个槽位`,
    unfold: (count) => `展开 ${count} 个填充槽位`,
    fold: '收起',
    foldAll: '收起填充槽位',
    made: (id) => `ID ${id} 是怎样得来的`,
    merge: (number) => `第 ${number} 次合并`,
    byte: (hex) => `单个字节 ${hex}，不需要合并。`,
    kinds: { character: '模型字符表里的一个字符；它在表中的位置就是它的 ID。', id: '只是一个数：没有文件说明它代表什么文字。', piece: '模型旁边的分词器里的一项。' },
    special: '特殊 ID，键入的文本永远不会变成它。',
    batch: '整批',
    record: (index, isText) => (!isText ? `记录 ${index}` : index ? `文本 ${index}` : '文本'),
    filled: (valid, padding) => `${valid} 个有效${padding ? `，${padding} 个 PAD` : ''}`,
    scored: (sum, total, slots) => `${sum}${total} 个计分目标，槽位共 ${slots} 个；填充从不计分。`,
    scoredIn: (sum, total, slots) => `${slots} 个槽位中有 ${sum}${total} 个计分的目标。`,
  },
  merges: {
    title: (id) => `ID ${id} 是怎样合成的`,
    merge: (rank) => `第 ${rank} 次合并`,
    isByte: '文本中的一个字节，没有合并作用于它。',
    isSpecial: '由 batch_records 加入。键入的文本不会变成这个 ID。',
    id: (id) => `ID ${id}`,
  },
  embed: {
    sentence: ({ id, position }) => ['词元表第 ', { strong: String(id) }, ' 行加位置表第 ', { strong: String(position) }, ' 行。各位置之间还没有任何联系。'],
    coordinate: '坐标',
    tokenTable: '词元表 E',
    positionTable: '位置表 P',
    onSide: '横放：每个 ID 一列',
    perPosition: '每个位置一列',
    legend: `方框：此处相加的一行。刻度：这${of.counted}用到的行。`,
    tokenPicture: (id, rows) => `词元表，共 ${rows} 行，此处用第 ${id} 行。方向键可读出其中数字。`,
    positionPicture: (position, rows) => `位置表，共 ${rows} 行，此处用第 ${position} 行。方向键可读出其中数字。`,
    loading: '首次结果显示之后，再载入这两张表。',
  },
  transform: {
    sentence: ({ position, zeros, units }) => [`位置 ${position} 保留已有内容，注意力与 FFN 只往上加。ReLU 把 `, { strong: `${units} 个单元中的 ${zeros} 个` }, '变为恰好 0。'],
    gelu: ({ position, negative, units }) => [`位置 ${position} 保留已有内容，注意力与 FFN 只往上加。GELU 把 `, { strong: `${units} 个单元中 ${negative} 个` }, '（负的那些）压到 \u22120.17 与 0 之间。'],
    signs: [['X', '+ 注意力', '= R'], ['RowNorm'], ['FFN', 'ReLU'], ['R', '+ FFN', '= Y']],
    mean: '均值 μ',
    variance: '方差 σ²',
    epsilon: 'ε',
  },
});

export const detail = withNouns(en, zh);
