/** Where cloths are kept, one for each block that has been open: one that is opened again only has to be laid. */

/**
 * @typedef {import('./bent-rows.js').BentRows} BentRows
 * @typedef {ReturnType<typeof import('./cloth.js').createCloth> | import('./vector-cloth.js').VectorCloth} Cloth
 * @typedef {import('./cloth.js').Piece & {of: readonly unknown[]}} MadeOf what decides on a piece's pixels
 */

/** Pixels of all cloths that are kept: 16 MB, and as much again for their pictures. */
const MOST_PIXELS = 4_000_000;

/** @param {() => Cloth} make */
export function createLoft(make) {
  /** @type {Map<number, {cloth: Cloth, of: readonly unknown[]}>} the block that was open last comes last */
  const kept = new Map();

  /** @param {number} block @param {number} width device px @param {BentRows} rows @param {readonly MadeOf[]} pieces @returns {Cloth} */
  return (block, width, { count, share }, pieces) => {
    const of = [width, count, share, ...pieces.flatMap((piece) => [piece.left, piece.width, ...piece.of])];
    const known = kept.get(block);
    const isSame = known?.of.length === of.length && known.of.every((part, i) => part === of[i]);
    // Another text, or another size: those of the other blocks are out of date too, and hold their trace.
    if (known && !isSame) kept.clear();
    kept.delete(block);
    const cloth = known?.cloth ?? make();
    if (!isSame) cloth.weave(width, count, share, pieces);
    kept.set(block, { cloth, of });
    for (const first of kept.keys()) if (kept.size * width * count > MOST_PIXELS && first !== block) kept.delete(first);
    return cloth;
  };
}
