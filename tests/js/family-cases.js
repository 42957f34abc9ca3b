/** Small models of the family that are not MG-1's kind, as model_trace.py is asked for them. */

const SMALL = { blocks: 2, heads: 2, width: 8, ffn_width: 12 };

/** @param {object} config @returns {string[]} */
function asked(config) {
  return ['钥匙 red', 'key key', '', '--shaken', '--config', JSON.stringify({ ...SMALL, ...config })];
}

/** @type {{name: string, options: string[]}[]} */
export const FAMILY = [
  { name: 'GELU, all biases', options: asked({ activation: 'gelu', attention_bias: true }) },
  { name: 'tanh GELU, no bias anywhere, a tied head', options: asked({ activation: 'gelu_tanh', ffn_bias: false, norm_bias: false, head_bias: false, tied_head: true }) },
  { name: 'ReLU, a tied head with its bias, no mask', options: [...asked({ tied_head: true, attention_bias: true, ffn_bias: false }), '--mask', 'none'] },
];
