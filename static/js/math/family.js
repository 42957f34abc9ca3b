/**
 * What a model of the family has and what it lacks, as its configuration says.
 * A configuration that does not say is MG-1's.
 */

/** @typedef {keyof typeof MG1} Part */
/** @typedef {{attention_bias?: boolean, ffn_bias?: boolean, norm_bias?: boolean, head_bias?: boolean, tied_head?: boolean}} Family */

const MG1 = { attention_bias: false, ffn_bias: true, norm_bias: true, head_bias: true, tied_head: false };

/**
 * What is not there is no zero: its term is not in the formula.
 * @param {Family | null | undefined} config @param {Part} part
 */
export function has(config, part) {
  return config?.[part] ?? MG1[part];
}
