/**
 * A link as the state; hash.js writes it. What a link gets wrong is left out,
 * one field at a time.
 *
 * r=<text> (one for each record) rec pos stage b head key mask=0 theme lang
 * edit=<record>:<position>:<id> pad=<record>:<id> out=logits order=value
 * model=<name> mode=break fault=<name> check=<name> show=difference vs=<step>
 * trail=<number>*<number>… stop=<1…> or ex=<letter> present=1
 */
import { MOST_RECORDS } from './drafts.js';
import { draft, initialState } from './initial.js';
import { readLesson, stageOfLesson } from './lesson-link.js';
import { readAgainst, readMode } from './mode-link.js';
import { trailFromText } from './trail-link.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */

/** Numbers in the link, by key, with the field of the state and the least value. */
export const NUMBERS = /** @type {const} */ ([
  ['rec', 'rec', 0],
  ['pos', 'pos', 0],
  ['stage', 'stage', 1],
  ['b', 'block', 0],
  ['head', 'head', 0],
  ['key', 'key', 0],
]);

const LANGS = /** @type {const} */ (['en', 'zh']);
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);

/**
 * The plain state with what the link says.
 * @param {string} hash with or without #
 * @returns {Partial<State>}
 */
export function fromHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const initial = initialState();
  const lesson = readLesson(fields);
  const plain = { ...initial, stage: stageOfLesson(lesson) ?? initial.stage };
  const texts = fields.getAll('r').slice(0, MOST_RECORDS);
  const baseline = texts.length ? texts.map(draft) : plain.drafts;
  const numbers = numbersFrom(fields, plain, baseline.length);
  const trail = trailFromText(fields.get('trail'));
  return {
    opening: fields.get('model'),
    openingLink: hash,
    ...numbers,
    // What a number is computed from is only here in its own block.
    block: trail.at(-1)?.block ?? numbers.block,
    ...readMode(fields),
    train: { ...initial.train, against: readAgainst(fields) },
    key: wholeNumber(fields.get('key'), 0) ?? numbers.pos,
    baseline,
    drafts: labEdits(fields, baseline, numbers.rec),
    mask: ['0', 'none'].includes(fields.get('mask') ?? '') ? 'none' : 'causal',
    aside: null,
    trail,
    lesson,
    present: fields.get('present') === '1',
    lang: oneOf(fields.get('lang'), LANGS, plain.lang),
    theme: oneOf(fields.get('theme'), THEMES, plain.theme),
    candidates: {
      ...plain.candidates,
      scale: fields.get('out') === 'logits' ? 'logit' : 'probability',
      order: fields.get('order') === 'value' ? 'value' : 'id',
    },
  };
}

/** @param {URLSearchParams} fields @param {State} plain @param {number} records */
function numbersFrom(fields, plain, records) {
  const read = Object.fromEntries(NUMBERS.map(([name, field, least]) => [field, wholeNumber(fields.get(name), least) ?? plain[field]]));
  const { rec = 0, pos = 0, stage = 1, block = 0, head = 0 } = read;
  return {
    rec: rec < records ? rec : plain.rec,
    pos,
    stage: stage <= 6 ? /** @type {import('../types.js').Stage} */ (stage) : plain.stage,
    block,
    head,
  };
}

/**
 * @param {URLSearchParams} fields @param {Draft[]} records @param {number} rec where an edit names no record
 * @returns {Draft[]} the same list where the link holds no edit
 */
function labEdits(fields, records, rec) {
  let drafts = records;
  for (const edit of fields.getAll('edit')) {
    const [id, position, record = rec] = wholeNumbers(edit).reverse();
    if (id === undefined || position === undefined) continue;
    drafts = changed(drafts, record, ({ replace }) => ({ replace: [...replace.filter((swap) => swap.position !== position), { position, id }] }));
  }
  for (const fill of fields.getAll('pad')) {
    const [paddingId, record = rec] = wholeNumbers(fill).reverse();
    if (paddingId !== undefined) drafts = changed(drafts, record, () => ({ paddingId }));
  }
  return drafts;
}

/** @param {Draft[]} drafts @param {number} index @param {(record: Draft) => Partial<Draft>} change */
function changed(drafts, index, change) {
  return drafts.map((record, i) => (i === index ? { ...record, ...change(record) } : record));
}

/** @param {string} text @returns {number[]} empty unless every part is a whole number */
function wholeNumbers(text) {
  const found = text.split(':').map((part) => wholeNumber(part, 0));
  return found.every((value) => value !== null) ? found : [];
}

/** @param {string | null} text @param {number} least */
function wholeNumber(text, least) {
  if (text === null || !/^\d{1,6}$/.test(text)) return null;
  return Number(text) >= least ? Number(text) : null;
}

/** @template {string} T @param {string | null} text @param {readonly T[]} allowed @param {T} otherwise @returns {T} */
function oneOf(text, allowed, otherwise) {
  return allowed.find((value) => value === text) ?? otherwise;
}
