/**
 * The server's gradients against the page's own backward pass, number by
 * number, in the order of the way back: the first tensor that parts ways is the
 * one nearest to the loss.
 *
 * Tolerance: that of the trace, 1e-12 of max(1, |x|). Gradients of a mean loss
 * are mostly far below 1, and both sides agree to about 1e-15; a wrong step of
 * the chain rule is off by a good part of what it should be.
 *
 * Of a model of 32 bits the server's way back is rounded at each of its steps, one
 * after another, and this one at none: what is left between them is measured by
 * the typical number of the tensor.
 */
import { found, summed, walk } from './agreement.js';
import { createBackward } from './engine/backward.js';
import { forwardRecord, parametersByName } from './engine/forward.js';
import { scoredIn, targetsIn } from './engine/targets.js';
import { UNIT } from './float32.js';
import { isList } from './rows.js';

/** @typedef {import('../types.js').Gradients} Gradients */
/** @typedef {import('./agreement.js').Found} Found */
/** @typedef {{records: import('./engine/backward.js').RecordGradients[], parameters: import('../types.js').Parameter[]}} Own */

/**
 * All gradients recomputed from parameters, config and IDs alone, and compared.
 * @param {Gradients} theirs
 * @param {{trace: import('../types.js').Trace, mask: import('../types.js').Mask, drafts?: import('../types.js').Draft[]}} traced of the trace only the IDs are read
 * @param {{parameters: import('../types.js').Parameter[], config: import('./recomputation.js').Config, eosId: number}} model
 * @returns {Generator<number, import('./agreement.js').Agreement, void>} yields how far it is, 0 to 1
 */
export function* recomputeGradients(theirs, { trace, mask, drafts }, { parameters, config, eosId }) {
  const inputs = trace.records.map(({ ids }, r) => ({ ids, targets: targetsIn(ids, drafts?.[r], { config, eosId }) })); // [T] each
  const parameter = parametersByName(parameters);
  const steps = createBackward(parameters, config, scoredIn(inputs.map(({ targets }) => targets)));
  const records = [];
  for (const input of inputs) {
    const forward = forwardRecord(parameter, config, input, mask);
    records.push(steps.add(input, forward.tensors));
    yield records.length / inputs.length;
  }
  return gradientAgreement(theirs, { records, parameters: steps.parameters }, config.dtype === 'float32');
}

/** So many u of a tensor's typical number, and of the number itself: measured are at most a tenth. */
const THROUGH_ALL = 4000;

/** @param {Gradients} theirs @param {Own} own @param {boolean} [isFloat32] */
export function gradientAgreement(theirs, own, isFloat32 = false) {
  const count = Math.max(theirs.records.length, own.records.length);
  const tensors = wayBack(theirs, own);
  for (const tensor of tensors) {
    const limit = isFloat32 ? limitBy(own.records.map(tensor.of)) : undefined;
    for (let r = 0; r < count; r += 1) walk(tensor, tensor.of(theirs.records[r] ?? NOTHING), tensor.of(own.records[r] ?? NOTHING), r, [], limit);
  }
  const names = new Set([...own.parameters, ...theirs.parameters].map(({ name }) => name));
  const parameters = [...names].map((name) => {
    const parameter = found(`∂parameters.${name}`, null, () => null);
    const [a, b] = [theirs, own].map((side) => side.parameters.find((one) => one.name === name)?.values);
    walk(parameter, a, b, 0, [], isFloat32 ? limitBy(b) : undefined);
    return parameter;
  });
  return { ...summed([...tensors, ...parameters]), ...(isFloat32 && { precision: /** @type {const} */ ('float32') }) };
}

/** By the root mean square of a whole tensor. @param {unknown} own @returns {import('./agreement.js').Limit} */
function limitBy(own) {
  let [count, squares] = [0, 0];
  /** @param {unknown} part */
  const add = (part) => {
    if (isList(part)) return void part.forEach(add);
    if (typeof part !== 'number') return;
    count += 1;
    squares += part * part;
  };
  add(own);
  const typical = Math.sqrt(squares / Math.max(1, count));
  // A key's bias has a gradient of 0, of which roundings alone are left.
  return (_, mine) => THROUGH_ALL * UNIT * (typical + Math.abs(mine)) + UNIT;
}

const NOTHING = { losses: [], tensors: { blocks: [] } };

/** Every tensor that either side has, from the loss to the tables. @param {Gradients} theirs @param {Own} own @returns {Found[]} */
function wayBack(theirs, own) {
  const sides = [own, theirs].map(({ records }) => records[0] ?? NOTHING);
  const shared = /** @param {string} name */ (name) => found(`∂${name}`, null, (record) => record.tensors[name]);
  const count = Math.max(...sides.map(({ tensors }) => tensors.blocks?.length ?? 0));
  const blocks = Array.from({ length: count }, (_, b) => {
    const names = new Set(sides.flatMap(({ tensors }) => Object.keys(tensors.blocks?.[b] ?? {})));
    return [...names].reverse().map((name) => found(`∂${name}`, b, (record) => record.tensors.blocks?.[b]?.[name]));
  });
  return [
    found('∂losses', null, (record) => record.losses),
    ...['logits', 'final_norm'].map(shared),
    ...blocks.reverse().flat(),
    ...['position_embedding', 'token_embedding'].map(shared),
  ];
}
