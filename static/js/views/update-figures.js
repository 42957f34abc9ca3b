/** Every digit of one update, and how far the page's own Adam is from it. */
import { el, fill, set, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { adamUpdate, apart } from '../math/adam.js';
import { TOLERANCE } from '../math/agreement.js';

/** @typedef {import('../types.js').Update} Update */

const ROWS = /** @type {const} */ (['value', 'gradient', 'first', 'second', 'first_after', 'second_after', 'first_corrected', 'second_corrected', 'change', 'new_value']);

/** What each is called in the formulas, and of which step. @type {Record<(typeof ROWS)[number], [sign: string, isAfter: boolean]>} */
const SIGNS = {
  value: ['θ', false], gradient: ['g', true], first: ['m', false], second: ['v', false], first_after: ['m', true], second_after: ['v', true],
  first_corrected: ['m̂', true], second_corrected: ['v̂', true], change: ['Δθ', true], new_value: ['θ', true],
};

export function createUpdateFigures() {
  const caption = el('caption');
  const heads = [0, 1, 2].map(() => el('th', { scope: 'col' }));
  const body = el('tbody');
  const table = el('table', { class: 'update-figures' }, caption, el('thead', {}, el('tr', {}, ...heads)), body);
  const check = el('p', { class: 'derivation-check' });

  return {
    element: el('div', {}, table, check),
    /** @param {Update} update @param {import('../types.js').Lang} lang */
    update(update, lang) {
      const t = words(lang).update;
      const deltas = apart(adamUpdate(update), update);
      setText(caption, t.digits);
      [t.quantity, t.server, t.apart].forEach((text, i) => setText(/** @type {Node} */ (heads[i]), text));
      fill(body, ...ROWS.map((name) => rowOf(name, update, deltas, t)));
      const most = Math.max(...Object.values(deltas));
      const isSame = most <= TOLERANCE;
      set(check, { 'data-kind': isSame ? 'same' : 'apart' });
      setText(check, most === 0 ? t.identical : isSame ? t.within(short(most, 1)) : t.differs(short(most, 1)));
    },
  };
}

/** @param {(typeof ROWS)[number]} name @param {Update} update @param {import('../math/adam.js').After} deltas @param {ReturnType<typeof words>['update']} t */
function rowOf(name, update, deltas, t) {
  const [sign, isAfter] = SIGNS[name];
  const delta = name in deltas ? deltas[/** @type {keyof typeof deltas} */ (name)] : null;
  return el(
    'tr', { 'data-figure': name },
    el('th', { scope: 'row' }, t.names[name], ' ', el('i', {}, sign), el('sub', {}, isAfter ? update.next : update.step)),
    el('td', { class: 'digits' }, full(update[name])),
    el('td', {}, delta === null ? t.given : delta === 0 ? '0' : short(delta, 1)),
  );
}
