/**
 * Keeps the page's own arithmetic up with the numbers on show: after each new
 * trace has been painted, everything in it is recomputed and compared, and so
 * are its gradients where they were asked for. It never stands between a
 * keystroke and its picture: it starts after the frame, goes on record by
 * record, and gives up when a newer trace is there.
 */
import { recomputeGradients } from './math/gradient-agreement.js';
import { recompute } from './math/recomputation.js';
import { shownGradients } from './state/graded.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Traced} Traced */
/** @typedef {import('./types.js').Graded} Graded */
/** @typedef {import('./types.js').GradientVerification} Outcome */
/** @typedef {NonNullable<ReturnType<typeof modelOf>>} Model */
/** @typedef {Generator<number, import('./math/agreement.js').Agreement, void>} Steps */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(task: () => void) => void} afterPaint runs a task once the present state is on the screen
 * @property {(task: () => void) => void} soon runs a task after whatever waits already
 * @property {() => number} now milliseconds
 */

/**
 * What is compared; T is where its numbers stand.
 * @template T
 * @typedef {object} Work
 * @property {(state: State) => T | null} onShow
 * @property {(state: State) => boolean} isDone whether what is on show has been compared
 * @property {(of: T, state: State, model: Model) => Steps} steps
 */

/** @type {Work<Traced>} */
export const VALUES = {
  onShow: ({ traced }) => traced,
  isDone: ({ traced, verification }) => verification?.traced === traced,
  steps: (traced, _, model) => recompute(traced, model),
};

/** @type {Work<Graded>} */
export const GRADIENTS = {
  // What a saved page has computed itself, it need not compute again.
  onShow: (state) => (shownGradients(state) && shownGradients(state)?.source !== 'page' ? state.graded : null),
  isDone: ({ graded }) => graded?.verification !== undefined,
  steps: ({ reply }, { traced }, model) => recomputeGradients(reply, /** @type {Traced} */ (traced), model),
};

/** In a browser. @param {import('./state/store.js').Store} store @param {import('./types.js').Act} act */
export function keepVerified(store, act) {
  /** @type {Ports} */
  const ports = {
    state: () => store.state,
    // A timer that a frame sets runs once the frame is on the screen.
    afterPaint: (task) => void requestAnimationFrame(() => void setTimeout(task)),
    soon: (task) => void setTimeout(task),
    now: () => performance.now(),
  };
  const verifiers = [
    createVerifier(ports, VALUES, (traced, outcome) => act.verificationArrived({ traced, ...outcome })),
    createVerifier(ports, GRADIENTS, act.gradientsVerified),
  ];
  for (const { ask } of verifiers) {
    store.subscribe(ask);
    ask();
  }
}

/** @template T @param {Ports} ports @param {Work<T>} work @param {(of: T, outcome: Outcome) => void} arrived */
export function createVerifier({ state, afterPaint, soon, now }, { onShow, isDone, steps }, arrived) {
  let isAwaited = false;

  /** Ask for what is on show to be compared, unless it is or will be. */
  function ask() {
    if (isAwaited || !isDue()) return;
    isAwaited = true;
    afterPaint(start);
  }

  function isDue() {
    return onShow(state()) !== null && !isDone(state()) && modelOf(state()) !== null;
  }

  function start() {
    const of = onShow(state());
    const model = modelOf(state());
    if (of === null || !model || !isDue()) return end();
    go(of, steps(of, state(), model), 0);
  }

  /**
   * One record, then a pause in which the page may answer keys.
   * @param {T} of @param {Steps} doing @param {number} before milliseconds taken so far
   */
  function go(of, doing, before) {
    if (onShow(state()) !== of) return end();
    const started = now();
    const result = advance(doing);
    const milliseconds = before + now() - started;
    if (!result) return soon(() => go(of, doing, milliseconds));
    arrived(of, { milliseconds, ...result });
    end();
  }

  function end() {
    isAwaited = false;
    ask();
  }

  return { ask };
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
 * @param {Steps} doing
 * @returns {(import('./math/agreement.js').Agreement & {failure: string | null}) | null} null where there is more to do
 */
function advance(doing) {
  try {
    const { done, value } = doing.next();
    return done ? { ...value, failure: null } : null;
  } catch (reason) {
    return { ...NOTHING, failure: String(reason) };
  }
}
