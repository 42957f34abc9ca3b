/** What can be said of a run's curves: where it overfits, which states have names, what stands at a step. Pure. */
import { words } from '../i18n/all.js';
import { full } from '../format/numbers.js';
import { isOn } from '../state/train-settings.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Training} Training */
/** @typedef {import('../types.js').Evaluation} Evaluation */

/** Updates that the picture has room for. @param {Training} training */
export function lengthOf({ config, defaults }) {
  return (config ?? defaults).steps;
}

/**
 * From the selected step on, where the losses part: at the last evaluation the
 * training loss is lower than there, and the validation loss higher.
 * @param {Training} training
 * @returns {{from: number, to: number} | null}
 */
export function overfitting({ curve, selected }) {
  const best = curve.find(({ step }) => step === selected);
  const last = curve.at(-1);
  if (!best || !last || last.step <= best.step) return null;
  return last.train < best.train && last.validation > best.validation ? { from: best.step, to: last.step } : null;
}

/**
 * The states worth a name, in the order they were reached.
 * @param {Training} training
 * @returns {{name: import('../i18n/train.js').Named, step: number, evaluation: Evaluation | null}[]}
 */
export function namedStates(training) {
  const { curve, saved, selected } = training;
  const last = saved.at(-1);
  if (last === undefined) return [];
  /** @type {Map<number, import('../i18n/train.js').Named>} */
  const found = new Map([[last, isOn(training) ? 'newest' : 'final'], [0, 'untrained']]);
  if (selected && saved.includes(selected)) found.set(selected, 'selected');
  return [...found].sort(([a], [b]) => a - b).map(([step, name]) => ({ name, step, evaluation: curve.find((one) => one.step === step) ?? null }));
}

/** The numbers at a step, with all their digits. @param {State} state @param {number} step */
export function readingAt({ training, lang }, step) {
  const t = words(lang).train;
  const evaluation = training?.curve.find((one) => one.step === step);
  const batch = training?.losses[step - 1];
  const losses = evaluation ? [t.readTrain(full(evaluation.train)), t.readValidation(full(evaluation.validation))] : [];
  const all = [...losses, ...(batch === undefined ? [] : [t.readBatch(step, full(batch))])];
  return [evaluation ? t.readStep(step) : null, ...all].filter(Boolean).join(t.join);
}
