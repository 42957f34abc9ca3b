/**
 * Training, gradients and single updates. Types only; no code.
 *
 * @typedef {import('../types.js').ApiError} ApiError
 * @typedef {import('../types.js').CorpusRecord} CorpusRecord
 * @typedef {import('../types.js').Draft} Draft
 * @typedef {import('../types.js').Mask} Mask
 * @typedef {import('../types.js').Parameter} Parameter
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Tensors} Tensors
 * @typedef {import('../types.js').Verification} Verification
 *
 * What a training run is told; the fields of minigpt/training/config.py, or of minigpt/training/stream/config.py.
 * @typedef {{steps: number, learning_rate: number, beta1: number, beta2: number, epsilon: number, seed: number, evaluate_every: number}} CommonConfig
 * @typedef {{batch_windows?: number, warmup_steps?: number, decay_steps?: number, min_learning_rate?: number, weight_decay?: number, clip_norm?: number}} TextConfig
 * @typedef {CommonConfig & {batch_records?: number} & TextConfig} TrainingConfig
 * @typedef {'idle' | 'starting' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed'} TrainingStatus
 * @typedef {'start' | 'pause' | 'continue' | 'stop'} TrainingCommand
 * @typedef {{step: number, train: number, validation: number}} Evaluation both losses in nats
 *
 * The server's training run, as GET /api/training tells it.
 * @typedef {object} Training
 * @property {number | null} run which run since the server started; null before the first
 * @property {TrainingStatus} status
 * @property {TrainingConfig & {save_every?: number}} defaults
 * @property {TrainingConfig | null} config
 * @property {number} step updates made
 * @property {number} seconds of training, pauses left out
 * @property {Evaluation[]} curve
 * @property {number[]} losses of each update's batch, from update 1
 * @property {number | null} selected step of the first minimum of validation loss
 * @property {number[]} saved steps that can be shown
 * @property {number} save_every updates between two states that are kept; more than by default where so many would not fit
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
 * @typedef {{drafts: Draft[], model: string | null, mask: Mask, step: number | null, reply: Gradients, verification?: GradientVerification}} Graded
 *
 * One update of one parameter, as POST /api/update tells it; 'step' updates were made before it.
 * @typedef {{step: number, next: number, loss: number, parameter: string, index: number[], value: number, gradient: number, first: number, second: number, first_after: number, second_after: number, first_corrected: number, second_corrected: number, learning_rate: number, beta1: number, beta2: number, epsilon: number, change: number, new_value: number}} SpelledOut
 * @typedef {SpelledOut & {records: CorpusRecord[]}} RecordsUpdate
 * Of a run on one text: its rate is scheduled, its gradient clipped to 'clip_norm', and a matrix decays.
 * @typedef {{peak_learning_rate: number, min_learning_rate: number, warmup_steps: number, decay_steps: number}} Schedule
 * @typedef {SpelledOut & Schedule & {windows: {start: number, text: string}[], length: number, norm: number, clip_norm: number, clipped: number, weight_decay: number, decays: boolean, decayed: number}} TextUpdate
 * @typedef {RecordsUpdate | TextUpdate} Update
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
 */
export {};
