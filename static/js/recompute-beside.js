/**
 * The page's side of the worker that recomputes: one job at a time, the model
 * sent once, and a trace that came in files as these, since to copy its ten
 * thousand rows one by one takes as long as drawing them.
 */

/**
 * @typedef {import('./recompute-worker.js').Job} Job
 * @typedef {import('./recompute-worker.js').Says} Says
 * @typedef {import('./recompute-worker.js').Model} Model
 *
 * @typedef {object} Listener
 * @property {(share: number) => void} goesOn
 * @property {(outcome: {milliseconds: number, agreement: import('./math/agreement.js').Agreement} | {failure: string}) => void} ended
 *
 * @typedef {(model: Model, job: {subject: import('./math/recomputation.js').Subject, gradients: Job['gradients']}, listener: Listener) => () => void} Beside begins a job; the result stops it
 */

/** @returns {Beside | null} null where there can be no worker: in a page that was saved as one file */
export function createBeside() {
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(new URL('./recompute-worker.js', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
  /** @type {Map<number, Listener>} */
  const listeners = new Map();
  /** @type {Model | null} */
  let sent = null;
  let last = 0;

  worker.onmessage = (/** @type {MessageEvent<Says>} */ { data }) => {
    const listener = listeners.get(data.id);
    if (!listener) return;
    if ('share' in data) return listener.goesOn(data.share);
    listeners.delete(data.id);
    listener.ended(data);
  };
  worker.onerror = ({ message }) => {
    const waiting = [...listeners.values()];
    listeners.clear();
    for (const listener of waiting) listener.ended({ failure: message || 'the worker could not start' });
  };

  return (model, job, listener) => {
    const id = (last += 1);
    listeners.set(id, listener);
    if (sent?.parameters !== model.parameters || sent.config !== model.config) worker.postMessage({ model });
    sent = model;
    const { trace, ...how } = job.subject;
    worker.postMessage({ job: { ...job, id, subject: { ...how, trace: trace.files ?? trace } } });
    return () => {
      if (listeners.delete(id)) worker.postMessage({ stop: id });
    };
  };
}
