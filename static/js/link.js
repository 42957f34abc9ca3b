/** Keeps the address in step with the state, and the state with an address that a person changes. */
import { toHash } from './state/hash.js';
import { fromHash } from './state/url.js';

/** Milliseconds. Writing the address costs time, and browsers limit how often: it waits for a pause, but not for ever. */
const [PAUSE, LONGEST] = [300, 2000];

/** @param {import('./state/store.js').Store} store @param {import('./types.js').Act} act */
export function keepLink(store, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {number | null} when the first change came that is not written */
  let since = null;

  function write() {
    clearTimeout(timer);
    since = null;
    const hash = toHash(store.state);
    if (hash !== location.hash.slice(1)) history.replaceState(history.state, '', `${location.pathname}${location.search}${hash && `#${hash}`}`);
  }

  store.subscribe(() => {
    clearTimeout(timer);
    since ??= performance.now();
    timer = setTimeout(write, Math.min(PAUSE, Math.max(0, since + LONGEST - performance.now())));
  });
  // Generate comes late: the first picture was of the records alone.
  if (store.state.opening === null) {
    act.openApart(location.hash);
    act.openGeneration(location.hash);
    act.restoreUpdate(location.hash);
    act.tellUnread(location.hash);
  }
  addEventListener('pagehide', write);
  // What it was changed to: by now write() may have put the old state's link over it.
  addEventListener('hashchange', ({ newURL }) => {
    const { hash } = new URL(newURL);
    if (hash.slice(1) === toHash(store.state)) return;
    const fields = fromHash(hash);
    // Its records and steps are those of its own model, and its window is of a text: all of it changes when that is here.
    if ((fields.opening ?? null) !== store.state.modelName || store.state.window) return act.openModel(fields.opening ?? null, hash);
    act.restored({ ...fields, opening: null, openingLink: '' });
    act.openApart(hash);
    act.openGeneration(hash);
    act.restoreUpdate(hash);
    act.tellUnread(hash);
  });
}
