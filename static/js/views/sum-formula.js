/** One coordinate of the embedding sum, in symbols and then in its real numbers. */
import { el, fill, math } from '../dom.js';
import { short } from '../format/numbers.js';

/** @typedef {{id: number, position: number, coordinate: number, terms: [number, number], sum: number}} Sum */

const DECIMALS = 6;

export function createSumFormula() {
  const element = el('p', { class: 'formula sum-formula under-strip' });
  let shown = '';
  return {
    element,
    /** @param {Sum} sum */
    update(sum) {
      const now = JSON.stringify(sum);
      if (now === shown) return;
      shown = now;
      fill(element, render(sum));
    },
  };
}

/** @param {Sum} sum */
function render({ id, position, coordinate, terms, sum }) {
  const [token, place] = terms;
  return math('math', {}, math('mrow', {},
    at('X', position, coordinate), sign('='), at('E', id, coordinate), sign('+'), at('P', position, coordinate),
    sign('='), math('mn', {}, short(token, DECIMALS)), sign(place < 0 ? '−' : '+'), math('mn', {}, short(Math.abs(place), DECIMALS)),
    sign('='), math('mn', {}, short(sum, DECIMALS))));
}

/** @param {string} letter @param {number} row @param {number} column */
function at(letter, row, column) {
  return math('msub', {}, math('mi', {}, letter), math('mrow', {}, math('mn', {}, row), sign(','), math('mn', {}, column)));
}

/** @param {string} text */
function sign(text) {
  return math('mo', {}, text);
}
