/**
 * The shapes that modules hand to each other. Types only; no code.
 *
 * Axis letters are those of minigpt/axes.py: T positions, C width, H heads,
 * d head width, F FFN width, V vocabulary. A record's tensors are cut to its
 * valid positions.
 *
 * @typedef {'causal' | 'none'} Mask
 * @typedef {'en' | 'zh'} Lang
 * @typedef {'auto' | 'light' | 'dark'} Theme
 * @typedef {1 | 2 | 3 | 4 | 5 | 6} Stage
 *
 * @typedef {number[]} Row
 * @typedef {number[][]} Matrix
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
 * @typedef {object} TracedRecord
 * @property {string} text
 * @property {number[]} ids [T]
 * @property {number[]} targets [T]
 * @property {boolean[]} valid [T]
 * @property {number} valid_count
 * @property {(number | null)[]} losses [T], nats; null, under a fault, where nothing is scored or it is no number
 * @property {Tensors} tensors
 *
 * @typedef {object} Trace
 * @property {string} model
 * @property {Mask} mask
 * @property {number} slots positions computed per record, padding included
 * @property {'page'} [source] a saved page has computed it itself; else the server has
 * @property {number} loss nats per scored target
 * @property {number} scored_events
 * @property {TracedRecord[]} records
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
 *
 * @typedef {object} ModelInfo
 * @property {string} name
 * @property {ModelConfig} config
 * @property {{components: {component: string, shape: string, count: number}[], total: number}} parameters
 * @property {{config: string, tokenizer: string, corpus: string}} identities
 * @property {Record<string, string>} versions
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {number[]} shape
 * @property {unknown} values nested lists of that shape
 *
 * @typedef {object} VocabularyEntry
 * @property {number} id
 * @property {'byte' | 'special' | 'merge'} kind
 * @property {string} hex the entry's bytes, empty for specials
 * @property {string} name
 * @property {number | null} rank
 * @property {number | null} left
 * @property {number | null} right
 *
 * @typedef {{id: string, text: string}} CorpusRecord
 * @typedef {{version: string, train: CorpusRecord[], validation: CorpusRecord[]}} Corpus
 *
 * @typedef {object} ApiError
 * @property {string} code
 * @property {string} message
 * @property {number | null} record
 * @property {Record<string, unknown>} details
 *
 * One record as the person has written it. `key` stays with it through reordering.
 * @typedef {object} Draft
 * @property {number} key
 * @property {string} text
 * @property {{position: number, id: number}[]} replace lab edits: input IDs swapped after tokenising
 * @property {number | null} paddingId lab edit: what fills the padding slots; null is PAD
 * @property {number[]} [continued] IDs drawn after the text's own; such a record ends open, without EOS
 *
 * What a trace was computed from, and the trace.
 * @typedef {object} Traced
 * @property {Draft[]} drafts
 * @property {Mask} mask
 * @property {string | null} fault the fault it was computed with; null is the healthy model
 * @property {number | null} step the saved step of the training run it was computed at; null is the model as loaded
 * @property {Trace} trace
 * @property {number} milliseconds from request to parsed reply
 *
 * A trace to ask for, and what it is for.
 * @typedef {object} TraceRequest
 * @property {'trace' | 'baseline' | 'healthy' | 'against'} kind
 * @property {Draft[]} drafts
 * @property {Mask} mask
 * @property {string | null} fault
 * @property {number | null} step
 *
 * One number of the picture. `index` leaves out the batch axis; parameters of a
 * block's tensor carry the block. Names are the trace's, or: 'q·k' (raw dot
 * product [head, query, key]), 'probability', 'shifted_logit', 'exponential' [position, id], 'loss' [position],
 * 'mean_loss' [], 'max_logit' [position], 'exp_sum' [position], 'ids' and
 * 'targets' [position], 'norm1.mean' and 'norm1.variance' [position] (also
 * norm2, final_norm), 'parameters.<name>' with the parameter's own axes; as
 * operands also 'visible' [0, query, key], 'position' [position] and 'config.<setting>' [].
 * The derivative of the loss with respect to any of them has a ∂ before its name.
 * @typedef {object} NumberRef
 * @property {string} name
 * @property {number} [block]
 * @property {number} [record] place in the batch; left out: the current record
 * @property {number[]} index
 *
 * @typedef {'explore' | 'break' | 'train' | 'generate'} Mode
 * @typedef {{name: string, stage: number, first: string}} FaultInfo
 * @typedef {{check: string, status: 'caught' | 'silent' | 'not_applicable', evidence: Record<string, unknown>}} Verdict
 *
 * What is open in the margin that teaches.
 * @typedef {{kind: 'stop', stop: number} | {kind: 'exercise', id: string}} Lesson
 *
 * What a person has written into an exercise's fields, and what of it was last
 * checked; `shown` once the answer was asked for.
 * @typedef {{given: string[], checked: string[] | null, shown: boolean}} Answer
 *
 * What survives leaving the lessons: where to open again, stops seen, answers.
 * @typedef {{last: Lesson | null, seen: number[], answers: Record<string, Answer>}} Learning
 *
 * How far the page's own arithmetic and the server's trace are apart. Differences
 * are divided by the value where it exceeds 1.
 * @typedef {object} TensorAgreement
 * @property {string} name
 * @property {number | null} block
 * @property {number} count numbers that both sides have
 * @property {number} flags booleans that both sides have
 * @property {number} max largest difference
 * @property {number} unmatched numbers that only one side has, and flags that differ
 * @property {{record: number, index: number[]} | null} at where the largest difference is, or else the
 *   first unmatched entry; null where all is identical
 * @property {boolean} agrees
 * @typedef {object} Verification
 * @property {Traced} traced what was compared
 * @property {number} count
 * @property {number} flags
 * @property {number} max
 * @property {TensorAgreement[]} tensors in pipeline order
 * @property {TensorAgreement | null} first the first tensor that disagrees
 * @property {number} milliseconds of computing and comparing
 * @property {string | null} failure why the page could compute nothing
 *
 * What a training run is told; the fields of minigpt/training/config.py.
 * @typedef {{steps: number, learning_rate: number, beta1: number, beta2: number, epsilon: number, batch_records: number, seed: number, evaluate_every: number}} TrainingConfig
 * @typedef {'idle' | 'starting' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed'} TrainingStatus
 * @typedef {'start' | 'pause' | 'continue' | 'stop'} TrainingCommand
 * @typedef {{step: number, train: number, validation: number}} Evaluation both losses in nats
 *
 * The server's training run, as GET /api/training tells it.
 * @typedef {object} Training
 * @property {number | null} run which run since the server started; null before the first
 * @property {TrainingStatus} status
 * @property {TrainingConfig} defaults
 * @property {TrainingConfig | null} config
 * @property {number} step updates made
 * @property {number} seconds of training, pauses left out
 * @property {Evaluation[]} curve
 * @property {number[]} losses of each update's batch, from update 1
 * @property {number | null} selected step of the first minimum of validation loss
 * @property {number[]} saved steps that can be shown
 * @property {number} save_every
 * @property {{step: number, what: string, kept: number} | null} failure
 *
 * What POST /api/gradients was asked and answered: the loss's derivative by every tensor and parameter.
 * @typedef {object} Gradients
 * @property {'page'} [source] a saved page has computed them itself; else the server has
 * @property {number} loss
 * @property {number} scored_events
 * @property {{valid_count: number, losses: (number | null)[], tensors: Tensors}[]} records without `visible`
 * @property {Parameter[]} parameters
 * `verification` says how far the page's own backward pass is from the reply; it comes later.
 * @typedef {Omit<Verification, 'traced'>} GradientVerification
 * @typedef {{drafts: Draft[], mask: Mask, step: number | null, reply: Gradients, verification?: GradientVerification}} Graded
 *
 * One update of one parameter, as POST /api/update tells it; 'step' updates were made before it.
 * @typedef {{step: number, next: number, records: CorpusRecord[], loss: number, parameter: string, index: number[], value: number, gradient: number, first: number, second: number, first_after: number, second_after: number, first_corrected: number, second_corrected: number, learning_rate: number, beta1: number, beta2: number, epsilon: number, change: number, new_value: number}} Update
 *
 * minigpt/generation_settings.py: temperature 0 is greedy, top_k 0 and top_p 1 are off.
 * @typedef {{temperature: number, top_k: number, top_p: number, seed: number, max_new_tokens: number}} GenerationSettings
 *
 * One draw as POST /api/generate tells it; lists over all vocabulary IDs.
 * @typedef {object} GenerationStep
 * @property {number} index
 * @property {number} position the slot whose logits chose
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
 * @property {boolean} running token after token is being drawn
 *
 * What survives leaving Train and Generate is kept by each in its own slice.
 * @typedef {object} TrainSlice
 * @property {Record<string, string>} settings of the next run, as written; what is not written is the default
 * @property {{command: TrainingCommand, config: Partial<TrainingConfig>} | null} asked of the server, and not yet answered
 * @property {boolean} connected false while the server's events are being waited for again
 * @property {ApiError | null} refusal why the last start, pause, continue or stop was refused
 * @property {number | null} reading step whose losses are read off the curves
 * @property {boolean} playing the saved steps are being played
 * @property {number | null} against step that the one on show is compared with; null is the model as loaded
 * @property {Exclude<State['show'], 'values'>} beside what was last shown in place of the values
 * @property {{parameter: string, index: number[]} | null} parameter whose update is open in the margin
 * @property {Update | null} update of that parameter at the step on show
 * @property {{asked: Pick<Update, 'step' | 'parameter' | 'index'>, error: ApiError} | null} updateRefusal why there is none
 *
 * The page's whole state. Views draw from it and from nothing else.
 * @typedef {object} State
 * @property {Draft[]} drafts at least one
 * @property {number} rec index of the current record
 * @property {number} pos selected position in it
 * @property {Stage} stage
 * @property {number} block
 * @property {number} head
 * @property {number} key the key position whose cell is current in stage 3
 * @property {'weights' | 'scores'} map what stage 3's heat maps show
 * @property {Mask} mask
 * @property {Lang} lang
 * @property {Theme} theme
 * @property {{scale: 'logit' | 'probability', order: 'id' | 'value', query: string, id: number | null}} candidates
 * @property {NumberRef | null} number the number being read
 * @property {number | null} piece slot of the chip whose merge steps are open
 * @property {string | null} row Table 20.4's opened row: a tensor name
 * @property {'help' | 'model' | 'verification' | 'share' | null} popover
 * @property {boolean} letterKeys whether single letters and digits are shortcuts
 * @property {ModelInfo | null} model
 * @property {VocabularyEntry[] | null} vocabulary
 * @property {Corpus | null} corpus
 * @property {Parameter[] | null} parameters of the step on show; null until they are here, after the first trace
 * @property {Traced | null} traced the last valid trace
 * @property {boolean} pending a newer trace is being computed
 * @property {ApiError | null} refusal why the present drafts have no trace
 * @property {{record: number, ids: number[]} | null} overlong tokens of the record that does not fit
 * @property {Mode} mode whose lever is on the strip
 * @property {boolean} panel the mode's own panel stands where a stage would be open
 * @property {string | null} fault the chosen fault; it acts in Break alone
 * @property {string | null} mended the fault that was on last; the switch brings it back
 * @property {string | null} check whose evidence is open in Break
 * @property {number | null} step the saved step of the training run on show, in every mode; null is the model as loaded
 * @property {'values' | 'difference' | 'gradients' | 'both'} show what the loom draws; difference is against the healthy
 *   model in Break, against `train.against` in Train; both is that state above this one
 * @property {Training | null} training
 * @property {TrainSlice} train
 * @property {Traced | null} againstTraced the present records at `train.against`
 * @property {Graded | null} graded gradients of the present records, fetched while they are on show
 * @property {{asked: Omit<Graded, 'reply'>, error: ApiError} | null} gradedRefusal why there are none
 * @property {GenerationSlice} generation
 * @property {Probes | null} probes
 * @property {{drafts: Draft[], baseline: Draft[], rec: number, pos: number, key: number} | null} aside the records
 *   while Generate shows its prompt in their place
 * @property {FaultInfo[] | null} faults
 * @property {string[] | null} checks
 * @property {Record<string, Verdict[]>} verdicts by fault; 'none' is the healthy model
 * @property {Traced | null} healthyTraced the present records without the fault
 * @property {NumberRef[]} trail derivation from its root to the number on show; empty is closed
 * @property {Lesson | null} lesson
 * @property {Partial<State> | null} before what "back to where I was" restores
 * @property {Learning} learning
 * @property {boolean} present projector mode
 * @property {'panel' | 'margin'} part which of the two projector mode shows below the loom
 * @property {Verification | null} verification
 * @property {Draft[]} baseline remembered records, without lab edits
 * @property {Traced | null} baselineTraced the baseline under the present mask, computed at the same shape
 *
 * What views may do. The lab's and the lessons' transitions come with late.js.
 * @typedef {import('./state/transitions.js').Act & import('./state/opened.js').OpenedAct & import('./state/lab.js').LabAct & import('./state/mode.js').ModeAct & import('./state/graded.js').GradedAct & import('./state/update.js').UpdateAct & import('./state/train.js').TrainAct & import('./state/timeline.js').TimelineAct & import('./state/compare.js').CompareAct & import('./state/generation.js').GenerationAct & {openGeneration: (link: string) => void} & import('./lessons/transitions.js').LessonAct} Act
 */
export {};
