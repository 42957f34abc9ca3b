/** Take apart in the link: mode=break off=0.1,ffn2,block3 swap=<block>:<position>:r<record>. */
import { changesOf, isApart, setLever } from './apart.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Swap} Swap */
/** @typedef {'place' | 'row'} Lack what an exchange that cannot be has not got: where to, or where from */

const PART = /^(\d{1,3}\.\d{1,3}|ffn\d{1,3}|block\d{1,3})$/;
/** Of the record on show; of another one its number stands first. */
const SWAP = /^(?:(\d{1,2}):)?(-1|\d{1,3}):(\d{1,4}):r(\d{1,2})$/;

/** Those waiting outside Break are written too. @param {URLSearchParams} hash written to @param {State} state */
export function writeApart(hash, state) {
  const { off, swap, rec, show } = state;
  if (off.length) hash.set('off', off.join(','));
  if (swap.length) hash.set('swap', swap.map(({ record, block, position, from }) => `${record === rec ? '' : `${record}:`}${block}:${position}:r${from}`).join(','));
  if (!isApart(state)) return;
  // Without a change nothing else says which lever is held.
  if (!changesOf(state)) return hash.set('off', '');
  // Where something is off, the difference is what goes without saying.
  if (show === 'values') hash.set('show', 'values');
  else hash.delete('show');
}

/**
 * What the link switches off, once its records are here; what is not there is left out, and kept to be told.
 * @param {State} state @param {string} link @returns {State}
 */
export function openApart(state, link) {
  const fields = new URLSearchParams(link.replace(/^#/, ''));
  if (!fields.has('off') && !fields.has('swap')) return state;
  const named = listed(fields.get('off'));
  const off = named.filter((part) => isPart(part, state));
  const exchanges = listed(fields.get('swap')).map((text) => ({ text, read: swapIn(text, state) }));
  const swap = exchanges.flatMap(({ read }) => (typeof read === 'string' ? [] : [read]));
  const left = (/** @type {Lack} */ lack) => exchanges.filter(({ read }) => read === lack).map(({ text }) => text);
  const places = [...named.filter((part) => !off.includes(part)), ...left('place')];
  const rows = left('row');
  const leftOut = places.length || rows.length ? { places, rows } : (state.leftOut ?? null);
  const held = setLever({ ...state, off, swap, leftOut, lever: 'fault' }, 'apart');
  const saysValues = state.mode !== 'break' || fields.get('show') === 'values';
  return { ...held, panel: state.panel, show: saysValues ? state.show : held.show };
}

/** Each once. @param {string | null} text */
function listed(text) {
  return [...new Set((text ?? '').split(',').filter(Boolean))];
}

/** @param {string} part @param {State} state */
function isPart(part, { model }) {
  const { blocks = Infinity, heads = Infinity } = model?.config ?? {};
  const [block = 0, head = 0] = (part.match(/\d+/g) ?? []).map(Number);
  return PART.test(part) && block < blocks && head < heads;
}

/** @param {string} text @param {State} state @returns {Swap | Lack} */
function swapIn(text, { rec, drafts, model }) {
  const found = SWAP.exec(text);
  if (!found) return 'place';
  const [record, block, position, from] = [found[1] ?? rec, found[2], found[3], found[4]].map(Number);
  if (record === undefined || block === undefined || position === undefined || from === undefined) return 'place';
  if (record >= drafts.length || from === record || block >= (model?.config.blocks ?? Infinity)) return 'place';
  return from < drafts.length ? { record, block, position, from } : 'row';
}
