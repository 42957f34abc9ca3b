/** Every digit of one update, and how far the page's own Adam is from it. */
import { el, fill, set, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { adamUpdate, apart } from '../math/adam.js';
import { adamwUpdate } from '../math/adamw.js';
import { updateBounds } from '../math/update-bounds.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Update} Update
 * @typedef {import('../math/update-bounds.js').After} After
 * @typedef {ReturnType<typeof words>['update']} Words
 * @typedef {keyof typeof SIGNS} Name
 */

const ROWS = /** @type {const} */ (['value', 'gradient', 'first', 'second', 'first_after', 'second_after', 'first_corrected', 'second_corrected', 'change', 'new_value']);
const TEXT_ROWS = /** @type {const} */ (['learning_rate', 'value', 'gradient', 'norm', 'clipped', 'first', 'second', 'first_after', 'second_after', 'first_corrected', 'second_corrected', 'change', 'decayed', 'new_value']);

/** What each is called in the formulas, and of which step. @satisfies {Record<string, [sign: string, isAfter: boolean]>} */
const SIGNS = {
  value: ['θ', false], gradient: ['g', true], first: ['m', false], second: ['v', false], first_after: ['m', true], second_after: ['v', true],
  first_corrected: ['m̂', true], second_corrected: ['v̂', true], change: ['Δθ', true], new_value: ['θ', true],
  learning_rate: ['η', true], norm: ['|g|', true], clipped: ['g̃', true], decayed: ['θ̃', false],
};

export function createUpdateFigures() {
  const caption = el('caption');
  const heads = [0, 1, 2].map(() => el('th', { scope: 'col' }));
  const body = el('tbody');
  const table = el('table', { class: 'update-figures' }, caption, el('thead', {}, el('tr', {}, ...heads)), body);
  const check = el('p', { class: 'derivation-check' });

  return {
    element: el('div', {}, table, check),
    /** @param {Update} update @param {State} state */
    update(update, { lang, model }) {
      const t = words(lang).update;
      const isText = 'norm' in update;
      /** @type {After} */
      const own = isText ? adamwUpdate(update) : adamUpdate(update);
      const deltas = apart(own, update);
      const bounds = updateBounds(update, own, model?.config.dtype);
      const names = isText ? TEXT_ROWS : ROWS;
      setText(caption, t.digits);
      [t.quantity, t.server, t.apart].forEach((text, i) => setText(/** @type {Node} */ (heads[i]), text));
      fill(body, ...names.map((name) => rowOf(name, /** @type {Record<Name, number> & Update} */ (update), deltas, t)));
      const { isSame, text } = verdict(deltas, bounds, model?.config.dtype === 'float32', t);
      set(check, { 'data-kind': isSame ? 'same' : 'apart' });
      setText(check, text);
    },
  };
}

/** @param {After} deltas @param {After} bounds @param {boolean} isFloat32 @param {Words} t */
function verdict(deltas, bounds, isFloat32, t) {
  const names = /** @type {(keyof typeof deltas)[]} */ (Object.keys(deltas));
  const beyond = names.find((name) => !(at(deltas, name) <= at(bounds, name)));
  const most = Math.max(...names.map((name) => at(deltas, name)));
  if (most === 0) return { isSame: true, text: t.identical };
  if (beyond && isFloat32) return { isSame: false, text: t.differsFloat32(t.names[beyond] ?? '', short(at(deltas, beyond), 1), short(at(bounds, beyond), 1)) };
  if (beyond) return { isSame: false, text: t.differs(short(most, 1)) };
  return { isSame: true, text: isFloat32 ? t.withinFloat32(short(deltas.new_value, 1), short(bounds.new_value, 1)) : t.within(short(most, 1)) };
}

/** @param {After} numbers @param {keyof After} name */
function at(numbers, name) {
  return numbers[name] ?? 0;
}

/** @param {Name} name @param {Record<Name, number> & Update} update @param {After} deltas @param {Words} t */
function rowOf(name, update, deltas, t) {
  const [sign, isAfter] = SIGNS[name];
  const delta = name in deltas ? at(deltas, /** @type {keyof After} */ (name)) : null;
  return el(
    'tr', { 'data-figure': name },
    el('th', { scope: 'row' }, t.names[name], ' ', el('i', {}, sign), el('sub', {}, isAfter ? update.next : update.step)),
    el('td', { class: 'digits' }, full(update[name])),
    el('td', {}, delta === null ? t.given : delta === 0 ? '0' : short(delta, 1)),
  );
}
