/**
 * The views below the loom, and what opens over it. Loaded when the first
 * picture stands, so that nothing of them delays it.
 */
import { loadFixed } from './api/fixed.js';
import { createGenerating } from './api/generation.js';
import { createHeldParameters } from './api/held-parameters.js';
import { createHeldTraces } from './api/held-traces.js';
import * as client from './api/late-client.js';
import { createListing } from './api/models.js';
import { createNewestWish } from './api/newest-wish.js';
import { createOpening } from './api/opening.js';
import { createParameters } from './api/parameters.js';
import { createPatience } from './api/patience.js';
import { createTextPieces } from './api/text.js';
import { createTraining } from './api/training.js';
import { createVerdicts } from './api/verdicts.js';
import { createDrawing } from './drawing.js';
import { listenForKeys } from './keys.js';
import { lessonTransitions } from './lessons/transitions.js';
import { keepLink } from './link.js';
import { loadSheets } from './sheets.js';
import { apartTransitions, wantedAblations } from './state/apart.js';
import { openApart } from './state/apart-link.js';
import { compareTransitions } from './state/compare.js';
import { detailTransitions } from './state/detail-selection.js';
import { firstRecords, firstRequest } from './state/first-records.js';
import { generated, generationTransitions } from './state/generation.js';
import { openGeneration } from './state/generation-link.js';
import { wantedGeneration, wantsProbes } from './state/generation-wanted.js';
import { gradedTransitions, wantedGradients } from './state/graded.js';
import { labTransitions } from './state/lab.js';
import { lateArrivals } from './state/late-arrivals.js';
import { lender } from './state/lenders.js';
import { lendingTransitions } from './state/lending.js';
import { modeTransitions } from './state/mode.js';
import { modelsTransitions } from './state/models.js';
import { modelsPanelTransitions, wantedOfImport } from './state/models-panel.js';
import { nearby } from './state/nearby.js';
import { openedTransitions } from './state/opened.js';
import { restored } from './state/restored.js';
import { wantedOfAny } from './state/selection-of-trace.js';
import { sliceTransitions } from './state/slices.js';
import { bind } from './state/store.js';
import { AROUND, drafted, standBefore, textTransitions, wantedText, windowLength, windowOf } from './state/text-window.js';
import { timelineTransitions } from './state/timeline.js';
import { trainTransitions } from './state/train.js';
import { tellUnread } from './state/unread-link.js';
import { updateTransitions, wantedUpdate } from './state/update.js';
import { keepVerified } from './verify.js';
import { createApartChange } from './views/apart-change.js';
import { createApartPanel } from './views/apart-panel.js';
import { createApartStrip } from './views/apart-strip.js';
import { createApartSwitches } from './views/apart-switches.js';
import { createBadge } from './views/badge.js';
import { createBlockHeads } from './views/block-heads.js';
import { createBugPanel } from './views/bug-panel.js';
import { createBugStrip } from './views/bug-strip.js';
import { createChipCopy } from './views/chip-copy.js';
import { keepClearOfHeads } from './views/clear-of-heads.js';
import { createComparePanel } from './views/compare-panel.js';
import { createComparePosition } from './views/compare-position.js';
import { createDetail } from './views/detail.js';
import { createDrawPanel } from './views/draw-panel.js';
import { createDrawStrip } from './views/draw-strip.js';
import { createEvidence } from './views/evidence.js';
import { createGutterMarks } from './views/gutter-marks.js';
import { keepFocus } from './views/kept-focus.js';
import { createLab } from './views/lab.js';
import { addLateAreas } from './views/late-areas.js';
import { createLearning } from './views/learning.js';
import { createLesson } from './views/lesson.js';
import { createLoomShow } from './views/loom-show.js';
import { createMargin } from './views/margin.js';
import { createMerges } from './views/merges.js';
import { createModels } from './views/models.js';
import { createModes } from './views/modes.js';
import { createNotice } from './views/notice.js';
import { createPopover } from './views/popover.js';
import { createProbes } from './views/probes.js';
import { createPromptLine } from './views/prompt-line.js';
import { createRail } from './views/rail.js';
import { createShare } from './views/share.js';
import { createRunningText } from './views/running-text.js';
import { createTextWindow } from './views/text-window.js';
import { createTrainStrip } from './views/train-strip.js';
import { createTrailOverlay } from './views/trail-overlay.js';
import { createUpdate } from './views/update.js';
import { whileRepeating } from './views/while-repeating.js';

const TRANSITIONS = { ...lateArrivals, ...detailTransitions, ...modelsTransitions, ...modelsPanelTransitions, ...textTransitions, ...sliceTransitions, ...openedTransitions, ...labTransitions, ...lessonTransitions, ...modeTransitions, ...timelineTransitions, ...compareTransitions, ...generationTransitions, openGeneration, openApart, restored, tellUnread, ...apartTransitions, ...lendingTransitions, ...trainTransitions, ...gradedTransitions, ...updateTransitions };

/** By the id of their area. */
const VIEWS = { switches: createApartSwitches, apart: createApartPanel, changed: createApartChange, taking: createApartStrip, stages: createBlockHeads, verified: createBadge, chips: createChipCopy, loom: createOverLoom, detail: whileRepeating(createDetail), margin: whileRepeating(createMargin), lab: createLab, lesson: createLesson, text: createTextWindow, running: createRunningText, models: createModels, modes: createModes, 'loom-show': createLoomShow, rail: createRail, panel: createBugPanel, learning: createLearning, compare: createComparePanel, compared: createComparePosition, training: createTrainStrip, dock: createNotice, evidence: createEvidence, update: createUpdate, bugs: createBugStrip, merges: createMerges, drawn: createDrawPanel, drawing: createDrawStrip, prompt: createPromptLine, probes: createProbes, popover: createPopoverWithFiles };

/**
 * @param {object} first what the first picture has been made with
 * @param {import('./state/store.js').Store} first.store
 * @param {import('./types.js').Act} first.act the transitions that come late are added to it
 * @param {import('./api/sync.js').Ports} first.ports
 * @param {(views: Record<string, (root: HTMLElement, act: import('./types.js').Act) => {update: (state: import('./types.js').State) => void}>) => void} first.show
 * @param {() => void} first.ask for the trace that is wanted
 */
export async function startRest({ store, act, ports: first, show, ask }) {
  const ports = { ...first, ...client, generated, wantedGeneration, wantsProbes, whenSeen };
  Object.assign(act, bind(store, TRANSITIONS));
  const pieces = createTextPieces({ ...client, standBefore, around: AROUND });
  const opening = createOpening({ ...ports, getPiece: pieces.atOrSample, getExactPiece: pieces.at, lender, windowOf, drafted, firstRecords, firstRequest, loadNames });
  if (!store.state.opening) loadCorpus();
  const traces = createHeldTraces({ ...ports, nearby, whenIdle });
  Object.assign(first, { postTrace: traces.post, postTokenize: client.postTokenize, wanted: createPatience({ ...ports, wanted: wantedOfAny, ask }) });
  const held = createHeldParameters({ ...ports, nearby, whenIdle });
  const parameters = createParameters({ ...ports, getParameters: held.get, hasParameters: held.has });
  parameters.ask();
  await loadSheets();
  addLateAreas();
  keepClearOfHeads();
  show(VIEWS);
  keepLink(store, act);
  keepFocus(store);
  listenForKeys(() => store.state, act);
  keepVerified(store, act);
  for (const { ask } of [opening, traces, held, parameters, createTraining(ports), createVerdicts(ports), createGenerating(ports), createDrawing(ports), createGradients(ports), createUpdates(ports), createListing(ports), createImports(ports), createWindows(ports, pieces), createAblations(ports)]) {
    store.subscribe(ask);
    ask();
  }
  document.querySelector('main')?.setAttribute('aria-busy', 'false');

  /** Not where another model has come meanwhile, with its own. */
  function loadCorpus() {
    void loadFixed(client.getCorpus, (corpus) => store.state.modelName === null && act.corpusArrived(corpus));
  }

  /** The model that a link named can't be opened: the one that the server was started with is, by its own names. */
  function loadNames() {
    void loadFixed(() => client.getVocabulary(null), ({ entries }) => act.vocabularyArrived(entries));
    void loadFixed(() => client.getModel(null), act.modelArrived);
    loadCorpus();
  }
}

/** Some browsers do not tell when they are idle. @param {() => void} task */
function whenIdle(task) {
  if ('requestIdleCallback' in window) requestIdleCallback(task);
  else setTimeout(task, 50);
}

/** @param {import('./api/sync.js').Ports} ports */
function createGradients({ state, act, after }) {
  return createNewestWish({ state, wanted: wantedGradients, post: client.postGradients, arrived: act.gradientsArrived, refused: act.gradientsRefused, after });
}

/** @param {import('./api/sync.js').Ports} ports */
function createUpdates({ state, act, after }) {
  return createNewestWish({ state, wanted: wantedUpdate, post: client.postUpdate, arrived: act.updateArrived, refused: act.updateRefused, after });
}

/** @param {import('./api/sync.js').Ports} ports */
function createAblations({ state, act, after }) {
  return createNewestWish({ state, wanted: wantedAblations, post: client.postAblations, arrived: act.ablationsArrived, refused: act.ablationsRefused, after });
}

/** @param {import('./api/sync.js').Ports} ports */
function createImports({ state, act, after }) {
  /** @param {NonNullable<import('./types/models.js').ModelsSlice['asked']>} asked */
  const post = ({ command, file, answers }) => (command === 'read' ? client.postRead : client.postOpen)(file, answers);
  return createNewestWish({ state, wanted: wantedOfImport, post, arrived: act.importAnswered, refused: act.importRefused, after });
}

/** @param {import('./api/sync.js').Ports} ports @param {ReturnType<typeof createTextPieces>} pieces */
function createWindows({ state, act, after }, pieces) {
  /** @param {import('./types/models.js').TextWish} wish */
  const post = (wish) => {
    const now = state();
    const length = windowLength(now);
    const isByCharacter = now.model?.config.tokenizer === 'characters';
    return 'query' in wish ? pieces.of(now.modelName, wish, length, now.window?.total ?? Infinity, isByCharacter) : pieces.at(now.modelName, { ...wish, length }, isByCharacter);
  };
  return createNewestWish({ state, wanted: wantedText, post, arrived: act.textArrived, refused: act.textRefused, after });
}

/** @param {(isSeen: boolean) => void} changed */
function whenSeen(changed) {
  document.addEventListener('visibilitychange', () => changed(!document.hidden));
}

/** @param {HTMLElement} root */
function createOverLoom(root) {
  const views = [createTrailOverlay(root), createGutterMarks(root)];
  return { update: (/** @type {import('./types.js').State} */ state) => views.forEach((view) => view.update(state)) };
}

/** Its files come from the server, which no view knows of. @param {HTMLElement} root @param {import('./types.js').Act} act */
function createPopoverWithFiles(root, act) {
  return createPopover(root, act, createShare(client));
}
