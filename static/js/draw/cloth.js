/**
 * The loom of many positions as one picture, woven once for each trace: every
 * column at its own pixels, every position a row, and once more the rows that
 * share a pixel. Choosing another position only lays it out anew, in a few
 * stretches, however many columns there are.
 */
import { READ } from './bent-rows.js';

/** @typedef {import('./bent-rows.js').BentRows} BentRows */

/** Where there is no number: the pixel stays clear. */
export const CLEAR = Infinity;

/**
 * @typedef {object} Piece one column
 * @property {number} left device px
 * @property {number} width device px
 * @property {(position: number, into: Float64Array, at: number) => void} values one for each pixel, or CLEAR, put where `at` says and after
 * @property {import('./colour.js').Colour} colour numbers into ImageData words; CLEAR has none
 */

/**
 * Which positions each row of the picture is made of: each alone, then those
 * that share a pixel above the lens, then those below it. At the record's end
 * the lens may begin within such a group: `rest` is what stands before it then.
 * @param {number} count @param {number} share
 * @returns {{groups: [first: number, end: number][], above: number, below: number, rest: number}} the last three: rows where they begin
 */
export function wovenRows(count, share) {
  /** @type {[number, number][]} */
  const groups = Array.from({ length: count }, (_, i) => [i, i + 1]);
  if (share === 1) return { groups, above: 0, below: 0, rest: 0 };
  const above = groups.length;
  for (let first = 0; first < count; first += share) groups.push([first, Math.min(count, first + share)]);
  const below = groups.length;
  for (let first = READ % share; first < count; first += share) groups.push([first, Math.min(count, first + share)]);
  const last = Math.max(0, count - READ);
  const rest = groups.length;
  groups.push([Math.floor(last / share) * share, Math.max(1, last)]);
  return { groups, above, below, rest };
}

/**
 * Which rows of the picture lie where.
 * @param {BentRows} rows
 * @returns {{row: number, rows: number, top: number, height: number}[]}
 */
export function bandsOf(rows) {
  const { from, to, share, count, selected, pitch, lens } = rows;
  const { above, below, rest } = wovenRows(count, share);
  const whole = Math.floor(from / share);
  const partial = from % share ? 1 : 0;
  const after = Math.ceil((count - to) / share);
  const first = whole + partial;
  const at = first + (selected - from) * pitch;
  return [
    { row: above, rows: whole, top: 0, height: whole },
    { row: rest, rows: partial, top: whole, height: partial },
    { row: from, rows: selected - from, top: first, height: (selected - from) * pitch },
    { row: selected, rows: 1, top: at, height: pitch + lens },
    { row: selected + 1, rows: to - selected - 1, top: at + pitch + lens, height: (to - selected - 1) * pitch },
    { row: share === 1 ? to : below + (to - (READ % share)) / share, rows: after, top: rows.total - after, height: after },
  ].filter((band) => band.rows > 0);
}

export function createCloth() {
  const canvas = document.createElement('canvas');
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  /** @type {ImageData | null} the same one while it has the right size */
  let image = null;
  /** A piece's numbers: to make room for them anew would take as long as to fill it. */
  let room = new Float64Array(0);

  return {
    /** @param {number} width device px @param {number} count positions @param {number} share @param {readonly Piece[]} pieces */
    weave(width, count, share, pieces) {
      const { groups } = wovenRows(count, share);
      if (image?.width !== Math.max(1, width) || image.height !== groups.length) {
        image = new ImageData(Math.max(1, width), groups.length);
        canvas.width = image.width;
        canvas.height = image.height;
      }
      const words = new Uint32Array(image.data.buffer).fill(0);
      const most = count * Math.max(0, ...pieces.map((piece) => piece.width));
      if (room.length < most) room = new Float64Array(most);
      for (const piece of pieces) weavePiece(words, image.width, count, groups, piece, room);
      pen.putImageData(image, 0, 0);
    },
    /** @param {CanvasRenderingContext2D} to @param {BentRows} rows @param {number} width CSS px */
    lay(to, rows, width) {
      to.imageSmoothingEnabled = false;
      for (const { row, rows: high, top, height } of bandsOf(rows)) to.drawImage(canvas, 0, row, canvas.width, high, 0, top, width, height);
    },
  };
}

/**
 * @param {Uint32Array} words @param {number} stride @param {number} count @param {[number, number][]} groups
 * @param {Piece} piece @param {Float64Array} all room for its numbers
 */
function weavePiece(words, stride, count, groups, { left, width, values, colour }, all) {
  for (let position = 0; position < count; position++) values(position, all, position * width);
  const seen = Math.min(width, stride - left);
  const shared = new Float64Array(width);
  groups.forEach(([first, end], y) => {
    const start = y * stride + left;
    if (end === first + 1) return colour(all, first * width, seen, words, start);
    shared.set(all.subarray(first * width, (first + 1) * width));
    for (let at = (first + 1) * width; at < end * width; at += width) keepStronger(shared, all, at);
    colour(shared, 0, seen, words, start);
  });
}

/** @param {Float64Array} kept @param {Float64Array} all @param {number} at */
export function keepStronger(kept, all, at) {
  for (let x = 0; x < kept.length; x++) kept[x] = stronger(/** @type {number} */ (kept[x]), all[at + x] ?? CLEAR);
}

/** Of two numbers on one pixel. @param {number} a @param {number} b */
function stronger(a, b) {
  if (a === CLEAR) return b;
  return b !== CLEAR && Math.abs(b) > Math.abs(a) ? b : a;
}

/**
 * Which entries of a row fall on each pixel: where they begin, where they end. One
 * for all rows of a tensor, as a keystroke has some thousand of them.
 * @param {number} count entries @param {number} pixels
 * @returns {Uint32Array} two for each pixel
 */
export function sharesOf(count, pixels) {
  const shares = new Uint32Array(2 * pixels);
  for (let x = 0; x < pixels; x++) {
    const first = Math.floor((x * count) / pixels);
    shares[2 * x] = first;
    shares[2 * x + 1] = Math.max(first + 1, Math.floor(((x + 1) * count) / pixels));
  }
  return shares;
}

/**
 * A row into pixels: the entry of largest magnitude of those that fall
 * on one; where there are more pixels than entries, an entry takes several.
 * @param {ArrayLike<number | null>} row @param {Float64Array} into @param {number} at where the first pixel goes
 * @param {Uint32Array} shares of a row so long in pixels so many
 * @param {ArrayLike<unknown>} [visible] entries that there are
 */
export function spread(row, into, at, shares, visible) {
  // Packed numbers are all there, and a keystroke has millions of them.
  if (!visible && row instanceof Float32Array) return spreadPacked(row, into, at, shares);
  for (let i = 0; i < shares.length; i += 2) into[at + i / 2] = strongestSeen(row, shares[i] ?? 0, shares[i + 1] ?? 0, visible);
}

/** @param {Float32Array} row @param {Float64Array} into @param {number} at @param {Uint32Array} shares */
function spreadPacked(row, into, at, shares) {
  for (let i = 0, to = at; i < shares.length; i += 2, to++) {
    const end = /** @type {number} */ (shares[i + 1]);
    let entry = /** @type {number} */ (shares[i]);
    let kept = row[entry] ?? CLEAR;
    for (entry++; entry < end; entry++) {
      const value = /** @type {number} */ (row[entry]);
      if (Math.abs(value) > Math.abs(kept)) kept = value;
    }
    into[to] = kept;
  }
}

/** @param {ArrayLike<number | null>} row @param {number} first @param {number} end @param {ArrayLike<unknown> | undefined} visible */
function strongestSeen(row, first, end, visible) {
  let kept = CLEAR;
  for (let i = first; i < end; i++) if (!visible || visible[i]) kept = stronger(kept, row[i] ?? CLEAR);
  return kept;
}
