/** Words of the record list and the chips. */

/** @param {string} one @param {string} One */
const en = (one, One) => ({
  records: `${One}s`,
  /** @param {number} index */
  record: (index) => `${One} ${index}`,
  /** @param {number} index */
  text: (index) => `Content of ${one} ${index}`,
  prompt: 'Prompt',
  add: `Add ${one}`,
  /** @param {number} index */
  remove: (index) => `Remove ${one} ${index}`,
  /** @param {number} index */
  up: (index) => `Move ${one} ${index} up`,
  /** @param {number} index */
  down: (index) => `Move ${one} ${index} down`,
  /** @param {number} index */
  fromCorpus: (index) => `Fill ${one} ${index} from the corpus`,
  train: 'Training',
  validation: 'Validation',
  /** @param {number} pads */
  pads: (pads) => `, ${pads} PAD`,
  /** @param {number} count */
  drawn: (count) => `, ${count} drawn`,
  /** @param {number} positions @param {number} limit @param {number} over */
  tooLong: (positions, limit, over) =>
    `This ${one} needs ${positions} slots; the context has ${limit}. Shorten it by ${over} ${over === 1 ? 'token' : 'tokens'}. Below, if anything: the last ${one}s that fitted.`,
  chips: `Tokens of the ${one}`,
  positionAndId: 'position, ID',
  piece: 'piece',
  target: 'target',
  next: 'next',
  free: 'free',
  /** @param {number} count */
  padSlots: (count) => `${count} padding slots, not scored`,
  /** @param {number} position @param {number} id @param {string} piece @param {string} word @param {string} next */
  chip: (position, id, piece, word, next) => `Position ${position}, ID ${id}, piece ${piece}, ${word} ${next}`,
  /** @param {string} character */
  partOf: (character) => `part of ${character}`,
  beyond: 'beyond the context',
  /** @param {number} count */
  rest: (count) => `and ${count} more`,
  edited: 'changed in the lab',
  /** @type {Record<string, string>} spoken and tooltip names of pieces that show no letter */
  bytes: {
    '00': 'null', '09': 'tab', '0a': 'line feed', '0d': 'carriage return', '1b': 'escape', 20: 'space', '7f': 'delete',
  },
  /** @param {string} hex */
  byte: (hex) => `byte ${hex}`,
  specials: /** @type {Record<string, string>} */ ({ BOS: 'begin of sequence, BOS', EOS: 'end of sequence, EOS', PAD: 'padding, PAD' }),
});

/** @param {string} one @param {string} measure @returns {ReturnType<typeof en>} */
const zh = (one, measure) => ({
  records: one,
  record: (index) => `${one} ${index}`,
  text: (index) => `${one} ${index} 的内容`,
  prompt: '提示',
  add: `添加${one}`,
  remove: (index) => `移除${one} ${index}`,
  up: (index) => `上移${one} ${index}`,
  down: (index) => `下移${one} ${index}`,
  fromCorpus: (index) => `从语料填入${one} ${index}`,
  train: '训练',
  validation: '验证',
  pads: (pads) => `，PAD ${pads}`,
  drawn: (count) => `，抽 ${count}`,
  tooLong: (positions, limit, over) =>
    `这${measure}${one}要占 ${positions} 个位置，上下文只有 ${limit} 个。请减少 ${over} 个词元。下方是上次放得下的${one}。`,
  chips: `这${measure}${one}的词元`,
  positionAndId: '位置，ID',
  piece: '片段',
  target: '目标',
  next: '下一个',
  free: '空位',
  padSlots: (count) => `${count} 个填充位置，不计分`,
  chip: (position, id, piece, word, next) => `位置 ${position}，ID ${id}，片段 ${piece}，${word} ${next}`,
  partOf: (character) => `属于字符 ${character}`,
  beyond: '超出上下文',
  rest: (count) => `还有 ${count} 个`,
  edited: '已在实验台改动',
  bytes: { '00': '空字符', '09': '制表符', '0a': '换行', '0d': '回车', '1b': '转义符', 20: '空格', '7f': '删除符' },
  byte: (hex) => `字节 ${hex}`,
  specials: { BOS: '序列开始 BOS', EOS: '序列结束 EOS', PAD: '填充 PAD' },
});

export const records = { en: en('record', 'Record'), zh: zh('记录', '条'), texts: { en: en('text', 'Text'), zh: zh('文本', '段') } };
