/**
 * Where loss curves stand: scales that begin at 0, round ticks, lines as SVG
 * paths, labels that keep apart. Lengths are CSS px; it draws nothing and knows
 * no state.
 */

/**
 * @typedef {object} Plot
 * @property {number} left @property {number} right @property {number} top @property {number} bottom
 * @property {(step: number) => number} x
 * @property {(loss: number) => number} y a loss above the scale stands at its upper edge
 * @property {(x: number) => number} stepAt the nearest whole step, never outside
 * @property {number[]} steps ticks
 * @property {number[]} losses ticks
 */

/**
 * @param {{left: number, right: number, top: number, bottom: number}} box of the curves themselves
 * @param {number} steps the last one
 * @param {number} highest loss that the scale must hold
 * @returns {Plot}
 */
export function layPlot(box, steps, highest) {
  const last = Math.max(1, steps);
  const most = highest * 1.06 || 1;
  const across = (box.right - box.left) / last;
  const down = (box.bottom - box.top) / most;
  return {
    ...box,
    x: (step) => box.left + step * across,
    y: (loss) => box.bottom - Math.min(loss, most) * down,
    stepAt: (x) => Math.max(0, Math.min(last, Math.round((x - box.left) / across))),
    steps: ticks(last, (box.right - box.left) / 72, 1),
    losses: ticks(most, (box.bottom - box.top) / 48, 0),
  };
}

/**
 * Round numbers from 0 up to `most`: no more of them than about `count`, and no
 * closer than `least` where that is above 0.
 * @param {number} most @param {number} count @param {number} least @returns {number[]}
 */
export function ticks(most, count, least) {
  const rough = Math.max(most / Math.max(1, count), least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10);
  // Multiplied, not added up: 0.30000000000000004 is no round number.
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** A tick's number, short enough for the room beside the axis: a run can burst. @param {number} tick */
export function tickText(tick) {
  return tick < 1e5 ? String(tick) : tick.toExponential().replace('e+', 'e');
}

/** @param {readonly (readonly [step: number, loss: number])[]} points @param {Plot} plot */
export function linePath(points, plot) {
  return points.map(([step, loss], i) => `${i ? 'L' : 'M'}${at(plot.x(step))} ${at(plot.y(loss))}`).join('');
}

/**
 * One loss per update, from update 1. Where several share a pixel, they reach
 * from the least to the greatest of them, so that no spike disappears and the
 * path stays as long as the picture is wide.
 * @param {readonly number[]} losses @param {Plot} plot
 */
export function batchPath(losses, plot) {
  let path = '';
  let i = 0;
  while (i < losses.length) {
    const pixel = Math.round(plot.x(i + 1));
    let low = Infinity;
    let high = -Infinity;
    let count = 0;
    for (; i < losses.length && Math.round(plot.x(i + 1)) === pixel; i += 1, count += 1) {
      const loss = losses[i] ?? NaN;
      low = Math.min(low, loss);
      high = Math.max(high, loss);
    }
    // A loss that is no number is no place.
    if (!Number.isFinite(low) || !Number.isFinite(high)) continue;
    const x = count === 1 ? at(plot.x(i)) : String(pixel);
    path += `${path ? 'L' : 'M'}${x} ${at(plot.y(high))}`;
    if (low !== high) path += `L${x} ${at(plot.y(low))}`;
  }
  return path;
}

/**
 * Moves labels apart that would lie over one another, each as little as it can.
 * @param {readonly number[]} wanted middles @param {number} gap least distance of two
 * @param {number} top least middle @param {number} bottom greatest
 * @returns {number[]} in the order given
 */
export function apart(wanted, gap, top, bottom) {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let least = top;
  for (const i of order) {
    placed[i] = Math.max(least, placed[i] ?? 0);
    least = (placed[i] ?? 0) + gap;
  }
  let most = bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(most, placed[i] ?? 0);
    most = (placed[i] ?? 0) - gap;
  }
  return placed;
}

/** A tenth of a px is finer than any screen. @param {number} px */
function at(px) {
  return String(Math.round(px * 10) / 10);
}
