/**
 * Entries of which each model of the family has one: with a bias or without,
 * with this activation or that. What a model lacks is none of its operands.
 */
import { has } from '../family.js';

/** @typedef {import('./terms.js').Entry} Entry */
/** @typedef {import('./terms.js').Term} Term */
/** @typedef {import('./terms.js').Context} Context */
/** @typedef {import('../family.js').Part} Part */

/** For models that have a part. @param {Part} part @returns {NonNullable<Entry['when']>} */
export function having(part) {
  return (_, { config }) => has(config, part);
}

/** For those that lack it. @param {Part} part @returns {NonNullable<Entry['when']>} */
export function lacking(part) {
  return (_, { config }) => !has(config, part);
}

/** The name of the activation. @param {Context} context */
export function activationIn({ config }) {
  return config?.activation ?? 'relu';
}

/**
 * x @ w, and what is added to it where the model adds something.
 * @param {Omit<Entry, 'formula' | 'once'>} entry @param {Part} part @param {Term} bias @returns {Entry[]}
 */
export function product(entry, part, bias) {
  const isOne = entry.when ?? (() => true);
  return [
    { ...entry, formula: 'affine', once: [bias], when: (place, context) => isOne(place, context) && having(part)(place, context) },
    { ...entry, formula: 'dot', once: [], when: (place, context) => isOne(place, context) && lacking(part)(place, context) },
  ];
}
