/**
 * Generate: a prompt stands where the records stood, and goes on with the
 * tokens that were drawn. Their IDs are appended to the prompt's own, never
 * read as text again. Pure.
 *
 * The server makes a whole generation at once, for it follows from prompt,
 * settings and step; here it is drawn token by token. Because no position sees
 * its future, the trace of all that was drawn also shows each draw before.
 */
import { promptDraft, withRecords } from './aside.js';
import { addRecord, clamped, MOST_RECORDS } from './drafts.js';
import { askedFor, settingsFrom } from './generation-settings.js';
import { contextLength } from './shown.js';
import { writeOwn } from './text-window.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Generated} Generated */

/**
 * The generation of the prompt and settings as they stand; null until it is here.
 * @param {State} state @returns {Generated | null}
 */
export function generated(state) {
  const { reply } = state.generation;
  return reply && state.aside && reply.asked === askedFor(state)?.key ? reply.generation : null;
}

/** Why the prompt and settings as they stand have no generation. @param {State} state */
export function refused(state) {
  const { refusal } = state.generation;
  return refusal && refusal.asked === askedFor(state)?.key ? refusal.error : null;
}

/** Whether the prompt and settings as they stand are still with the server. @param {State} state */
export function isAwaited(state) {
  return askedFor(state) !== null && generated(state) === null && refused(state) === null;
}

/** The tokens drawn so far, EOS among them. @param {State} state */
export function drawnCount({ drafts, generation }) {
  const [prompt] = drafts;
  return (prompt?.continued?.length ?? 0) + (prompt && generation.ended === prompt ? 1 : 0);
}

/** Slot of the last of the prompt's own tokens; the first draw is made there. @param {Generated} generation */
export function promptEnd(generation) {
  return generation.ids.length - generation.new_ids.length - 1;
}

/**
 * Which draw the selected position makes: below 0 inside the prompt, and as many as there
 * are at the last token where the budget or the context has ended it. Where the context has slid on,
 * only its last position is what it was when it drew.
 * @param {State} state @param {Generated} generation
 */
export function drawOnShow(state, generation) {
  const slid = state.drafts[0]?.slid;
  if (slid?.before && state.pos !== slid.ids.length - 1) return -1;
  return state.pos + (slid?.before ?? 0) - promptEnd(generation);
}

/** @param {State} state @param {Generated} generation @param {string} asked @returns {State} */
export function generationArrived(state, generation, asked) {
  const { wish } = state.generation;
  // Where it has no token there is none to draw.
  const running = state.generation.running && generation.steps.length > 0;
  const next = { ...state, generation: { ...state.generation, reply: { asked, generation }, refusal: null, wish: 0, running } };
  return wish ? withDrawn(next, wish) : next;
}

/** @param {State} state @param {import('../types.js').ApiError} refusal @param {string} asked @returns {State} */
export function generationRefused(state, refusal, asked) {
  // A wish to draw what is asked for meanwhile waits on.
  const running = state.generation.running && asked !== askedFor(state)?.key;
  return { ...state, generation: { ...state.generation, refusal: { asked, error: refusal }, running } };
}

/** @param {State} state @param {import('../types.js').Probes} probes @returns {State} */
export function probesArrived(state, probes) {
  return { ...state, probes };
}

/** One more token, and the position that draws it. @param {State} state @returns {State} */
export function drawNext(state) {
  return generated(state) ? withDrawn(state, drawnCount(state) + 1) : state;
}

/** As many tokens as `count`, or all there are. @param {State} state @param {number} count @returns {State} */
function withDrawn(state, count) {
  const generation = generated(state);
  const [prompt] = state.drafts;
  if (!generation || !prompt) return state;
  const drawn = Math.min(count, generation.steps.length);
  const isOver = drawn === generation.steps.length;
  const continued = generation.new_ids.slice(0, drawn);
  const isSame = continued.length === prompt.continued?.length;
  const record = isSame ? prompt : withinContext(state, generation, { ...prompt, continued }, drawn - 1);
  const hasEnded = isOver && generation.stop === 'eos';
  const running = state.generation.running && !isOver;
  const next = { ...state, ...onlyPrompt(isSame ? state.drafts : [record]), generation: { ...state.generation, ended: hasEnded ? record : null, discarded: 0, running } };
  return at(next, promptEnd(generation) + Math.max(0, drawn - 1) - (record.slid?.before ?? 0));
}

/**
 * The prompt with what was drawn, as the context held it at one draw; all of it as long as it fits.
 * @param {State} state @param {Generated} generation @param {import('../types.js').Draft} record @param {number} draw @returns {import('../types.js').Draft}
 */
function withinContext(state, generation, record, draw) {
  const { slid: _, next: __, ...whole } = record;
  const limit = contextLength(state) ?? Infinity;
  const total = promptEnd(generation) + 1 + (record.continued?.length ?? 0);
  if (total <= limit) return whole;
  const before = generation.steps[draw]?.window ?? 0;
  return { ...whole, slid: { before, ids: generation.ids.slice(before, before + limit) }, next: generation.ids[before + limit] ?? null };
}

/** Show one draw: the position that makes it. @param {State} state @param {number} draw from 0 @returns {State} */
export function showDraw(state, draw) {
  const generation = generated(state);
  const [prompt] = state.drafts;
  if (!generation || !prompt || draw < 0 || draw >= Math.max(1, drawnCount(state))) return state;
  const record = prompt.slid ? withinContext(state, generation, prompt, draw) : prompt;
  const isSame = record.slid?.before === prompt.slid?.before;
  const shown = isSame ? state : { ...state, ...onlyPrompt([record]) };
  return at(shown, promptEnd(generation) + draw - (record.slid?.before ?? 0));
}

/** Along the tokens; behind the last one the next is drawn. @param {State} state @param {number} by @returns {State} */
export function stepDraw(state, by) {
  const generation = generated(state);
  if (!generation) return state;
  const { goTo } = state.generation;
  // On the way to a position, steps go on from there.
  const from = goTo === null ? drawOnShow(state, generation) : Math.min(goTo + (state.drafts[0]?.slid?.before ?? 0) - promptEnd(generation), Math.max(0, drawnCount(state) - 1));
  const to = Math.max(0, from + by);
  const isOver = drawnCount(state) >= generation.steps.length;
  const isNext = by > 0 && !isOver && (drawnCount(state) === 0 || to >= drawnCount(state));
  return isNext ? drawNext(state) : showDraw(state, to);
}

/** Begin, or leave off; what is still with the server is drawn once it is here. @param {State} state @returns {State} */
export function toggleDrawing(state) {
  const isLeft = isAwaited(state) || drawnCount(state) < (generated(state)?.steps.length ?? 0);
  const running = !state.generation.running && isLeft;
  return running === state.generation.running ? state : { ...state, generation: { ...state.generation, running } };
}

/** Back to the prompt alone. @param {State} state @returns {State} */
export function discardDrawn(state) {
  const [prompt] = state.drafts;
  if (!state.aside || !prompt || !drawnCount(state)) return state;
  const { ended } = state.generation;
  const { slid: _, next: __, ...plain } = prompt;
  const bare = prompt.continued?.length ? { ...plain, continued: [] } : prompt;
  return at({ ...state, ...onlyPrompt(bare === prompt ? state.drafts : [bare]), generation: { ...state.generation, ended: ended === bare ? null : ended, running: false } }, Infinity);
}

/**
 * Another setting makes other tokens: those drawn are discarded.
 * @param {State} state @param {keyof import('../types.js').GenerationSettings} name @param {string} text @returns {State}
 */
export function setGeneration(state, name, text) {
  if ((state.generation.settings[name] ?? '') === text) return state;
  const bare = discardDrawn(state);
  // Told until something is drawn again: a number is written figure by figure.
  const discarded = drawnCount(state) || state.generation.discarded;
  return { ...bare, generation: { ...bare.generation, settings: { ...bare.generation.settings, [name]: text }, discarded, running: false } };
}

/** Temperature 0, and back to what it was. @param {State} state @returns {State} */
export function toggleGreedy(state) {
  const { warm } = state.generation;
  const isGreedy = settingsFrom(state.generation.settings)?.temperature === 0;
  const written = state.generation.settings.temperature ?? '';
  const next = setGeneration(state, 'temperature', isGreedy ? warm : '0');
  return { ...next, generation: { ...next.generation, warm: isGreedy ? warm : written || warm } };
}

/** Another prompt. @param {State} state @param {string} text @returns {State} */
export function setPrompt(state, text) {
  if (!state.aside || state.drafts[0]?.text === text) return state;
  return at({ ...state, ...onlyPrompt([promptDraft(text)]), piece: null, generation: { ...state.generation, running: false, discarded: drawnCount(state) || state.generation.discarded } }, Infinity);
}

/**
 * What is drawn, as far as it is text: a character whose bytes are not all there is none.
 * @param {State} state @param {Generated} generation @returns {{text: string, isWhole: boolean}}
 */
export function drawnText({ drafts }, { steps }) {
  const drawn = steps.slice(0, drafts[0]?.continued?.length ?? 0);
  const text = drawn.map((step) => step.text).join('');
  const bytes = drawn.reduce((sum, { hex }) => sum + hex.length / 2, 0);
  return { text, isWhole: !text.includes('\ufffd') && new TextEncoder().encode(text).length === bytes };
}

/** Prompt and drawn text as one more record, where Generate is left. @param {State} state @returns {State} */
export function keepAsRecord(state) {
  const generation = generated(state);
  const [prompt] = state.drafts;
  if (!generation || !prompt || !state.aside || state.aside.drafts.length >= MOST_RECORDS) return state;
  const text = prompt.text + drawnText(state, generation).text;
  const { drafts, baseline, rec, pos, key } = addRecord(writeOwn(withRecords(state)), text);
  // It stands beside the text as a person's own; the window would hide it.
  return { ...writeOwn(state), aside: { drafts, baseline, rec, pos, key } };
}

/**
 * Select a position once it is in the trace; one that is there already, at once.
 * @param {State} state @param {number} pos from 0; Infinity is the last @returns {State}
 */
function at(state, pos) {
  const isTraced = state.traced?.drafts === state.drafts;
  const going = { ...state, generation: { ...state.generation, goTo: isTraced ? null : pos } };
  return isTraced ? clamped({ ...going, pos, key: pos }) : going;
}

/** The prompt is what it is compared with, so that it never counts as edited. @param {State['drafts']} drafts */
function onlyPrompt(drafts) {
  return { drafts, baseline: drafts, rec: 0 };
}

export const generationTransitions = {
  discardDrawn,
  drawNext,
  generationArrived,
  generationRefused,
  keepAsRecord,
  probesArrived,
  setGeneration,
  setPrompt,
  showDraw,
  stepDraw,
  toggleDrawing,
  toggleGreedy,
};

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof generationTransitions]: (typeof generationTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} GenerationAct
 */
