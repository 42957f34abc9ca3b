/**
 * Which miniatures each stage has on the loom, and where each takes its
 * numbers. A list, so that any number of heads gets its columns.
 */

/**
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../types.js').Matrix} Matrix
 *
 * @typedef {object} Column
 * @property {'ids' | 'valid' | 'targets' | 'signed' | 'weights' | 'fan' | 'logits' | 'losses' | 'sign' | 'lens'} kind
 * @property {string} name unique; also the key of its label in the words, if it has one
 * @property {string} [label] the same in every language
 * @property {number} share of its stage's width
 * @property {number} [head]
 * @property {number} [stage] where it is not the place among the stages
 * @property {number} [block] a folded block's, whichever is open
 * @property {number} [after] a lens's: the block, or -1 for the embedding sum
 * @property {(record: TracedRecord, block: number) => Matrix} [tensor]
 */

/** Together, all heads' maps take as much as two of MG-1's. */
const MAPS_SHARE = 68;
const WIDEST_MAP = 34;

/**
 * @param {import('../types.js').ModelConfig} config
 * @returns {Column[][]} per stage
 */
export function loomColumns({ heads, width, ffn_width, activation }) {
  return [
    [
      { kind: 'ids', name: 'ids', label: 'ids', share: 9 },
      { kind: 'valid', name: 'valid', label: 'valid', share: 9 },
      { kind: 'targets', name: 'targets', label: 'targets', share: 12 },
    ],
    [
      signed('token_embedding', 'E[id]', 10, ({ tensors }) => tensors.token_embedding),
      sign('plus', '+'),
      signed('position_embedding', 'P[t]', 10, ({ tensors }) => tensors.position_embedding),
      sign('equals', '='),
      signed('embedded', 'X', 10, ({ tensors }) => /** @type {Matrix} */ (tensors.blocks[0]?.block_input)),
    ],
    [
      ofBlock('norm1', 'norm', 15),
      ofBlock('q_projection', 'Q', 12),
      ofBlock('k_projection', 'K', 12),
      ...Array.from({ length: heads }, (_, head) => weightsOf(head, heads)),
      ofBlock('v_projection', 'V', 12),
      { kind: 'fan', name: 'fan', label: 'A·V', share: 20 },
      ofBlock('joined', undefined, 13),
      ofBlock('attention_output', undefined, 13),
    ],
    [
      ofBlock('residual1', 'R', 13),
      ofBlock('norm2', 'norm', 15),
      ofBlock('ffn_linear', `→${ffn_width}`, 30),
      ofBlock('ffn_relu', activation?.startsWith('gelu') ? 'GELU' : 'ReLU', 30),
      ofBlock('ffn_output', `→${width}`, 13),
      ofBlock('block_output', 'Y', 13),
    ],
    [
      signed('final_norm', 'norm', 14, ({ tensors }) => tensors.final_norm),
      { kind: 'logits', name: 'logits', label: 'logits', share: 58, tensor: ({ tensors }) => tensors.logits },
    ],
    [{ kind: 'losses', name: 'losses', label: '\u2212ln p', share: 1 }],
  ];
}

/** @param {string} name @param {string | undefined} label @param {number} share @param {Column['tensor']} tensor @returns {Column} */
function signed(name, label, share, tensor) {
  return { kind: 'signed', name, share, ...(label && { label }), ...(tensor && { tensor }) };
}

/**
 * @typedef {{[K in keyof import('../types.js').BlockTensors]: import('../types.js').BlockTensors[K] extends Matrix ? K : never}[keyof import('../types.js').BlockTensors]} RowTensor
 * @param {RowTensor} name @param {string | undefined} label @param {number} share
 */
function ofBlock(name, label, share) {
  return signed(name, label, share, ({ tensors }, block) => /** @type {Matrix} */ (tensors.blocks[block]?.[name]));
}

/** @param {number} head @param {number} heads @returns {Column} */
function weightsOf(head, heads) {
  return {
    kind: 'weights',
    name: `weights-${head}`,
    label: `A${subscript(head)}`,
    share: Math.min(WIDEST_MAP, MAPS_SHARE / heads),
    head,
    tensor: ({ tensors }, block) => /** @type {Matrix} */ (tensors.blocks[block]?.weights?.[head]),
  };
}

/** @param {string} name @param {string} label @returns {Column} */
function sign(name, label) {
  return { kind: 'sign', name, label, share: 0 };
}

/** @param {number} digits */
function subscript(digits) {
  return String(digits).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}
