/** How a model is called on the page. */

import { title } from '../i18n/frame.js';

/** The model on show. @param {Pick<import('../types.js').State, 'model' | 'modelName'>} state */
export function nameOf({ model, modelName }) {
  return title(model?.name ?? modelName ?? '');
}
