/** What the next run is told, from what a person has written. Pure; the server has the last word. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Training} Training */
/** @typedef {keyof import('../types.js').TrainingConfig} Setting */

/**
 * The settings in the order of the form, with the range of each as
 * the server has it at its widest; `most` itself is left out where `below`.
 * @type {Record<Setting, {least: number, most: number, isWhole: boolean, above?: boolean, below?: boolean}>}
 */
export const RANGES = {
  learning_rate: { least: 0, most: Infinity, isWhole: false, above: true },
  min_learning_rate: { least: 0, most: 1000, isWhole: false },
  warmup_steps: { least: 0, most: 10_000_000, isWhole: true },
  decay_steps: { least: 1, most: 10_000_000, isWhole: true },
  steps: { least: 1, most: 100_000, isWhole: true },
  batch_records: { least: 1, most: 4096, isWhole: true },
  batch_windows: { least: 1, most: 4096, isWhole: true },
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, isWhole: true },
  beta1: { least: 0, most: 1, isWhole: false, below: true },
  beta2: { least: 0, most: 1, isWhole: false, below: true },
  epsilon: { least: 0, most: Infinity, isWhole: false, above: true },
  weight_decay: { least: 0, most: 1000, isWhole: false },
  clip_norm: { least: 0, most: 1000, isWhole: false, above: true },
  evaluate_every: { least: 1, most: 10_000_000, isWhole: true },
};

export const SETTINGS = /** @type {Setting[]} */ (Object.keys(RANGES));

/** What a run on one text is told, and one on records is not. @type {Setting[]} */
const OF_TEXT = ['batch_windows', 'warmup_steps', 'decay_steps', 'min_learning_rate', 'weight_decay', 'clip_norm'];

/** Whether a run of the model on show has the setting; before the server has said so, one on records is meant. @param {Training | null} training @param {Setting} setting */
export function isOffered(training, setting) {
  return training ? setting in training.defaults : !OF_TEXT.includes(setting);
}

/**
 * The number that is meant, or null where it is none in the setting's range.
 * @param {Setting} setting @param {string} text
 */
export function valueOf(setting, text) {
  const { least, most, isWhole, above, below } = RANGES[setting];
  const plain = text.trim().replaceAll('\u2212', '-');
  const value = plain ? Number(plain) : NaN;
  const isInside = Number.isFinite(value) && value >= least && value <= most && !(above && value === least) && !(below && value === most);
  return isInside && (!isWhole || Number.isInteger(value)) ? value : null;
}

/**
 * What differs from the server's defaults, and which fields hold no such value.
 * An empty field is the default.
 * @param {State} state
 * @returns {{config: Partial<import('../types.js').TrainingConfig>, wrong: Setting[]}}
 */
export function settingsOf({ training, train: { settings } }) {
  /** @type {Partial<import('../types.js').TrainingConfig>} */
  const config = {};
  /** @type {Setting[]} */
  const wrong = [];
  for (const setting of SETTINGS) {
    const text = settings[setting] ?? '';
    if (!text.trim() || !isOffered(training, setting)) continue;
    const value = valueOf(setting, text);
    if (value === null) wrong.push(setting);
    else config[setting] = value;
  }
  return { config, wrong };
}

/** The fields as they would have to be written for this run. @param {Training} training @returns {Record<string, string>} */
export function writtenFor({ config, defaults }) {
  const own = SETTINGS.filter((setting) => config && config[setting] !== defaults[setting]);
  return Object.fromEntries(own.map((setting) => [setting, String(config?.[setting])]));
}

/** Whether a run is on, so that its settings cannot be changed. @param {Training | null} training */
export function isOn(training) {
  return training !== null && ['starting', 'running', 'paused'].includes(training.status);
}
