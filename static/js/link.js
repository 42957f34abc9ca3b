/** Keeps the address in step with the state, and the state with an address that a person changes. */
import { toHash } from './state/hash.js';
import { hasRecords } from './state/models.js';
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
  // An address that was changed before anybody followed it is not the one that the page began with.
  if (location.hash !== store.state.openingLink) follow(location.hash);
  // Generate comes late: the first picture was of the records alone.
  else if (store.state.opening === null) restRead(location.hash);
  addEventListener('pagehide', write);
  // What it was changed to: by now write() may have put the old state's link over it.
  addEventListener('hashchange', ({ newURL }) => follow(new URL(newURL).hash));

  /** @param {string} hash */
  function follow(hash) {
    if (hash.slice(1) === toHash(store.state)) return;
    const fields = fromHash(hash);
    if (needsOpening(store.state, fields.opening ?? null, hash)) return act.openModel(fields.opening ?? null, hash);
    act.restored({ ...fields, opening: null, openingLink: '' });
    restRead(hash);
  }

  /** What of a link is read once its records are here. @param {string} hash */
  function restRead(hash) {
    act.openApart(hash);
    act.openGeneration(hash);
    act.restoreUpdate(hash);
    act.tellUnread(hash);
  }
}

/**
 * Whether all of the page changes at once, when it is here: records and steps are those of their own model, a window
 * is of a text, and records that a link does not write out are its model's first ones.
 * @param {import('./types.js').State} state @param {string | null} name @param {string} hash
 */
function needsOpening({ opening, modelName, window }, name, hash) {
  return opening !== null || name !== modelName || window !== null || (name !== null && !hasRecords(hash));
}
