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
 * @property {{before: number, ids: number[]}} [slid] a prompt that has outgrown the context: what of it the context holds, and how many IDs lie before
 * @property {number | null} [next] the ID that follows in the text a window was cut from: its last target
 * @property {import('./types/models.js').Place} [at] where in that text, if it only lends a window residual rows
 *
 * What records are computed with.
 * @typedef {object} Force
 * @property {string | null} model its name with the server; null is the one the server was started with
 * @property {Mask} mask
 * @property {string | null} fault the fault it is computed with; null is the healthy model
 * @property {number | null} step the saved step of the training run it is computed at; null is the model as loaded
 * @property {string[]} off parts that bring nothing: "0.1" is head 1 of block 0, "ffn2" and "block3" an FFN and a block
 * @property {Swap[]} swap
 * @property {boolean} [lens] whether the logit lens comes along where all of a trace is sent
 *
 * The residual that leaves `block` (-1: the sum of embeddings) at `position` of `record` is that of record `from`.
 * @typedef {{record: number, block: number, position: number, from: number}} Swap
 *
 * Which tensors of which blocks a trace is asked for; null is all of them.
 * @typedef {{tensors: readonly string[] | null, blocks: readonly number[] | null}} Selection
 *
 * What a trace was computed from, and the trace.
 * @typedef {Force & {drafts: Draft[], trace: Trace, milliseconds: number, selection?: Selection | null}} Traced
 *   the milliseconds are from request to parsed reply; what of it a view needs may be absent where it was selected
 *
 * A trace to ask for, and what it is for.
 * @typedef {Force & {drafts: Draft[], kind: 'trace' | 'baseline' | 'healthy' | 'against' | 'slice', selection?: Selection | null, canWait?: boolean}} TraceRequest
 *   a slice is of the trace on show, of a block that was left out of it
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
 * @property {'float32'} [precision] the server computes in 32 bits: each tensor was recomputed from its operands as they arrived
 *
 * In files of their own:
 * @typedef {import('./types/models.js').ModelConfig} ModelConfig
 * @typedef {import('./types/models.js').ModelInfo} ModelInfo
 * @typedef {import('./types/models.js').Parameter} Parameter
 * @typedef {import('./types/models.js').VocabularyEntry} VocabularyEntry
 * @typedef {import('./types/models.js').CorpusRecord} CorpusRecord
 * @typedef {import('./types/models.js').Corpus} Corpus
 * @typedef {import('./types/apart.js').Ablations} Ablations
 * @typedef {import('./types/apart.js').AblationsRequest} AblationsRequest
 * @typedef {import('./types/models.js').TextWindow} TextWindow
 * @typedef {import('./types/trace.js').BlockTensors} BlockTensors
 * @typedef {import('./types/trace.js').Tensors} Tensors
 * @typedef {import('./types/trace.js').TracedRecord} TracedRecord
 * @typedef {import('./types/trace.js').Trace} Trace
 * @typedef {import('./types/training.js').TrainingConfig} TrainingConfig
 * @typedef {import('./types/training.js').TrainingStatus} TrainingStatus
 * @typedef {import('./types/training.js').TrainingCommand} TrainingCommand
 * @typedef {import('./types/training.js').Evaluation} Evaluation
 * @typedef {import('./types/training.js').Training} Training
 * @typedef {import('./types/training.js').Gradients} Gradients
 * @typedef {import('./types/training.js').GradientVerification} GradientVerification
 * @typedef {import('./types/training.js').Graded} Graded
 * @typedef {import('./types/training.js').Update} Update
 * @typedef {import('./types/training.js').RecordsUpdate} RecordsUpdate
 * @typedef {import('./types/training.js').TextUpdate} TextUpdate
 * @typedef {import('./types/training.js').TrainSlice} TrainSlice
 * @typedef {import('./types/generation.js').GenerationSettings} GenerationSettings
 * @typedef {import('./types/generation.js').GenerationStep} GenerationStep
 * @typedef {import('./types/generation.js').Generated} Generated
 * @typedef {import('./types/generation.js').Alignment} Alignment
 * @typedef {import('./types/generation.js').Probed} Probed
 * @typedef {import('./types/generation.js').Probes} Probes
 * @typedef {import('./types/generation.js').GenerationSlice} GenerationSlice
 *
 * What of a link cannot be: the name of a fault, parts and places that are not there, rows from records that are not, and
 * whole fields, as they are written there.
 * @typedef {{fault?: string | null, places?: string[], rows?: string[], fields?: string[]}} LeftOut
 *
 * The page's whole state. Views draw from it and from nothing else.
 * @typedef {object} State
 * @property {Draft[]} drafts at least one
 * @property {number} rec index of the current record
 * @property {number} pos selected position in it
 * @property {Stage} stage
 * @property {number} block the open one; of the trace on show it is always here
 * @property {number | null} blockWish one that is to be opened, and is still on its way
 * @property {readonly number[]} outcomes folded blocks whose outcome somebody has loaded, where it was too much to be sent unasked
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
 * @property {'help' | 'model' | 'models' | 'verification' | 'share' | null} popover
 * @property {boolean} letterKeys whether single letters and digits are shortcuts
 * @property {string | null} modelName the model on show, by its name with the server; null is the one the server was started with
 * @property {string | null} opening a model that is on its way; the one on show stays until all of it is here
 * @property {string} openingLink what the link says beside the model's name, for when it is here
 * @property {string | null} missing a model that a link named and the server has not
 * @property {import('./types/models.js').ModelsSlice} models
 * @property {ApiError | null} openRefusal why the model that was asked for last was not opened
 * @property {TextWindow | null} window where in the model's text its record stands; null is a person's own text
 * @property {import('./types/models.js').TextSlice} text
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
 * @property {'fault' | 'apart'} lever which of Break's two acts
 * @property {string[]} off parts switched off in Take apart
 * @property {Swap[]} swap residuals exchanged there
 * @property {{asked: AblationsRequest, reply: Ablations | null} | null} ablations what each part of the model is worth alone;
 *   without a reply where the server has refused
 * @property {LeftOut | null} [leftOut] what a link said and cannot be, until that has been read
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
 * @property {{traced: Traced, share: number}} [recomputing] a long recomputation that somebody asked for, and how far it is
 * @property {Draft[]} baseline remembered records, without lab edits
 * @property {Traced | null} baselineTraced the baseline under the present mask, computed at the same shape
 *
 * What views may do. The lab's and the lessons' transitions come with late.js.
 * @typedef {import('./state/transitions.js').Act & import('./state/opened.js').OpenedAct & import('./state/detail-selection.js').DetailAct & import('./state/late-arrivals.js').LateArrivalsAct & import('./state/models.js').ModelsAct & import('./state/slices.js').SliceAct & import('./state/text-window.js').TextAct & import('./state/models-panel.js').ModelsPanelAct & import('./state/lab.js').LabAct & import('./state/apart.js').ApartAct & import('./state/lending.js').LendingAct & {openApart: (link: string) => void, tellUnread: (link: string) => void, restored: (fields: Partial<State>) => void} & import('./state/mode.js').ModeAct & import('./state/graded.js').GradedAct & import('./state/update.js').UpdateAct & import('./state/train.js').TrainAct & import('./state/timeline.js').TimelineAct & import('./state/recomputing.js').RecomputingAct & import('./state/compare.js').CompareAct & import('./state/generation.js').GenerationAct & {openGeneration: (link: string) => void} & import('./lessons/transitions.js').LessonAct} Act
 */
export {};
