/**
 * Recomputes beside the page, so that a large model's arithmetic never stands
 * between a key and its picture. Between two steps it looks whether it is told
 * to stop.
 */
import { recomputeGradients } from './math/gradient-agreement.js';
import { recompute } from './math/recomputation.js';

/**
 * @typedef {import('./math/recomputation.js').Model} Model
 * @typedef {import('./math/recomputation.js').Subject} Subject
 * @typedef {{id: number, subject: Subject, gradients: import('./types.js').Gradients | null}} Job
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
async function work({ id, subject, gradients }) {
  running.add(id);
  try {
    const of = model;
    if (!of) throw new Error('no model');
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
