/** The state of a page that has been opened plainly: the chapter's two records, position 5. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */

const OPENING_TEXTS = ['The key is red. Answer: red.', 'The key is blue. Answer: blue.'];

/**
 * @param {string} text
 * @param {number} key
 * @returns {Draft}
 */
export function draft(text, key) {
  return { key, text, replace: [], paddingId: null };
}

/** @returns {State} */
export function initialState() {
  const drafts = OPENING_TEXTS.map(draft);
  return {
    drafts,
    rec: 0,
    pos: 5,
    stage: 3,
    block: 0,
    blockWish: null,
    outcomes: [],
    head: 0,
    key: 5,
    map: 'weights',
    mask: 'causal',
    lang: 'en',
    theme: 'auto',
    candidates: { scale: 'probability', order: 'id', query: '', id: null },
    number: null,
    piece: null,
    row: null,
    popover: null,
    letterKeys: true,
    mode: 'explore',
    panel: false,
    fault: null,
    lever: 'fault',
    off: [],
    swap: [],
    ablations: null,
    mended: null,
    check: null,
    step: null,
    show: 'values',
    training: null,
    train: { settings: {}, asked: null, connected: true, refusal: null, reading: null, playing: false, against: null, beside: 'both', parameter: null, update: null, updateRefusal: null },
    againstTraced: null,
    graded: null,
    gradedRefusal: null,
    aside: null,
    generation: { settings: {}, warm: '1', reply: null, refusal: null, left: null, ended: null, goTo: null, wish: 0, discarded: 0, running: false },
    probes: null,
    trail: [],
    lesson: null,
    before: null,
    learning: { last: null, seen: [], answers: {} },
    present: false,
    part: 'panel',
    model: null,
    modelName: null,
    opening: null,
    openingLink: '',
    missing: null,
    openRefusal: null,
    models: { list: null, file: null, report: null, answers: {}, asked: null, refusal: null },
    window: null,
    text: { wish: null, refusal: null, found: null, left: null },
    faults: null,
    checks: null,
    verdicts: {},
    verification: null,
    healthyTraced: null,
    vocabulary: null,
    corpus: null,
    parameters: null,
    traced: null,
    pending: false,
    refusal: null,
    overlong: null,
    baseline: drafts,
    baselineTraced: null,
  };
}
