/** Labels over narrow columns: written tighter, or left out, where they would run into each other. */

/**
 * @typedef {import('./loom-columns.js').Column} Column
 * @typedef {{middle: number, rank: number, forms: {text: string, width: number}[], isHead?: boolean}} Label forms: from the whole one to the tightest
 */

/** px between two labels. */
const GAP = 3;

/** Which are given up first: a sign says least, what a reader looks for most. @type {Partial<Record<string, number>>} */
const RANKS = { plus: 0, equals: 0, valid: 0, fan: 1, norm1: 1, norm2: 1, final_norm: 1, joined: 2, attention_output: 2, ids: 2, targets: 3, block_output: 5, logits: 6, losses: 6 };
const USUAL = 3;

/**
 * What is written over each column. Of the heads all are named, or the first and the last.
 * @param {readonly Label[]} labels from left to right
 * @returns {(string | null)[]} null where there is no room
 */
export function fitted(labels) {
  const written = fittedOf(labels, () => true);
  const heads = labels.flatMap(({ isHead }, at) => (isHead ? [at] : []));
  if (heads.every((at) => written[at] !== null)) return written;
  return fittedOf(labels, (at) => !labels[at]?.isHead || at === heads[0] || at === heads.at(-1));
}

/** @param {readonly Label[]} labels @param {(at: number) => boolean} isAsked @returns {(string | null)[]} */
function fittedOf(labels, isAsked) {
  /** @type {{at: number, form: number}[]} those that are written */
  let shown = labels.map((_, at) => ({ at, form: 0 })).filter(({ at }) => isAsked(at));
  const widthOf = (/** @type {{at: number, form: number}} */ { at, form }) => labels[at]?.forms[form]?.width ?? 0;
  const rankOf = (/** @type {{at: number, form: number}} */ { at }) => labels[at]?.rank ?? USUAL;
  const canShorten = (/** @type {{at: number, form: number}} */ { at, form }) => form + 1 < (labels[at]?.forms.length ?? 0);
  for (;;) {
    const right = shown.findIndex((one, i) => {
      const before = shown[i - 1];
      return before && (labels[one.at]?.middle ?? 0) - (labels[before.at]?.middle ?? 0) < (widthOf(before) + widthOf(one)) / 2 + GAP;
    });
    const [a, b] = [shown[right - 1], shown[right]];
    if (right < 0 || !a || !b) break;
    const least = rankOf(a) < rankOf(b) ? a : b;
    const longest = [a, b].filter(canShorten).sort((one, other) => widthOf(other) - widthOf(one))[0];
    if (rankOf(least) === 0 || !longest) shown = shown.filter((one) => one !== least);
    else longest.form += 1;
  }
  const written = new Map(shown.map(({ at, form }) => [at, labels[at]?.forms[form]?.text ?? '']));
  return labels.map((_, at) => written.get(at) ?? null);
}

/** @param {Column} column */
export function rankOf({ name, kind }) {
  return RANKS[name] ?? (kind === 'lens' || name.startsWith('folded') ? 5 : USUAL);
}

/** A label, and what says the same on less room. @param {string} text @returns {string[]} */
export function formsOf(text) {
  const tight = text.replace(/^Δ /, 'Δ').replace(/ ≡$/, '≡').replace('A·V', 'AV');
  const name = tight.replace(/^(Δ?)→(?=\d)/, '$1').replace(/^(E\[id\]|P\[t\])/, (whole) => whole[0] ?? '');
  return [...new Set([text, tight, name])];
}

/** @param {{style: () => string}} of the font that labels have, once their place has been measured */
export function createLabelFit({ style }) {
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  /** @type {WeakMap<Element, {whole: string, written: string | null}>} */
  const known = new WeakMap();
  /** @type {unknown} */
  let place = null;
  let seen = '';
  /** @type {(string | null)[]} */
  let fits = [];

  /** @param {readonly import('./loom-frame.js').Labelled[]} labelled @param {readonly import('./loom-paint.js').Placed[]} placed */
  return (labelled, placed) => {
    const spans = new Map(placed.map(({ column, span }) => [column, span]));
    const found = labelled.flatMap(({ column, label }) => {
      const [span, inner] = [spans.get(column), label.firstElementChild];
      return span && inner ? [{ column, label, span, inner, whole: wholeOf(inner) }] : [];
    });
    const texts = found.map(({ whole }) => whole).join('\n');
    if (place !== placed || texts !== seen) {
      if (place !== placed) pen.font = style();
      [place, seen] = [placed, texts];
      fits = fitted(found.map(measured));
    }
    // A mark that has been set anew is written whole.
    fits.forEach((written, i) => {
      const { label, inner, whole } = /** @type {(typeof found)[number]} */ (found[i]);
      known.set(inner, { whole, written });
      if (inner.textContent !== (written ?? whole)) inner.textContent = written ?? whole;
      label.classList.toggle('crowded', written === null);
    });
  };

  /** @param {{column: Column, span: {left: number, width: number}, whole: string}} one @returns {Label} */
  function measured({ column, span, whole }) {
    const forms = formsOf(whole).map((text) => ({ text, width: pen.measureText(text).width }));
    const middle = column.kind === 'losses' ? span.left + span.width - (forms[0]?.width ?? 0) / 2 : span.left + span.width / 2;
    return { middle, rank: rankOf(column), forms, isHead: column.kind === 'weights' };
  }

  /** What it says where there is room: a mark that has been set since, or the whole of what was written. @param {Element} inner */
  function wholeOf(inner) {
    const before = known.get(inner);
    const text = inner.textContent ?? '';
    return before && text === (before.written ?? before.whole) ? before.whole : text;
  }
}
