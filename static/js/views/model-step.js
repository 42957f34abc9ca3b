/** After how many updates the weights on show are: null untrained, −1 where their file does not say. */

/** @param {Pick<import('../types.js').State, 'model' | 'step'>} state */
export function stepOf({ model, step }) {
  if (step !== null || !model) return step;
  // A checkpoint of another project need not tell; its text has no records, so it is none of our small runs.
  return model.trained_step === 0 && model.config.data === 'stream' ? -1 : model.trained_step;
}
