/**
 * Brings a model that somebody has asked for: what it is, its vocabulary, its
 * corpus or text, and the first trace of its records. Nothing on the page
 * changes before all of it is here; a newer wish drops an older one.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TraceRequest} TraceRequest */
/** @typedef {import('../types/models.js').OpenedModel} OpenedModel */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {Pick<import('../types.js').Act, 'modelOpened' | 'modelMissing' | 'modelNotOpened' | 'modelRefused'>} act
 * @property {(model: string | null) => Promise<import('../types.js').ModelInfo>} getModel
 * @property {(model: string | null) => Promise<{entries: import('../types.js').VocabularyEntry[]}>} getVocabulary
 * @property {(model: string | null) => Promise<import('../types.js').Corpus>} getCorpus
 * @property {(model: string | null, place: import('../types/models.js').TextPlace, isByCharacter: boolean) => Promise<import('../types/models.js').TextPiece>} getPiece
 * @property {(model: string | null, place: import('../types/models.js').TextPlace, isByCharacter: boolean) => Promise<import('../types/models.js').TextPiece>} getExactPiece none but that place's
 * @property {(piece: {text: string, next?: number | null, at?: import('../types/models.js').Place}, key: number) => import('../types.js').Draft} lender
 * @property {(piece: import('../types/models.js').TextPiece) => import('../types.js').TextWindow} windowOf
 * @property {(piece: import('../types/models.js').TextPiece, key: number) => import('../types.js').Draft} drafted
 * @property {(asked: TraceRequest) => Promise<import('../types.js').Trace>} postTrace
 * @property {(state: State, opened: OpenedModel) => TraceRequest} firstRequest
 * @property {(state: State, info: import('../types.js').ModelInfo, vocabulary: import('../types.js').VocabularyEntry[], link: string) => import('../types/models.js').FirstRecords} firstRecords
 * @property {() => void} loadNames of the model that the server was started with, where nothing else is on show
 * @property {() => number} now milliseconds
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const RETRY = 1500;

/** @param {Ports} ports */
export function createOpening(ports) {
  const { state, act, now, after } = ports;
  /** @type {string | null} name and link of what is under way */
  let underWay = null;

  /** Start on what is wanted, unless it is under way. */
  function ask() {
    const { opening, openingLink } = state();
    const wish = opening === null ? null : `${opening}\n${openingLink}`;
    if (wish === underWay) return;
    underWay = wish;
    if (opening !== null) void open(opening || null, openingLink, () => underWay === wish);
  }

  /** @param {string | null} name @param {string} link @param {() => boolean} isWanted */
  async function open(name, link, isWanted) {
    try {
      const opened = await whole(name, link);
      const traced = await firstTrace(ports.firstRequest(state(), opened));
      if (isWanted()) act.modelOpened(opened, traced);
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      if (isWanted()) refused(name, reason.error);
    }
  }

  /** Null where the records are refused, or a lever of the link: they are asked for again as any others are. @param {TraceRequest} asked */
  async function firstTrace({ kind, ...asked }) {
    const started = now();
    const trace = await ports.postTrace({ kind, ...asked }).catch(none);
    return trace && { ...asked, trace, milliseconds: now() - started };
  }

  /** @param {string | null} name @param {string} link @returns {Promise<OpenedModel>} */
  async function whole(name, link) {
    const [info, { entries: vocabulary }, corpus] = await Promise.all([ports.getModel(name), ports.getVocabulary(name), ports.getCorpus(name).catch(none)]);
    const { place, lenders = [], drafts, fallback } = ports.firstRecords(state(), info, vocabulary, link);
    const piece = place && (await ports.getPiece(name, place, info.config.tokenizer === 'characters').catch(none));
    const records = piece ? [ports.drafted(piece, 0), ...(await lentFrom(name, info, lenders))] : (drafts ?? fallback);
    return { name, info, vocabulary, corpus, link, window: piece && ports.windowOf(piece), drafts: records };
  }

  /**
   * Up to the first that is not here: those behind it would be taken for it.
   * @param {string | null} name @param {import('../types.js').ModelInfo} info @param {NonNullable<import('../types/models.js').FirstRecords['lenders']>} lenders
   */
  async function lentFrom(name, { config }, lenders) {
    const pieces = await Promise.all(lenders.map(async (one) => {
      if ('text' in one) return { text: one.text, next: null };
      const piece = await ports.getExactPiece(name, { ...one.at, length: config.context_length }, config.tokenizer === 'characters').catch(none);
      return piece && { text: piece.text, next: piece.next, at: one.at };
    }));
    const end = pieces.indexOf(null);
    return (end < 0 ? pieces : pieces.slice(0, end)).flatMap((piece, i) => (piece ? [ports.lender(piece, i + 1)] : []));
  }

  /** @param {string | null} name @param {import('../types.js').ApiError} error */
  function refused(name, error) {
    if (error.code === 'unreachable') {
      underWay = null;
      return after(ask, RETRY);
    }
    if (error.code === 'model_unknown') act.modelMissing(name ?? '');
    else act.modelRefused(error);
    if (!state().model) ports.loadNames();
  }

  return { ask };
}

/** Not every model has a corpus or its text here, nor can it read every record. @param {unknown} reason @returns {null} */
function none(reason) {
  if (reason instanceof Refused && reason.error.code !== 'unreachable') return null;
  throw reason;
}
