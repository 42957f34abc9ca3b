/** How the FFN's middle is named: by what the model puts there. */

/** @param {import('../types.js').State} state */
export function activationLabel({ model }) {
  return isGelu(model?.config.activation) ? 'GELU' : 'ReLU';
}

/** Of either form. @param {string | undefined} activation */
export function isGelu(activation) {
  return activation?.startsWith('gelu') ?? false;
}
