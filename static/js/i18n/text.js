/** Words of the text window. */

const en = {
  title: 'Text window',
  /** @param {number} length @param {number} total @param {string} split @param {number} from */
  place: (length, total, split, from) => `${length} of ${total.toLocaleString('en')} ${split}, from ${from.toLocaleString('en')}`,
  splits: { train: 'training characters', validation: 'validation characters', sample: 'sample characters' },
  slider: 'Place of the window in the text',
  /** @param {number} length */
  back: (length) => `‹ ${length}`,
  /** @param {number} length */
  on: (length) => `${length} ›`,
  /** @param {number} length */
  backLong: (length) => `${length} characters back`,
  /** @param {number} length */
  onLong: (length) => `${length} characters on`,
  own: 'Write my own',
  toText: 'Back to the text',
  find: 'Find in text',
  notFound: 'Nowhere in this part of the text.',
  sample: 'Only a page of the text is here. All of it comes with: minigpt data shakespeare',
  running: 'The text, one character a position',
  runningOwn: 'The tokens, one a position',
  /** @param {number} position @param {string} piece @param {string} next */
  at: (position, piece, next) => `position ${position}: ${piece}, next ${next}`,
};

/** @type {typeof en} */
const zh = {
  title: '文本窗口',
  place: (length, total, split, from) => `${split}共 ${total.toLocaleString('en')} 个，显示 ${length} 个，从第 ${from.toLocaleString('en')} 个起`,
  splits: { train: '训练字符', validation: '验证字符', sample: '样本字符' },
  slider: '窗口在文本中的位置',
  back: (length) => `‹ ${length}`,
  on: (length) => `${length} ›`,
  backLong: (length) => `后退 ${length} 个字符`,
  onLong: (length) => `前进 ${length} 个字符`,
  own: '自己写',
  toText: '回到文本',
  find: '在文本中查找',
  notFound: '这部分文本中没有。',
  sample: '这里只有一页文本。取得全文：minigpt data shakespeare',
  running: '文本，一个字符一个位置',
  runningOwn: '词元，一个一个位置',
  at: (position, piece, next) => `位置 ${position}：${piece}，下一个 ${next}`,
};

export const text = { en, zh };
