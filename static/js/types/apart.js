/**
 * What a model's parts are worth alone. Types only; no code.
 *
 * Mean losses of one record, nats: intact, and without each part alone.
 * @typedef {object} Ablations
 * @property {number} loss
 * @property {number[][]} heads by block and head
 * @property {number[]} ffn by block
 * @property {number[]} blocks by block
 *
 * @typedef {{drafts: import('../types.js').Draft[], record: number, model: string | null, step: number | null}} AblationsRequest
 */
export {};
