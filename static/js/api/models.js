/** Brings the list of models whenever its panel is opened, and after one has been imported. */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {Pick<import('../types.js').Act, 'modelsArrived'>} act
 * @property {() => Promise<import('../types/models.js').ListedModels>} getModels
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const RETRY = 1500;

/** @param {Ports} ports */
export function createListing({ state, act, getModels, after }) {
  /** @type {unknown[] | null} what the list was last asked for with; null while the panel is closed */
  let asked = null;

  /** Ask once for each opening, and for each model that has been opened meanwhile. */
  function ask() {
    const { popover, modelName } = state();
    const now = popover === 'models' ? [modelName] : null;
    const isNew = now !== null && now[0] !== asked?.[0];
    const isFirst = now !== null && asked === null;
    asked = now;
    if (isNew || isFirst) void bring();
  }

  async function bring() {
    try {
      act.modelsArrived(await getModels());
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      if (reason.error.code !== 'unreachable') return undefined;
      return after(() => {
        asked = null;
        ask();
      }, RETRY);
    }
    return undefined;
  }

  return { ask };
}
