/** A model of two blocks and three heads with parameters that are all different: what tests compute with. */

const CONFIG = { vocabulary_size: 11, context_length: 6, width: 6, heads: 3, ffn_width: 8, blocks: 2, norm_epsilon: 1e-5 };
const { vocabulary_size: V, context_length: T, width: C, ffn_width: F } = CONFIG;

const NORMS = { scale: [C], offset: [C] };
const BIASES = { bq: [C], bk: [C], bv: [C], bo: [C] };
const BLOCK = { wq: [C, C], wk: [C, C], wv: [C, C], wo: [C, C], w1: [C, F], b1: [F], w2: [F, C], b2: [C] };

/** Another of its family. @param {object} [change] of its configuration @returns {{config: any, parameters: any[], eosId: number}} */
export function familyModel(change = {}) {
  const config = { ...CONFIG, ...change };
  const lacking = [[config.norm_bias, /offset$/], [config.ffn_bias, /b[12]$/], [config.head_bias, /lm_bias/], [!config.tied_head, /lm_head/], [config.attention_bias ?? false, /b[qkvo]$/]];
  const isLacking = (name) => lacking.some(([isThere, named]) => isThere === false && named.test(name));
  const { parameters, eosId } = smallModel(BIASES);
  return { config, parameters: parameters.filter(({ name }) => !isLacking(name)), eosId };
}

/** @param {object} [more] parameters of each block @returns {{config: any, parameters: any[], eosId: number}} */
export function smallModel(more = {}) {
  const shapes = { token_embedding: [V, C], position_embedding: [T, C] };
  for (let i = 0; i < CONFIG.blocks; i += 1) {
    for (const norm of ['norm1', 'norm2']) Object.assign(shapes, under(`blocks.${i}.${norm}`, NORMS));
    Object.assign(shapes, under(`blocks.${i}`, { ...BLOCK, ...more }));
  }
  Object.assign(shapes, under('final_norm', NORMS), { lm_head: [C, V], lm_bias: [V] });
  const draw = generator();
  const parameters = Object.entries(shapes).map(([name, shape]) => ({ name, shape, values: filled(shape, draw) }));
  return { config: { ...CONFIG }, parameters, eosId: 10 };
}

/** @param {string} prefix @param {object} shapes */
function under(prefix, shapes) {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [`${prefix}.${name}`, shape]));
}

/** Numbers in (-1, 1), the same ones in every run (Lehmer's generator, modulus 2³¹ − 1). */
function generator() {
  let state = 1729;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

/** @param {number[]} shape @param {() => number} draw @returns {any[]} */
function filled([length, ...rest], draw) {
  return Array.from({ length }, () => (rest.length ? filled(rest, draw) : draw()));
}
