/**
 * Holds the state and tells whoever draws from it, at once and in order of
 * subscription. Only transitions change it.
 */

/** @typedef {import('../types.js').State} State */

/**
 * @typedef {object} Store
 * @property {State} state
 * @property {<A extends unknown[]>(transition: (state: State, ...args: A) => State, ...args: A) => void} dispatch
 * @property {(subscriber: (state: State) => void) => void} subscribe
 */

/** @param {State} initial @returns {Store} */
export function createStore(initial) {
  let state = initial;
  let telling = false;
  /** @type {{hear: (state: State) => void, heard: State}[]} */
  const subscribers = [];

  return {
    get state() {
      return state;
    },
    dispatch(transition, ...args) {
      state = transition(state, ...args);
      if (!telling) tell();
    },
    subscribe(hear) {
      subscribers.push({ hear, heard: state });
    },
  };

  /**
   * A subscriber may dispatch. Nobody is told inside another's turn, and nobody
   * hears the state before if a newer one is there already.
   */
  function tell() {
    telling = true;
    try {
      for (let next = unaware(); next; next = unaware()) {
        next.heard = state;
        next.hear(state);
      }
    } finally {
      telling = false;
    }
  }

  function unaware() {
    return subscribers.find(({ heard }) => heard !== state);
  }
}

/**
 * Every transition of a table, bound to the store: what views may do.
 * @template {Record<string, (state: State, ...args: any[]) => State>} T
 * @param {Store} store
 * @param {T} transitions
 */
export function bind(store, transitions) {
  const bound = Object.entries(transitions).map(([name, transition]) => [name, /** @param {unknown[]} args */ (...args) => store.dispatch(transition, ...args)]);
  return /** @type {{ [K in keyof T]: T[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} */ (Object.fromEntries(bound));
}
