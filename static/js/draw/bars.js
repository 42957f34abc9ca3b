/**
 * Bars over the vocabulary: one per candidate, or where there are more
 * candidates than pixels one per pixel, reaching from its smallest to its
 * largest value so that no spike disappears.
 *
 * A *place* is a bar's number from the left; which ID stands there is the
 * caller's choice. Lays out and paints; knows no tokens and no state.
 */

/** CSS px between runs of different kinds. */
const GAP = 12;
const LONGEST_GAP_SHARE = 0.25;

/**
 * @typedef {object} Layout
 * @property {number} count
 * @property {number} step CSS px from one bar to the next
 * @property {(place: number) => number} left edge of a bar, CSS px
 * @property {(x: number) => number} at the nearest bar's place
 */

/**
 * @param {number} width CSS px
 * @param {number} count bars
 * @param {readonly number[]} starts places before which a gap is left, ascending
 * @returns {Layout}
 */
export function layBars(width, count, starts) {
  const gap = Math.min(GAP, (width * LONGEST_GAP_SHARE) / Math.max(1, starts.length));
  const step = (width - gap * starts.length) / Math.max(1, count);
  /** @param {number} place */
  const gapsBefore = (place) => {
    let before = 0;
    for (const start of starts) if (start <= place) before += gap;
    return before;
  };
  return {
    count,
    step,
    left: (place) => place * step + gapsBefore(place),
    at(x) {
      const run = starts.findLast((start) => x >= start * step + gapsBefore(start)) ?? 0;
      const next = starts.find((start) => start > run) ?? count;
      const place = Math.floor((x - gapsBefore(run)) / step);
      return Math.max(run, Math.min(next - 1, place));
    },
  };
}

/**
 * What is drawn side by side: bars, or columns of pixels that several share.
 * @typedef {object} Columns
 * @property {number[]} left CSS px
 * @property {number[]} width CSS px
 * @property {number[]} low smallest value
 * @property {number[]} high largest value
 */

/**
 * @param {readonly number[]} values by place
 * @param {Layout} layout
 * @param {number} ratio device px per CSS px
 * @returns {Columns}
 */
export function columns(values, layout, ratio) {
  /** @type {Columns} */
  const found = { left: [], width: [], low: [], high: [] };
  const spaced = layout.step * ratio >= 2.5;
  let pixel = -1;
  for (let place = 0; place < values.length; place += 1) {
    const value = /** @type {number} */ (values[place]);
    const start = Math.round(layout.left(place) * ratio);
    if (start === pixel) {
      widen(found, value);
      continue;
    }
    const end = Math.round((layout.left(place) + layout.step) * ratio);
    pixel = start;
    found.left.push(start / ratio);
    found.width.push(Math.max(1, end - start - (spaced ? 1 : 0)) / ratio);
    found.low.push(value);
    found.high.push(value);
  }
  return found;
}

/** @param {Columns} found @param {number} value */
function widen({ low, high }, value) {
  const last = low.length - 1;
  low[last] = Math.min(/** @type {number} */ (low[last]), value);
  high[last] = Math.max(/** @type {number} */ (high[last]), value);
}

/**
 * @typedef {object} Picture
 * @property {readonly number[]} values by place
 * @property {Layout} layout
 * @property {number} low value at the lower edge, at most 0
 * @property {number} high value at the upper edge, more than low
 * @property {number | null} line a value to mark with a dashed line
 * @property {number} target place, −1 for none
 * @property {number} highest place, −1 for none
 * @property {number} current place, −1 for none
 * @property {readonly number[]} matches places
 * @property {readonly number[]} fed places of what feeds the number whose derivation is open
 * @property {number} head CSS px above the bars, for labels
 * @property {readonly {place: number, from: number}[]} leaders lines from a label's height down to its bar
 *
 * @typedef {import('./palette.js').Palette} Palette
 */

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} width CSS px @param {number} height CSS px @param {number} ratio
 * @param {Palette} palette
 * @param {Picture} picture
 */
export function paintBars(pen, width, height, ratio, { colour }, picture) {
  const { low, high, layout, values, head } = picture;
  /** @param {number} value */
  const y = (value) => head + Math.round(((high - value) / (high - low)) * (height - head) * ratio) / ratio;
  const hair = 1 / ratio;

  paintPlaces(pen, picture, height, colour);
  const drawn = columns(values, layout, ratio);
  paintColumns(pen, drawn, y, colour['voc-soft'], colour.voc, hair);
  paintTarget(pen, picture, y, colour.voc);
  paintHighest(pen, picture, y, colour);
  paintLeaders(pen, picture, y, colour.ink2);
  paintFound(pen, picture, height, colour.ink);
  paintFed(pen, picture, height, colour.ink);

  pen.fillStyle = colour.rule2;
  pen.fillRect(0, Math.min(y(0), height - hair), width, hair);
  if (picture.line !== null) paintLine(pen, width, y(picture.line), colour.ink2);
}

/** What is current or found, as a band over the full height. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} height @param {Palette['colour']} colour */
function paintPlaces(pen, { layout, matches, current, head }, height, colour) {
  const wide = Math.max(3, layout.step);
  /** @param {number} place */
  const left = (place) => layout.left(place) + (layout.step - wide) / 2;
  pen.fillStyle = colour['mark-soft'];
  for (const place of matches) pen.fillRect(left(place), head, wide, height - head);
  if (current < 0) return;
  pen.fillStyle = colour.mark;
  pen.fillRect(left(current) - 1, head, wide + 2, height - head);
}

/**
 * A pale body from zero and a dark end: the body alone would be too faint.
 * @param {CanvasRenderingContext2D} pen @param {Columns} drawn
 * @param {(value: number) => number} y @param {string} body @param {string} end @param {number} hair
 */
function paintColumns(pen, { left, width, low, high }, y, body, end, hair) {
  const zero = y(0);
  const bodies = new Path2D();
  const ends = new Path2D();
  for (let i = 0; i < left.length; i += 1) {
    const x = /** @type {number} */ (left[i]);
    const wide = /** @type {number} */ (width[i]);
    const top = y(/** @type {number} */ (high[i]));
    const bottom = y(/** @type {number} */ (low[i]));
    bodies.rect(x, Math.min(top, zero), wide, Math.max(bottom, zero) - Math.min(top, zero));
    ends.rect(x, top - (top < zero ? hair : 0), wide, Math.max(hair, bottom - top));
  }
  pen.fillStyle = body;
  pen.fill(bodies);
  pen.fillStyle = end;
  pen.fill(ends);
}

/** Solid. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {(value: number) => number} y @param {string} colour */
function paintTarget(pen, picture, y, colour) {
  const bar = barAt(picture, picture.target, y);
  if (!bar) return;
  pen.fillStyle = colour;
  pen.fillRect(bar.x, bar.top, bar.width, bar.height);
}

/** Hollow. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {(value: number) => number} y @param {Palette['colour']} colour */
function paintHighest(pen, picture, y, colour) {
  const bar = picture.highest === picture.target ? null : barAt(picture, picture.highest, y);
  if (!bar) return;
  pen.fillStyle = colour.paper;
  pen.fillRect(bar.x, bar.top, bar.width, bar.height);
  pen.strokeStyle = colour.ink;
  pen.lineWidth = 1;
  pen.strokeRect(bar.x - 0.5, bar.top - 0.5, bar.width + 1, bar.height + 1);
}

/** @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {(value: number) => number} y @param {string} colour */
function paintLeaders(pen, { leaders, layout, values }, y, colour) {
  pen.fillStyle = colour;
  for (const { place, from } of leaders) {
    const value = values[place];
    if (value === undefined) continue;
    const x = Math.round(layout.left(place) + layout.step / 2);
    pen.fillRect(x, from, 1, Math.max(0, Math.min(y(value), y(0)) - from - 1));
  }
}

/** A thin frame over the full height. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} height @param {string} colour */
function paintFed(pen, { fed, layout, head }, height, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  for (const place of fed) pen.strokeRect(Math.round(layout.left(place)) - 1.5, head + 0.5, Math.round(layout.step) + 2, height - head - 1);
}

/** A foot under every bar that was searched for. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} height @param {string} colour */
function paintFound(pen, { matches, layout }, height, colour) {
  const wide = Math.max(3, layout.step - 1);
  pen.fillStyle = colour;
  for (const place of matches) pen.fillRect(Math.round(layout.left(place) + (layout.step - wide) / 2), height - 4, wide, 4);
}

/** At least 3 px wide, so that it is found among hundreds. @param {Picture} picture @param {number} place @param {(value: number) => number} y */
function barAt({ layout, values }, place, y) {
  const value = values[place];
  if (value === undefined) return null;
  const width = Math.max(3, layout.step - 1);
  const x = Math.round(layout.left(place) + (layout.step - width) / 2);
  const top = Math.min(y(value), y(0));
  return { x, width, top, height: Math.max(1, Math.abs(y(value) - y(0))) };
}

/** @param {CanvasRenderingContext2D} pen @param {number} width @param {number} y @param {string} colour */
function paintLine(pen, width, y, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.setLineDash([2, 2]);
  pen.beginPath();
  pen.moveTo(0, Math.round(y) + 0.5);
  pen.lineTo(width, Math.round(y) + 0.5);
  pen.stroke();
  pen.setLineDash([]);
}
