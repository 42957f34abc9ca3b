/** Wires the page: state, server, views. The only module that knows all of them. */
import * as client from './api/client.js';
import { loadFixed } from './api/fixed.js';
import { createSync } from './api/sync.js';
import { inForce, isTraceOf } from './state/in-force.js';
import { initialState } from './state/initial.js';
import { bind, createStore } from './state/store.js';
import { transitions } from './state/transitions.js';
import { fromHash } from './state/url.js';
import { wanted } from './state/wanted.js';
import { createDocument } from './theme.js';
import { createChips } from './views/chips.js';
import { createHeader } from './views/header.js';
import { createLoom } from './views/loom.js';
import { createRecords } from './views/records.js';
import { createStages } from './views/stages.js';

/** @typedef {import('./types.js').Act} Act */
/** @typedef {import('./types.js').State} State */
/** @typedef {(root: HTMLElement, act: Act) => {update: (state: State) => void}} CreateView */

/** @type {Record<string, CreateView>} */
const FIRST_VIEWS = {
  header: createHeader,
  records: createRecords,
  chips: createChips,
  stages: createStages,
  loom: createLoom,
};

const store = createStore({ ...initialState(), ...fromHash(location.hash) });
// Those of the modes and the lessons are bound when the views that need them come: late.js.
const act = /** @type {Act} */ (bind(store, transitions));

/** @type {import('./api/sync.js').Ports} */
const ports = {
  ...client,
  state: () => store.state,
  act,
  wanted,
  inForce,
  isTraceOf,
  now: () => performance.now(),
  after: (again, milliseconds) => void setTimeout(again, milliseconds),
};
const sync = createSync(ports);

// The request leaves before anything is drawn: on a keystroke it is on its way while the page updates.
store.subscribe(sync.ask);
sync.ask();
if (!store.state.opening) loadNames();

const page = createDocument();
store.subscribe(page.update);
page.update(store.state);
show(FIRST_VIEWS);

const isStanding = /** @param {State} state */ ({ traced, refusal, opening }) => !!(traced || refusal || opening);
let isLoadingRest = false;
store.subscribe(rest);
rest(store.state);

/** What the first picture is made of, beside the trace: the tokens' names and the model's sizes. */
function loadNames() {
  void loadFixed(client.getVocabulary, ({ entries }) => act.vocabularyArrived(entries));
  void loadFixed(client.getModel, act.modelArrived);
}

/** @param {State} state */
async function rest(state) {
  if (isLoadingRest || !isStanding(state)) return;
  isLoadingRest = true;
  const { startRest } = await import('./late.js');
  await startRest({ store, act, ports, show, ask: sync.ask });
}

/** @param {Record<string, CreateView>} views by the id of their area */
function show(views) {
  for (const [id, create] of Object.entries(views)) {
    const view = create(area(id), act);
    store.subscribe(view.update);
    view.update(store.state);
  }
}

/** @param {string} id */
function area(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no #${id}`);
  return node;
}
