/**
 * Asks for the generation of the prompt on show and, once, for the probes. One
 * request in flight, the newest wish next; what was refused is not asked again.
 */
import { Refused } from './refused.js';

/** @typedef {{model: string | null, prompt: string, step: number | null, settings: import('../types.js').GenerationSettings, key: string}} Asked */

/**
 * @typedef {object} Ports
 * @property {() => import('../types.js').State} state
 * @property {Pick<import('../types.js').Act, 'generationArrived' | 'generationRefused' | 'probesArrived'>} act
 * @property {(state: import('../types.js').State) => Asked | null} wantedGeneration
 * @property {(state: import('../types.js').State) => boolean} wantsProbes
 * @property {(asked: Asked) => Promise<import('../types.js').Generated>} postGenerate
 * @property {(model: string | null) => Promise<import('../types.js').Probes>} getProbes
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const RETRY = 1500;

/** @param {Ports} ports */
export function createGenerating({ state, act, wantedGeneration, wantsProbes, postGenerate, getProbes, after }) {
  let busy = false;
  /** @type {string | null | undefined} the model whose probes are refused; not every model has any */
  let unprobed;

  function ask() {
    if (busy) return;
    const asked = wantedGeneration(state());
    const model = state().modelName;
    if (asked) void turn(async () => act.generationArrived(await postGenerate(asked), asked.key), (error) => act.generationRefused(error, asked.key));
    else if (model !== unprobed && wantsProbes(state())) void turn(() => bringProbes(model), () => (unprobed = model));
  }

  /** Those of a model that was left meanwhile are nobody's. @param {string | null} model */
  async function bringProbes(model) {
    const probes = await getProbes(model);
    if (state().modelName === model) act.probesArrived(probes);
  }

  /** @param {() => Promise<void>} request @param {(error: import('../types.js').ApiError) => void} refused */
  async function turn(request, refused) {
    busy = true;
    try {
      await request();
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      // While the server is away nothing is wrong with what was asked.
      if (reason.error.code === 'unreachable') return after(done, RETRY);
      refused(reason.error);
    }
    return done();
  }

  function done() {
    busy = false;
    ask();
  }

  return { ask };
}
