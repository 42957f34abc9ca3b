/** Wires the page: state, server, views. The only module that knows all of them. */
import * as client from './api/client.js';
import { loadFixed } from './api/fixed.js';
import { createSync } from './api/sync.js';
import { listenForKeys } from './keys.js';
import { keepLink } from './link.js';
import { initialState } from './state/initial.js';
import { bind, createStore } from './state/store.js';
import { transitions } from './state/transitions.js';
import { fromHash } from './state/url.js';
import { wanted } from './state/wanted.js';
import { createDocument } from './theme.js';
import { createChips } from './views/chips.js';
import { createDetail } from './views/detail.js';
import { createHeader } from './views/header.js';
import { createLab } from './views/lab.js';
import { createLoom } from './views/loom.js';
import { createMargin } from './views/margin.js';
import { createPopover } from './views/popover.js';
import { createRecords } from './views/records.js';
import { createStages } from './views/stages.js';

/** @typedef {import('./types.js').Act} Act */
/** @typedef {import('./types.js').State} State */
/** @typedef {(root: HTMLElement, act: Act) => {update: (state: State) => void}} CreateView */

/** @type {Record<string, CreateView>} */
const VIEWS = {
  header: createHeader,
  records: createRecords,
  chips: createChips,
  stages: createStages,
  loom: createLoom,
  detail: createDetail,
  margin: createMargin,
  lab: createLab,
  popover: createPopover,
};

const store = createStore({ ...initialState(), ...fromHash(location.hash) });
/** @type {Act} */
const act = bind(store, transitions);

const sync = createSync({
  ...client,
  state: () => store.state,
  act,
  wanted,
  now: () => performance.now(),
  after: (again, milliseconds) => void setTimeout(again, milliseconds),
});

// The request leaves before anything is drawn: on a keystroke it is on its way while the page updates.
store.subscribe(sync.ask);
sync.ask();
loadAtOnce();

const views = [createDocument(), ...Object.entries(VIEWS).map(([id, create]) => create(area(id), act))];
for (const view of views) {
  store.subscribe(view.update);
  view.update(store.state);
}
keepLink(store, act);
listenForKeys(() => store.state, act);

/** What never changes while the page is open. Names of tokens come with the first trace, the rest after it. */
function loadAtOnce() {
  void loadFixed(client.getVocabulary, ({ entries }) => act.vocabularyArrived(entries));
  void loadFixed(client.getModel, act.modelArrived);
  let isLater = false;
  store.subscribe(({ traced }) => {
    if (isLater || !traced) return;
    isLater = true;
    void loadFixed(client.getCorpus, act.corpusArrived);
    void loadFixed(client.getParameters, ({ parameters }) => act.parametersArrived(parameters));
  });
}

/** @param {string} id */
function area(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no #${id}`);
  return node;
}
