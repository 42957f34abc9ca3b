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
  let told = initial;
  let telling = false;
  /** @type {((state: State) => void)[]} */
  const subscribers = [];

  return {
    get state() {
      return state;
    },
    dispatch(transition, ...args) {
      state = transition(state, ...args);
      if (!telling) tell();
    },
    subscribe(subscriber) {
      subscribers.push(subscriber);
    },
  };

  /** A subscriber may dispatch; everyone then hears the state after it as well, never one inside the other. */
  function tell() {
    telling = true;
    try {
      while (told !== state) {
        told = state;
        for (const subscriber of subscribers) subscriber(state);
      }
    } finally {
      telling = false;
    }
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
