/**
 * Keeps the page's own arithmetic up with the trace on show: after each new
 * trace has been painted, everything in it is recomputed and compared. It never
 * stands between a keystroke and its picture: it starts after the frame, goes
 * on record by record, and gives up when a newer trace is there.
 */
import { recompute } from './math/recomputation.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Traced} Traced */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(verification: import('./types.js').Verification) => void} arrived
 * @property {(task: () => void) => void} afterPaint runs a task once the present state is on the screen
 * @property {(task: () => void) => void} soon runs a task after whatever waits already
 * @property {() => number} now milliseconds
 */

/** In a browser. @param {import('./state/store.js').Store} store @param {import('./types.js').Act} act */
export function keepVerified(store, act) {
  const verifier = createVerifier({
    state: () => store.state,
    arrived: act.verificationArrived,
    // A timer that a frame sets runs once the frame is on the screen.
    afterPaint: (task) => void requestAnimationFrame(() => void setTimeout(task)),
    soon: (task) => void setTimeout(task),
    now: () => performance.now(),
  });
  store.subscribe(verifier.ask);
  verifier.ask();
}

/** @param {Ports} ports */
export function createVerifier({ state, arrived, afterPaint, soon, now }) {
  let isAwaited = false;

  /** Ask for the trace on show to be compared, unless it is or will be. */
  function ask() {
    if (isAwaited || !isDue(state())) return;
    isAwaited = true;
    afterPaint(start);
  }

  function start() {
    const { traced } = state();
    const model = modelOf(state());
    if (!traced || !model || !isDue(state())) return end();
    go(traced, recompute(traced, model), 0);
  }

  /**
   * One record, then a pause in which the page may answer keys.
   * @param {Traced} traced @param {ReturnType<typeof recompute>} steps @param {number} before milliseconds taken so far
   */
  function go(traced, steps, before) {
    if (state().traced !== traced) return end();
    const started = now();
    const result = advance(steps);
    const milliseconds = before + now() - started;
    if (!result) return soon(() => go(traced, steps, milliseconds));
    arrived({ traced, milliseconds, ...result });
    end();
  }

  function end() {
    isAwaited = false;
    ask();
  }

  return { ask };
}

/** @param {State} state */
function isDue(state) {
  return state.traced !== null && state.verification?.traced !== state.traced && modelOf(state) !== null;
}

/** What the page computes from. @param {State} state */
function modelOf({ parameters, model, vocabulary }) {
  if (!parameters || !model || !vocabulary) return null;
  const eosId = vocabulary.find(({ kind, name }) => kind === 'special' && name === 'EOS')?.id ?? -1;
  return { parameters, config: model.config, eosId };
}

const NOTHING = { count: 0, flags: 0, max: 0, tensors: [], first: null };

/**
 * Parameters or IDs that fit no model are told, not thrown: the page must not seem to be still at it.
 * @param {ReturnType<typeof recompute>} steps
 * @returns {(import('./math/agreement.js').Agreement & {failure: string | null}) | null} null where there is more to do
 */
function advance(steps) {
  try {
    const { done, value } = steps.next();
    return done ? { ...value, failure: null } : null;
  } catch (reason) {
    return { ...NOTHING, failure: String(reason) };
  }
}
