/**
 * Keeps the page's own arithmetic up with the numbers on show: after each new
 * trace has been painted, everything in it is recomputed and compared, and so
 * are its gradients where they were asked for. It never stands between a
 * keystroke and its picture: it starts after the frame, goes on record by
 * record, and gives up when a newer trace is there. A larger model is computed
 * beside the page, once nobody has typed for a moment, a very large one when
 * somebody asks.
 */
import { AT_ONCE, AT_ONCE_HERE, effortOf } from './math/effort.js';
import { recomputeGradients } from './math/gradient-agreement.js';
import { recompute } from './math/recomputation.js';
import { createBeside } from './recompute-beside.js';
import { shownGradients } from './state/graded.js';
import { isRecomputationAsked, recomputingTransitions } from './state/recomputing.js';
import { bind } from './state/store.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Traced} Traced */
/** @typedef {import('./types.js').Graded} Graded */
/** @typedef {import('./types.js').GradientVerification} Outcome */
/** @typedef {import('./math/recomputation.js').Model} Model */
/** @typedef {Generator<number, import('./math/agreement.js').Agreement, void>} Steps */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(task: () => void) => void} afterPaint runs a task once the present state is on the screen
 * @property {(task: () => void) => void} soon runs a task after whatever waits already
 * @property {(task: () => void) => void} atRest runs a task when what has come just now has been on show for a moment
 * @property {() => number} now milliseconds
 * @property {() => import('./recompute-beside.js').Beside | null} [beside] what computes beside the page
 * @property {(traced: Traced, share: number) => void} [goesOn] told while it computes there
 */

/**
 * What is compared; T is where its numbers stand.
 * @template T
 * @typedef {object} Work
 * @property {(state: State) => T | null} onShow
 * @property {(state: State) => boolean} isDone whether what is on show has been compared
 * @property {(of: T, state: State, model: Model) => Steps} steps
 * @property {number} passes forward passes that it is worth
 * @property {(of: T) => import('./types.js').Gradients | null} gradients that are compared
 */

/** @type {Work<Traced>} */
export const VALUES = {
  onShow: ({ traced }) => traced,
  isDone: ({ traced, verification }) => verification?.traced === traced,
  steps: (traced, _, model) => recompute(traced, model),
  passes: 1,
  gradients: () => null,
};

/** @type {Work<Graded>} */
export const GRADIENTS = {
  // What a saved page has computed itself, it need not compute again.
  onShow: (state) => (shownGradients(state) && shownGradients(state)?.source !== 'page' ? state.graded : null),
  isDone: ({ graded }) => graded?.verification !== undefined,
  steps: ({ reply }, { traced }, model) => recomputeGradients(reply, /** @type {Traced} */ (traced), model),
  passes: 3,
  gradients: ({ reply }) => reply,
};

/** Milliseconds between two keys of whoever types slowly: what computes beside the page would take a core from their picture. */
const REST = 350;

/** In a browser. @param {import('./state/store.js').Store} store @param {import('./types.js').Act} act */
export function keepVerified(store, act) {
  Object.assign(act, bind(store, recomputingTransitions));
  /** @type {ReturnType<typeof createBeside> | undefined} made when a model first is too large to be computed here */
  let beside;
  /** @type {Ports} */
  const ports = {
    state: () => store.state,
    // A timer that a frame sets runs once the frame is on the screen.
    afterPaint: (task) => void requestAnimationFrame(() => void setTimeout(task)),
    soon: (task) => void setTimeout(task),
    atRest: (task) => void setTimeout(task, REST),
    now: () => performance.now(),
    beside: () => (beside === undefined ? (beside = createBeside()) : beside),
    goesOn: act.recomputationGoesOn,
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
export function createVerifier({ state, afterPaint, soon, atRest, now, beside, goesOn }, { onShow, isDone, steps, passes, gradients }, arrived) {
  let isAwaited = false;
  /** @type {{of: T, stop: () => void} | null} */
  let away = null;

  /** Ask for what is on show to be compared, unless it is or will be. */
  function ask() {
    if (away && away.of !== onShow(state())) {
      away.stop();
      away = null;
      isAwaited = false;
    }
    if (isAwaited || !isDue()) return;
    isAwaited = true;
    if (isLarge()) rest(onShow(state()));
    else afterPaint(start);
  }

  /** @param {T | null} of */
  function rest(of) {
    atRest(() => (onShow(state()) === of ? start() : rest(onShow(state()))));
  }

  /** Whether it is too much for the time between two frames. */
  function isLarge() {
    return passes * effort(state()) > AT_ONCE_HERE;
  }

  function isDue() {
    if (onShow(state()) === null || isDone(state()) || modelOf(state()) === null) return false;
    return passes * effort(state()) <= AT_ONCE || isRecomputationAsked(state());
  }

  function start() {
    const of = onShow(state());
    const model = modelOf(state());
    if (of === null || !model || !isDue()) return end();
    const elsewhere = isLarge() ? beside?.() : null;
    if (elsewhere) send(elsewhere, of, model);
    else go(of, steps(of, state(), model), 0);
  }

  /** @param {import('./recompute-beside.js').Beside} elsewhere @param {T} of @param {Model} model */
  function send(elsewhere, of, model) {
    const traced = /** @type {Traced} */ (state().traced);
    const { trace, mask, drafts, off, swap } = traced;
    const stop = elsewhere(model, { subject: { trace, mask, drafts, off, swap }, gradients: gradients(of) }, {
      goesOn: (share) => goesOn?.(traced, share),
      ended: (outcome) => {
        away = null;
        if (onShow(state()) === of) arrived(of, 'agreement' in outcome ? { milliseconds: outcome.milliseconds, ...outcome.agreement, failure: null } : { milliseconds: 0, ...NOTHING, ...outcome });
        end();
      },
    });
    away = { of, stop };
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

/** Of the forward pass on show. @param {State} state */
function effort({ traced, model }) {
  return traced && model ? effortOf(traced.trace.records.map(({ ids }) => ids.length), model.config) : 0;
}

/** @type {{inputs: unknown[], model: Model | null}} the same model while nothing of it changes */
let latest = { inputs: [], model: null };

/** What the page computes from. @param {State} state @returns {Model | null} */
function modelOf({ parameters, model, vocabulary }) {
  const inputs = [parameters, model, vocabulary];
  if (inputs.every((input, i) => input === latest.inputs[i]) && latest.inputs.length) return latest.model;
  const eosId = vocabulary?.find(({ kind, name }) => kind === 'special' && name === 'EOS')?.id ?? -1;
  latest = { inputs, model: parameters && model && vocabulary ? { parameters, config: model.config, eosId } : null };
  return latest.model;
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
