/**
 * Models and the text that some of them go on in. Types only; no code.
 *
 * @typedef {object} ModelConfig
 * @property {string} name
 * @property {number} vocabulary_size
 * @property {number} context_length
 * @property {number} width
 * @property {number} heads
 * @property {number} ffn_width
 * @property {number} blocks
 * @property {string} activation
 * @property {number} norm_epsilon
 * @property {number} dropout
 * @property {string} dtype
 * @property {string} device
 * @property {number} seed
 * @property {number} init_std
 * @property {boolean} [attention_bias]
 * @property {boolean} [ffn_bias]
 * @property {boolean} [norm_bias]
 * @property {boolean} [head_bias]
 * @property {boolean} [tied_head]
 * @property {boolean} [residual_init] wo and w2 are drawn with init_std / √(2 · blocks)
 * @property {'byte-bpe' | 'characters' | 'ids' | 'library'} [tokenizer]
 * @property {'records' | 'stream'} [data]
 *
 * @typedef {object} ModelInfo
 * @property {string} name
 * @property {number | null} trained_step updates behind the weights as loaded; null: untrained; 0: imported from a file that is silent
 * @property {ModelConfig} config
 * @property {{components: {component: string, shape: string, count: number}[], total: number}} parameters
 * @property {{file: string, origins: {parameter: string, from: string, shape: number[], transform: string}[]} | null} [imported] the
 *   checkpoint that the parameters were read from
 * @property {{config: string, tokenizer: string, corpus: string, text?: string}} identities
 * @property {Record<string, string>} versions
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {number[]} shape
 * @property {unknown} values nested lists of that shape
 *
 * @typedef {object} VocabularyEntry
 * @property {number} id
 * @property {'byte' | 'special' | 'merge' | 'character' | 'id' | 'piece'} kind
 * @property {string} hex the entry's bytes, empty for specials
 * @property {string} name
 * @property {number | null} rank
 * @property {number | null} left
 * @property {number | null} right
 *
 * @typedef {{id: string, text: string}} CorpusRecord
 * @typedef {{version: string, train: CorpusRecord[], validation: CorpusRecord[]}} Corpus
 *
 * @typedef {object} TextWindow
 * @property {'train' | 'validation' | 'sample'} split
 * @property {number} from
 * @property {number} total tokens of the split
 * @property {string} [before] what stands before it in the text
 * @property {string} [after]
 *
 * @typedef {{split: TextWindow['split'], from: number}} Place
 * @typedef {{block: number, position: number}} LendTo a residual row that another place is to replace
 * @typedef {(Place & {lend?: LendTo}) | {split: TextWindow['split'], query: string, after: number}} TextWish
 *
 * What is asked of the text.
 * @typedef {object} TextSlice
 * @property {TextWish | null} wish
 * @property {import('../types.js').ApiError | null} refusal
 * @property {{query: string, from: number} | null} found last
 * @property {{split: TextWindow['split'], from: number} | null} left where the window stood before a person's own text
 *
 * @typedef {object} ListedModel
 * @property {string} name
 * @property {string} title
 * @property {'preset' | 'folder' | 'imported'} source
 * @property {number} parameters
 * @property {number} blocks
 * @property {number} heads
 * @property {number} width
 * @property {number} context_length
 * @property {number} vocabulary_size
 * @property {string} dtype
 * @property {string} activation
 * @property {string} tokenizer
 * @property {'records' | 'stream'} data
 * @property {{step: number, validation: number | null} | null} trained
 * @property {string | null} missing what is not here of it, and how to get it
 *
 * @typedef {{models: ListedModel[], files: {name: string, bytes: number}[], folder: string | null}} ListedModels
 *
 * @typedef {Record<string, string | number | boolean>} ImportAnswers
 * @typedef {string | number | boolean} Choice
 *
 * @typedef {object} ImportReport
 * @property {string} file
 * @property {'nanogpt' | 'mingpt' | 'gpt2'} layout
 * @property {number} bytes
 * @property {number} tensors
 * @property {ModelConfig | null} config
 * @property {{text: string}[]} found
 * @property {{what: string, value: Choice, reason: string, choices: Choice[] | null}[]} assumed
 * @property {{what: string, reason: string, choices: Choice[] | null}[]} needed
 * @property {{parameter: string, from: string, shape: number[], transform: string}[]} origins
 * @property {{name: string, reason: string}[]} ignored
 * @property {boolean} ready
 *
 * The panel: the list, and the checkpoint that is being read beside it.
 * @typedef {object} ModelsSlice
 * @property {ListedModels | null} list
 * @property {string | null} file the chosen one
 * @property {ImportReport | null} report
 * @property {ImportAnswers} answers
 * @property {{command: 'read' | 'open', file: string, answers: ImportAnswers} | null} asked and not yet answered
 * @property {ImportAnswers} [opened] answers that a file was opened with last
 * @property {{file: string, error: import('../types.js').ApiError} | null} refusal
 *
 * @typedef {{split: TextWindow['split'], from: number, length: number}} TextPlace
 * @typedef {{split: TextWindow['split'], from: number, total: number, text: string, ids: number[], next: number | null, before?: string, after?: string, at?: number}} TextPiece
 *   with what stands around it; `at` is the place that was sought
 * @typedef {{place: TextPlace | null, lenders?: ({text: string} | {at: Place})[], drafts: import('../types.js').Draft[] | null, fallback: import('../types.js').Draft[]}} FirstRecords
 *   where in its text, with what lends it residuals, or else which; the last where there is neither
 *
 * A model that has arrived whole, and what it is to be opened with.
 * @typedef {object} OpenedModel
 * @property {string | null} name
 * @property {import('../types.js').ModelInfo} info
 * @property {import('../types.js').VocabularyEntry[]} vocabulary
 * @property {import('../types.js').Corpus | null} corpus
 * @property {import('../types.js').Draft[]} drafts
 * @property {TextWindow | null} window
 * @property {string} link what its address said; empty where it was not opened by one
 */
export {};
