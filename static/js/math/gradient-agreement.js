/**
 * The server's gradients against the page's own backward pass, number by
 * number, in the order of the way back: the first tensor that parts ways is the
 * one nearest to the loss.
 *
 * Tolerance: that of the trace, 1e-12 of max(1, |x|). Gradients of a mean loss
 * are mostly far below 1, and both sides agree to about 1e-15; a wrong step of
 * the chain rule is off by a good part of what it should be.
 */
import { found, summed, walk } from './agreement.js';
import { createBackward } from './engine/backward.js';
import { forwardRecord, parametersByName } from './engine/forward.js';
import { scoredIn, targetsIn } from './engine/targets.js';

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
  return gradientAgreement(theirs, { records, parameters: steps.parameters });
}

/** @param {Gradients} theirs @param {Own} own */
export function gradientAgreement(theirs, own) {
  const count = Math.max(theirs.records.length, own.records.length);
  const tensors = wayBack(theirs, own);
  for (const tensor of tensors) {
    for (let r = 0; r < count; r += 1) walk(tensor, tensor.of(theirs.records[r] ?? NOTHING), tensor.of(own.records[r] ?? NOTHING), r, []);
  }
  const names = new Set([...own.parameters, ...theirs.parameters].map(({ name }) => name));
  const parameters = [...names].map((name) => {
    const parameter = found(`∂parameters.${name}`, null, () => null);
    const [a, b] = [theirs, own].map((side) => side.parameters.find((one) => one.name === name)?.values);
    walk(parameter, a, b, 0, []);
    return parameter;
  });
  return summed([...tensors, ...parameters]);
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
