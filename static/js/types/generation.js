/**
 * Continuing a prompt. Types only; no code.
 *
 * @typedef {import('../types.js').ApiError} ApiError
 * @typedef {import('../types.js').CorpusRecord} CorpusRecord
 * @typedef {import('../types.js').Draft} Draft
 *
 * minigpt/generation_settings.py: temperature 0 is greedy, top_k 0 and top_p 1 are off.
 * @typedef {{temperature: number, top_k: number, top_p: number, seed: number, max_new_tokens: number}} GenerationSettings
 *
 * One draw as POST /api/generate tells it; lists over all vocabulary IDs.
 * @typedef {object} GenerationStep
 * @property {number} index
 * @property {number} position the slot whose logits chose
 * @property {number} [window] in a stream: how many of all IDs lie before slot 0
 * @property {number[]} model softmax of the logits
 * @property {number[]} tempered after the temperature, without what is never chosen
 * @property {{forbidden: number[], top_k: number[], top_p: number[]}} removed IDs that each took out
 * @property {number[]} filtered what is left, divided by its sum; 0 for what was removed
 * @property {number | null} u what drew; null where nothing was drawn
 * @property {number} token the ID chosen
 * @property {string} hex
 * @property {string} text what became certain of the text with it
 *
 * @typedef {object} Generated
 * @property {number[]} ids BOS, the prompt's, and the new ones
 * @property {number[]} new_ids without EOS
 * @property {GenerationStep[]} steps
 * @property {'eos' | 'budget' | 'context'} stop
 * @property {string} text
 * @property {string} hex
 * @property {boolean} is_utf8
 * @property {Alignment | null} alignment
 *
 * A prompt whose text begins a training record, while its tokens do not.
 * Both sides from the first slot that differs; byte offsets into the text that they share.
 * @typedef {{record: CorpusRecord, slot: number, prompt: {id: number, start: number, end: number}[], training: {id: number, start: number, end: number}[]}} Alignment
 *
 * What untrained, selected and final model make of each probe, greedily.
 * @typedef {{step: number | null, text: string, ids: number[], stop: string}} Probed
 * @typedef {{run: number | null, probes: {id: string, kind: string, prompt: string, expected: string, states: {untrained: Probed, selected: Probed | null, final: Probed | null}}[]}} Probes
 *
 * @typedef {object} GenerationSlice
 * @property {Partial<Record<keyof GenerationSettings, string>>} settings as written
 * @property {string} warm the temperature that the switch of greedy brings back
 * @property {{asked: string, generation: Generated} | null} reply
 * @property {{asked: string, error: ApiError} | null} refusal
 * @property {Draft | null} left the prompt, while the records are back
 * @property {Draft | null} ended the record on which EOS was drawn
 * @property {number | null} goTo position to select once it is traced
 * @property {number} wish tokens to be drawn once the generation is here
 * @property {number} discarded tokens that the last change of a setting discarded
 * @property {boolean} running token after token is being drawn, or is to be once the generation is here
 */
export {};
