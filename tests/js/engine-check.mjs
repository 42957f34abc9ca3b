/**
 * Recomputes and compares what stands on its input, as the page would, and prints the outcome.
 *
 * Input: {"<case>": {"trace", "mask", "parameters", "config", "eosId"}}. Output: the comparison of each.
 */
import { readFileSync } from 'node:fs';
import { recompute } from '../../static/js/math/recomputation.js';

const cases = JSON.parse(readFileSync(0, 'utf-8'));
const outcomes = Object.entries(cases).map(([name, { trace, mask, ...model }]) => [name, resultOf(recompute({ trace, mask }, model))]);
process.stdout.write(JSON.stringify(Object.fromEntries(outcomes)));

/** @param {ReturnType<typeof recompute>} steps */
function resultOf(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
