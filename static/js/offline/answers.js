/**
 * Answers in place of the server, from what the saved page holds.
 *
 * The records as they were saved are shown with the server's own numbers. From
 * the first change on the page computes everything itself, also what it might
 * still look up: two runs that are compared bit by bit must come from the same
 * arithmetic. Only a fault and the healthy run beside it are always looked up,
 * both; the page's arithmetic has no faults. Nor has it another step.
 */
import { withNaN } from '../api/not-a-number.js';
import { Refused } from '../api/refused.js';
import { gradedOffline } from './gradients.js';
import { encoded, tracedOffline } from './trace.js';

/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {import('../types.js').Mask} Mask */

/**
 * @param {import('./held.js').HeldModel} model
 * @param {import('./held.js').HeldState} state
 */
export function createAnswers(model, { traces, faults, checks, verdicts, generation }) {
  let isOwn = false;
  const heldStep = model.step;

  /** @param {Omit<import('../types.js').TraceRequest, 'kind'>} asked */
  function find({ drafts, mask, fault, step }) {
    return traces.find((held) => held.mask === mask && held.fault === fault && held.step === step && sameRecords(held.drafts, drafts))?.trace;
  }

  return {
    /** @param {import('../types.js').TraceRequest} asked */
    trace({ kind, ...asked }) {
      const { drafts, mask, fault, step, lens } = asked;
      const known = find(asked);
      // Of another step it has numbers, but no parameters to compute others from.
      if (fault || step !== heldStep) {
        if (known && !(kind === 'slice' && isCut(known))) return fault && !isCut(known) ? withNaN(known) : known;
        throw withoutServer();
      }
      if (known && (kind === 'healthy' || !(isOwn || isCut(known)))) return known;
      isOwn = true;
      return tracedOffline(model, drafts, mask, lens);
    },
    /** @param {Omit<import('../types.js').Graded, 'reply'>} asked */
    gradients({ drafts, mask, step }) {
      if (step !== heldStep) throw withoutServer();
      return gradedOffline(model, drafts, mask);
    },
    /** What was generated before the page was saved. @param {{key: string}} asked */
    generate({ key }) {
      if (generation?.asked !== key) throw withoutServer();
      return generation.generation;
    },
    /** @param {string} text */
    tokenize: (text) => ({ ids: encoded(text, model.vocabulary, null) }),
    model: () => model.model,
    vocabulary: () => ({ entries: model.vocabulary }),
    corpus: () => model.corpus,
    /** @param {number | null} step */
    parameters(step) {
      if (step !== heldStep) throw withoutServer();
      return { parameters: model.parameters };
    },
    faults: () => ({ faults, checks }),
    /** @param {string} fault */
    verdicts(fault) {
      const found = verdicts[fault];
      if (!found) throw withoutServer();
      return { fault, verdicts: found };
    },
  };
}

/** Whether it came in parts: what was not sent before the page was saved can be looked up nowhere. @param {import('../types.js').Trace} trace */
function isCut({ records }) {
  return records.some(({ left_out }) => left_out?.length);
}

/** What only the server can do. */
export function withoutServer() {
  return new Refused({ code: 'offline', message: 'This saved page has no server.', record: null, details: {} });
}

/** By what is computed from them; keys only tell records apart. @param {Draft[]} a @param {Draft[]} b */
function sameRecords(a, b) {
  return JSON.stringify(a.map(computedFrom)) === JSON.stringify(b.map(computedFrom));
}

/** @param {Draft} draft */
function computedFrom({ text, replace, paddingId, continued }) {
  return [text, replace.map(({ position, id }) => [position, id]), paddingId, continued];
}
