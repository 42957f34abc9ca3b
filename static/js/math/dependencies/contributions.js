/** How much each repeated term adds to a result, and which of many terms matter. */

/**
 * @typedef {import('./derivation.js').Derivation} Derivation
 * @typedef {import('./derivation.js').Operand} Operand
 */

/**
 * What the terms of one place add: their product, their square, their share.
 * @param {Derivation} of
 * @returns {(number | null)[]} one per place; null where it is cut off or not here
 */
export function contributions(of) {
  const { entry, each, once } = of;
  const scores = each.filter(([score]) => score && !score.cut).map(([score]) => score?.value ?? -Infinity);
  const most = entry.formula === 'softmax' ? Math.max(...scores) : 0;
  return each.map((terms) => {
    if (terms.some(({ cut, value }) => cut || value === null)) return null;
    const [a = NaN, b = NaN] = terms.map(({ value }) => value ?? NaN);
    if (terms.length > 1) return a * b;
    if (entry.formula === 'variance') return (a - (once[0]?.value ?? NaN)) ** 2;
    return entry.formula === 'softmax' ? Math.exp(a - most) : a;
  });
}

/**
 * Places worth seeing among many: those of the largest magnitude, for a maximum
 * the largest, and any that are asked for.
 * @param {Derivation} of @param {readonly (number | null)[]} amounts @param {number} most how many
 * @param {(operand: Operand) => boolean} isAskedFor
 * @returns {Set<number>}
 */
export function worthSeeing(of, amounts, most, isAskedFor) {
  const isMaximum = of.entry.formula === 'largest';
  /** @param {number} place */
  const size = (place) => (isMaximum ? (amounts[place] ?? -Infinity) : Math.abs(amounts[place] ?? 0));
  const standing = amounts.flatMap((amount, place) => (amount === null ? [] : [place]));
  const ordered = [...standing].sort((a, b) => size(b) - size(a) || a - b);
  const asked = standing.filter((place) => of.each[place]?.some(isAskedFor));
  return new Set([...ordered.slice(0, most), ...asked]);
}
