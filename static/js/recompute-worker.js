/**
 * Recomputes beside the page, so that a large model's arithmetic never stands
 * between a key and its picture. Between two steps it looks whether it is told
 * to stop.
 */
import { traceFrom } from './api/trace-file.js';
import { recomputeGradients } from './math/gradient-agreement.js';
import { recompute } from './math/recomputation.js';
import { mergedTrace } from './state/slices.js';

/**
 * @typedef {import('./math/recomputation.js').Model} Model
 * @typedef {import('./math/recomputation.js').Subject} Subject
 * @typedef {import('./types.js').Trace} Trace
 * @typedef {Omit<Subject, 'trace'> & {trace: Trace | readonly ArrayBuffer[]}} Sent
 * @typedef {{id: number, subject: Sent, gradients: import('./types.js').Gradients | null}} Job
 * @typedef {{model: Model} | {job: Job} | {stop: number}} Told what the page says; a model stays until another comes
 * @typedef {{id: number, share: number} | {id: number, milliseconds: number, agreement: import('./math/agreement.js').Agreement} | {id: number, failure: string}} Says
 */

/** Told apart from a page's own `self` by what it can. @type {{postMessage: (says: Says) => void, onmessage: ((event: {data: Told}) => void) | null}} */
const page = /** @type {any} */ (self);

/** @type {Model | null} */
let model = null;
/** Jobs under way: a trace, and its gradients beside it. @type {Set<number>} */
const running = new Set();

page.onmessage = ({ data }) => {
  if ('model' in data) model = data.model;
  else if ('stop' in data) running.delete(data.stop);
  else void work(data.job);
};

/** @param {Job} job */
async function work({ id, subject: { trace, ...how }, gradients }) {
  running.add(id);
  try {
    const of = model;
    if (!of) throw new Error('no model');
    const subject = { ...how, trace: 'records' in trace ? trace : trace.map(traceFrom).reduce(mergedTrace) };
    const steps = gradients ? recomputeGradients(gradients, subject, of) : recompute(subject, of);
    let milliseconds = 0;
    while (running.has(id)) {
      const started = performance.now();
      const { done, value } = steps.next();
      milliseconds += performance.now() - started;
      if (done) return page.postMessage({ id, milliseconds, agreement: value });
      page.postMessage({ id, share: value });
      await new Promise((resolve) => void setTimeout(resolve)); // a turn for what the page says
    }
  } catch (reason) {
    page.postMessage({ id, failure: String(reason) });
  } finally {
    running.delete(id);
  }
}
