/**
 * What a model is given, by name: the chapter's model gets records, a model of
 * running text gets texts, one without a tokenizer records of IDs, which nothing ends
 * either. Catalogues whose sentences name it are made once for each.
 * `ofLab` is what every fault is shown on; what `isWhole` stands between BOS and EOS, and
 * is padded with PAD, while a text is a piece that goes on.
 */

const records = {
  en: { one: 'record', many: 'records', One: 'Record', Many: 'Records', ofLab: 'the two records of the chapter', isWhole: true },
  /** `counted` has the measure word that stands behind a number, “this” or “each”. */
  zh: { one: '记录', counted: '条记录', measure: '条', own: '本记录', ofLab: '本章的两条记录', isWhole: true },
};

const texts = {
  en: { one: 'text', many: 'texts', One: 'Text', Many: 'Texts', ofLab: 'two short texts', isWhole: false },
  zh: { one: '文本', counted: '段文本', measure: '段', own: '本段文本', ofLab: '两段短文本', isWhole: false },
};

const idRecords = {
  en: { ...records.en, ofLab: 'two short records', isWhole: false },
  zh: { ...records.zh, ofLab: '两条短记录', isWhole: false },
};

/** @typedef {typeof records.en} EnglishNoun */
/** @typedef {typeof records.zh} ChineseNoun */

/**
 * A catalogue with the chapter's noun, and beside it the same with the others.
 * @template W
 * @param {(of: EnglishNoun) => W} en @param {(of: ChineseNoun) => W} zh
 */
export function withNouns(en, zh) {
  return { en: en(records.en), zh: zh(records.zh), texts: { en: en(texts.en), zh: zh(texts.zh) }, ids: { en: en(idRecords.en), zh: zh(idRecords.zh) } };
}
