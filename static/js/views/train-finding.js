/**
 * What the strip says in Train: how far the run is, and one sentence that is
 * true of the run and of the loom. Pure.
 */
import { count } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { isOn, settingsOf } from '../state/train-settings.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Training} Training */

/** Seconds for an update, before any has been made here, however small the model: about what MG-1 takes on a plain machine, */
const FIRST_GUESS = 0.003;
/** for one parameter and one token of a window; `shakespeare` makes 20,000 tokens a second of it, */
const PER_TOKEN = 6e-11;
/** and for one parameter and one record of a batch: an update of `gpt2-mini` takes 60 ms for 8 of them. */
const PER_RECORD = 1e-8;

/** These say themselves what is on show. */
const SAID_WITH = ['nothing_to_learn', 'step_replaced', 'step_unknown'];

/** How far the run is, beside the title. @param {State} state */
export function progressText({ training, train, lang }) {
  const t = words(lang).train;
  if (!training) return ['offline', 'nothing_to_learn'].includes(train.refusal?.code ?? '') ? '' : t.waiting;
  const { status, step, seconds, config, defaults } = training;
  const steps = (config ?? defaults).steps;
  switch (status) {
    case 'idle':
      return '';
    case 'starting':
      return t.starting;
    case 'running':
      return step > 0 ? `${t.at(step, steps)}${t.join}${t.left(t.time((seconds / step) * (steps - step)))}` : t.at(step, steps);
    case 'paused':
      return t.paused(step, steps);
    case 'stopped':
      return t.stopped(step, steps);
    case 'finished':
      return t.took(steps, t.time(seconds));
    case 'failed':
      return t.failed(training.failure?.step ?? step);
  }
}

/** What Start would do; where its text is missing, how to bring that. @param {State} state */
export function startText(state) {
  return isTextMissing(state) ? (words(state.lang).train.refusals.text_missing ?? '') : expectedText(state);
}

/** Then the page shows a sample of the text, which always is here. @param {State} state */
function isTextMissing({ window, model }) {
  return model?.config.data === 'stream' && window?.split === 'sample';
}

/** What the next run will take. @param {State} state */
export function expectedText(state) {
  const t = words(state.lang).train;
  const { training } = state;
  if (!training) return '';
  const config = { ...training.defaults, ...settingsOf(state).config };
  const perUpdate = training.step >= 50 ? training.seconds / training.step : firstGuess(state.model, config);
  return t.expected(config.steps, t.time(Math.max(1, Math.round(config.steps * perUpdate))));
}

/** @param {State['model']} model @param {Partial<import('../types.js').TrainingConfig>} config */
function firstGuess(model, { batch_windows: windows, batch_records: records }) {
  const each = windows && model ? PER_TOKEN * windows * model.config.context_length : PER_RECORD * (records ?? 0);
  return Math.max(FIRST_GUESS, each * (model?.parameters.total ?? 0));
}

/** @param {State} state @returns {{lead: string, text: string, isAlert: boolean}} */
export function trainFinding(state) {
  const t = words(state.lang).train;
  const { training, train } = state;
  const isRunning = isOn(training);
  if (train.refusal) return { lead: refusalText(state), text: SAID_WITH.includes(train.refusal.code) ? '' : shows(state), isAlert: true };
  if (!train.connected) return { lead: isRunning ? t.reconnecting : t.unreached, text: shows(state), isAlert: false };
  if (!training) return { lead: '', text: shows(state), isAlert: false };
  if (training.failure && training.status === 'failed') return { lead: t.notFinite(training.failure.step, training.failure.kept), text: shows(state), isAlert: true };
  if (!isRunning && settingsOf(state).wrong.length) return { lead: t.wrong, text: shows(state), isAlert: true };
  if (training.status === 'idle') return { lead: '', text: idleText(state), isAlert: false };
  const canDrag = state.step === null && training.saved.length > 1;
  return { lead: '', text: canDrag ? `${shows(state)} ${t.drag}` : shows(state), isAlert: false };
}

/** Before the first run. @param {State} state */
function idleText(state) {
  const t = words(state.lang).train;
  if (isTextMissing(state)) return t.refusals.text_missing ?? t.idle;
  return state.model?.trained_step ? t.idleLoaded(state.model.trained_step) : t.idle;
}

/** Why the last thing asked for did not happen. @param {State} state */
export function refusalText({ train: { refusal }, lang }) {
  const t = words(lang).train;
  if (!refusal) return '';
  const step = Number(refusal.details.step);
  if (refusal.code === 'step_replaced') return t.replaced(step);
  if (refusal.code === 'step_unknown') return t.unknownStep(step);
  if (typeof refusal.details.mebibytes === 'number') return t.tooMany(count(refusal.details.mebibytes));
  // The field itself says which range it is.
  if (typeof refusal.details.field === 'string') return t.wrong;
  return t.refusals[refusal.code] ?? refusal.message;
}

/** What is on show, beside where the run is. @param {State} state */
function shows({ step, training, lang }) {
  const t = words(lang).train;
  const shown = step === null ? t.showsLoaded : t.showsStep(step);
  if (!training || training.run === null) return shown + t.alone;
  return shown + (isOn(training) ? t.runIsAt(training.step) : t.runEndedAt(training.step));
}

/** How much of the run is done, whole percent; null while none is on. @param {Training | null} training */
export function percentDone(training) {
  if (!training?.config || !isOn(training)) return null;
  return Math.floor((100 * training.step) / Math.max(1, training.config.steps));
}

/**
 * The range of a setting in words.
 * @param {import('../types.js').Lang} lang @param {{least: number, most: number, isWhole: boolean, above?: boolean, below?: boolean}} range
 */
export function rangeText(lang, { least, most, isWhole, above, below }) {
  const t = words(lang).train;
  if (isWhole) return t.wholeFrom(count(least), count(most));
  if (below) return t.fromToBelow;
  return above ? t.above : t.fromTo(count(least), count(most));
}
