/**
 * What a trace holds; axis letters as in types.js. Types only; no code.
 *
 * @typedef {import('../types.js').Mask} Mask
 * @typedef {import('../types.js').Matrix} Matrix
 *
 * @typedef {object} BlockTensors
 * @property {Matrix} block_input [T, C]
 * @property {Matrix} norm1 [T, C]
 * @property {Matrix} q_projection [T, C]
 * @property {Matrix} k_projection [T, C]
 * @property {Matrix} v_projection [T, C]
 * @property {Matrix[]} q_heads [H, T, d]
 * @property {Matrix[]} k_heads [H, T, d]
 * @property {Matrix[]} v_heads [H, T, d]
 * @property {(number | null)[][][]} scores [H, T, T], null where not visible
 * @property {boolean[][][]} visible [1, T, T]
 * @property {Matrix[]} weights [H, T, T]
 * @property {Matrix[]} mixtures [H, T, d]
 * @property {Matrix} joined [T, C]
 * @property {Matrix} attention_output [T, C]
 * @property {Matrix} residual1 [T, C]
 * @property {Matrix} norm2 [T, C]
 * @property {Matrix} ffn_linear [T, F]
 * @property {Matrix} ffn_relu [T, F]
 * @property {Matrix} ffn_output [T, C]
 * @property {Matrix} block_output [T, C]
 *
 * @typedef {object} Tensors
 * @property {Matrix} token_embedding [T, C]
 * @property {Matrix} position_embedding [T, C]
 * @property {BlockTensors[]} blocks
 * @property {Matrix} final_norm [T, C]
 * @property {Matrix} logits [T, V]
 *
 * @typedef {{after: number, probability: (number | null)[], rank: (number | null)[], top: [number, number][][]}} Lens of the target;
 *   null where none is scored; `top` holds the three likeliest IDs of each position with their probability
 *
 * @typedef {object} TracedRecord
 * @property {string} text
 * @property {number[]} ids [T]
 * @property {number[]} targets [T]
 * @property {boolean[]} valid [T]
 * @property {number} valid_count
 * @property {(number | null)[]} losses [T], nats; null, under a fault, where nothing is scored or it is no number
 * @property {Tensors} tensors where a part was selected, others are absent
 * @property {{name: string, block: number | null, shape: number[]}[]} [left_out]
 * @property {Lens[]} [lens] what final norm and head would say of the embedding sum, and after each block
 *
 * @typedef {object} Trace
 * @property {string} model
 * @property {Mask} mask
 * @property {number} slots positions computed per record, padding included
 * @property {'page'} [source] a saved page has computed it itself; else the server has
 * @property {number} loss nats per scored target
 * @property {number} scored_events
 * @property {TracedRecord[]} records
 * @property {readonly ArrayBuffer[]} [files] what it came in, where that was not JSON: itself, and then its slices
 */
export {};
