/** What both languages of the tour work out or name of what they are told. */

/**
 * @typedef {import('../lessons/told.js').Told} Told
 * @typedef {import('../views/phrases.js').Phrase} Phrase
 */

/** An even share, or a blind guess. @param {number} among @param {number} decimals */
export const evenly = (among, decimals) => (1 / among).toFixed(decimals);

/** Weights so close to even that a head prefers nobody. @param {Told} t */
export const isEven = ({ most, seen }) => most.value * seen < 1.1;

/** Within one per cent of guessing. @param {Told} t */
export const knowsNothing = ({ meanLoss, vocabulary }) => Math.abs(meanLoss.value / Math.log(vocabulary) - 1) < 0.01;

/** @param {Told} t */
export const isBetterThanGuessing = ({ meanLoss, vocabulary }) => meanLoss.value < Math.log(vocabulary);

/** @param {Told} t */
export const percent = ({ share }) => (share < 0.005 ? '< 1' : (100 * share).toFixed(0));

/** @param {Told} t @returns {Phrase} */
export const own = ({ piece }) => ({ piece });

/** @param {Told} t @returns {Phrase} */
export const next = ({ targetPiece }) => ({ piece: targetPiece });
