/** How a compared tensor, and a place in it, are called and found. */

/** @typedef {import('../types.js').TensorAgreement} TensorAgreement */
/** @typedef {NonNullable<TensorAgreement['at']>} Place */

/** Names under which numbers are read, where they differ from the trace's. @type {Record<string, string>} */
const READ_AS = { losses: 'loss', '∂losses': '∂loss' };

/** A parameter's gradient is of no record's own. */
const OF_PARAMETER = '∂parameters.';

/**
 * The tensor with the largest difference; of equal ones the first.
 * @param {TensorAgreement[]} tensors
 * @returns {TensorAgreement | null}
 */
export function widest(tensors) {
  return tensors.reduce((worst, tensor) => (worst && worst.max >= tensor.max ? worst : tensor), /** @type {TensorAgreement | null} */ (null));
}

/**
 * A tensor by name, with its block where there are several.
 * @param {TensorAgreement} tensor
 * @param {TensorAgreement[]} tensors
 * @param {{block: (block: number) => string}} text
 */
export function tensorName({ name, block }, tensors, text) {
  const isOneOfMany = block !== null && tensors.some((other) => other.block !== null && other.block !== block);
  return isOneOfMany ? `${name}, ${text.block(block)}` : name.replace(OF_PARAMETER, '∂');
}

/**
 * As it would be written in code: the record comes first.
 * @param {TensorAgreement} tensor @param {Place} at
 */
export function placeName({ name }, { record, index }) {
  if (name.startsWith(OF_PARAMETER)) return `${name.replace(OF_PARAMETER, '∂')}[${index.join(', ')}]`;
  return name === 'mean_loss' ? name : `${name}[${[record, ...index].join(', ')}]`;
}

/** @param {TensorAgreement} tensor @param {Place} at @returns {import('../types.js').NumberRef} */
export function numberAt({ name, block }, { record, index }) {
  if (name.startsWith(OF_PARAMETER)) return { name, index };
  return { name: READ_AS[name] ?? name, record, index, ...(block === null ? {} : { block }) };
}
