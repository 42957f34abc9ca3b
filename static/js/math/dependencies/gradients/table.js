/**
 * The other half of the table, read from the loss backward: what the loss's
 * derivative by each number is computed from. A sign ∂ stands before its name;
 * what stands behind a dot is a step on the way that no tensor holds.
 */
import { ATTENTION_GRADIENTS } from './attention.js';
import { EMBEDDING_GRADIENTS } from './embedding.js';
import { NORM_GRADIENTS } from './norms.js';
import { OUTPUT_GRADIENTS } from './output.js';
import { PARAMETER_GRADIENTS } from './parameters.js';
import { TRANSFORM_GRADIENTS } from './transform.js';

/** @type {readonly import('../terms.js').Entry[]} */
export const GRADIENTS = [
  ...OUTPUT_GRADIENTS, ...TRANSFORM_GRADIENTS, ...ATTENTION_GRADIENTS, ...NORM_GRADIENTS, ...EMBEDDING_GRADIENTS, ...PARAMETER_GRADIENTS,
];
