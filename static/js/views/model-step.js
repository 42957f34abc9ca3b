/** After how many updates the weights on show are: null untrained, −1 where their file does not say. */

/** @param {Pick<import('../types.js').State, 'model' | 'step'>} state */
export function stepOf({ model, step }) {
  // What comes from another project has no files of ours behind it.
  return step ?? (model && !model.identities.config && !model.trained_step ? -1 : (model?.trained_step ?? null));
}
