/**
 * Keeps the trace on show up with the records: one request in flight, the
 * newest wish next, so replies arrive in order and none overwrites a newer one.
 *
 * What is wanted, and what an answer changes, is decided in state/; this only
 * asks, and asks again while the server is away.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TraceRequest} Wanted */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {import('../types.js').Act} act
 * @property {(state: State) => Wanted | null} wanted
 * @property {(state: State) => import('../types.js').Force} inForce
 * @property {typeof import('../state/in-force.js').isTraceOf} isTraceOf
 * @property {(asked: Wanted) => Promise<import('../types.js').Trace>} postTrace
 * @property {(text: string, model: string | null) => Promise<{ids: number[]}>} postTokenize
 * @property {() => number} now milliseconds
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

/** @param {Ports} ports */
export function createSync(ports) {
  const { state, act, inForce, isTraceOf, now, after } = ports;
  let busy = false;
  let retry = FIRST_RETRY;
  let isRetryDue = false;
  /** @type {Wanted | null} what the server refused: asking again would give the same answer */
  let refused = null;

  /** Ask for what is wanted, unless a request is in flight; its end asks again. */
  function ask() {
    const next = busy ? null : ports.wanted(state());
    if (!next || (next.kind === refused?.kind && next.selection === refused.selection && isTraceOf(refused, next))) return;
    busy = true;
    const started = now();
    const reply = ports.postTrace(next);
    if (next.kind === 'trace') act.traceRequested();
    const handled = reply.then((trace) => arrived(next, trace, now() - started), (reason) => failed(next, reason));
    void handled.finally(() => {
      busy = false;
      ask();
    });
  }

  /** @param {Wanted} asked @param {import('../types.js').Trace} trace @param {number} milliseconds */
  function arrived({ kind, ...asked }, trace, milliseconds) {
    retry = FIRST_RETRY;
    refused = null;
    const traced = { ...asked, trace, milliseconds };
    act[`${kind}Arrived`](traced, kind === 'trace' && !isStill(traced));
  }

  /** @param {Wanted} asked @param {unknown} reason */
  async function failed(asked, reason) {
    if (!(reason instanceof Refused)) throw reason;
    refused = asked;
    if (reason.error.code === 'unreachable') askLater();
    const overlong = await tokensOf(asked, reason.error);
    // An answer about records that have changed since says nothing of those on show.
    if (asked.kind === 'baseline') act.baselineRefused(reason.error);
    else if (asked.kind !== 'trace') act.traceRefused(reason.error, null);
    else if (isStill(asked)) act.traceRefused(reason.error, overlong);
  }

  /** Whether the records and levers are those asked about. @param {Omit<Wanted, 'kind'>} asked */
  function isStill(asked) {
    return isTraceOf(asked, { drafts: state().drafts, ...inForce(state()) });
  }

  /**
   * The tokens of the record that does not fit, for its chips.
   * @param {Wanted} asked @param {import('../types.js').ApiError} error
   */
  async function tokensOf({ drafts, model }, { code, record }) {
    const draft = record === null ? undefined : drafts[record];
    if (code !== 'record_too_long' || record === null || !draft) return null;
    return ports.postTokenize(draft.text, model).then(({ ids }) => ({ record, ids }), () => null);
  }

  function askLater() {
    if (isRetryDue) return;
    isRetryDue = true;
    after(() => {
      isRetryDue = false;
      retry = Math.min(2 * retry, LAST_RETRY);
      refused = null;
      ask();
    }, retry);
  }

  return { ask };
}
