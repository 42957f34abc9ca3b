/**
 * Views that rest while an arrow is held in a large model: numbers that pass by
 * thirty times a second are read by nobody, and to lay them out costs the steps
 * their frames. What still stands there is faded, and follows when the key rests.
 */
import { isSelective } from '../state/selection-of-trace.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {{update: (state: State) => void}} View */

/** Milliseconds after which no other repetition comes: keyboards repeat every 30. */
const REST = 120;

/**
 * @typedef {object} Repeating
 * @property {() => boolean} isHeld whether a key repeats now
 * @property {(task: () => void) => void} afterwards runs a task once, when it does no more
 */

/** In a browser. @returns {Repeating} */
function createRepeating() {
  let isHeld = false;
  let timer = 0;
  /** @type {Set<() => void>} */
  const waiting = new Set();

  function end() {
    clearTimeout(timer);
    isHeld = false;
    const tasks = [...waiting];
    waiting.clear();
    for (const task of tasks) task();
  }

  addEventListener('keydown', ({ repeat, key }) => {
    if (!repeat || !key.startsWith('Arrow')) return;
    isHeld = true;
    clearTimeout(timer);
    timer = setTimeout(end, REST);
  }, { capture: true });
  addEventListener('keyup', () => isHeld && end());
  return { isHeld: () => isHeld, afterwards: (task) => void waiting.add(task) };
}

/** @type {Repeating | null} one for all views */
let shared = null;

/**
 * @param {(root: HTMLElement, act: import('../types.js').Act) => View} create
 * @param {() => Repeating} [repeating]
 * @returns {(root: HTMLElement, act: import('../types.js').Act) => View}
 */
export function whileRepeating(create, repeating = () => (shared ??= createRepeating())) {
  return (root, act) => {
    const view = create(root, act);
    const keys = repeating();
    /** @type {State | null} */
    let drawn = null;
    /** @type {State | null} what it does not show yet */
    let passed = null;

    function follow() {
      const state = passed;
      passed = null;
      root.classList.remove('resting');
      if (state) view.update((drawn = state));
    }

    return {
      update(state) {
        passed = state;
        // Other texts and models are shown at once, whatever is held, and so is where the arrow itself walks.
        const isStep = keys.isHeld() && !root.matches(':focus-within') && drawn?.traced === state.traced && drawn?.pos !== state.pos && state.model !== null && isSelective(state.model.config);
        if (!isStep) return follow();
        root.classList.add('resting');
        keys.afterwards(follow);
      },
    };
  };
}
