/**
 * A canvas that stays sharp: its backing store is its CSS size times the
 * device's pixel ratio, through resizes, zoom and moves between screens.
 *
 * Sizes come from a ResizeObserver, so a repaint never reads layout. It waits
 * until all views have drawn, because setting a canvas's font brings layout up to
 * date, but not for the frame: up to that the page has nothing else to do.
 */

/**
 * @typedef {object} Surface
 * @property {() => void} repaint paint before the next frame at the known size; nothing while the canvas has none
 * @property {(height: number) => void} setHeight set the CSS height in px, without painting
 */

/** With room to grow, as another size means another canvas; cut off where its picture ends. @param {number} height CSS px */
export const roomyHeight = (height) => Math.ceil(height / 64) * 64;

/** @type {Set<() => void>} */
const due = new Set();

function paintDue() {
  for (const paint of [...due]) paint();
}

/**
 * The width, and unless `setHeight` is called the height, are whatever CSS gives the canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {(pen: CanvasRenderingContext2D, width: number, height: number, ratio: number) => void} paint
 *   in CSS px; the pen is cleared and scaled
 * @param {(width: number) => void} [resized] before painting at a new width or ratio; may set the height
 * @returns {Surface}
 */
export function createSurface(canvas, paint, resized) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const size = { width: 0, height: 0 };

  function repaint() {
    // In a task of its own, or with the frame where that comes first.
    if (!due.size) [setTimeout, requestAnimationFrame].forEach((when) => when(paintDue));
    due.add(paintNow);
  }

  function paintNow() {
    due.delete(paintNow);
    if (size.width < 1 || size.height < 1) return;
    const ratio = devicePixelRatio;
    fit(canvas, Math.round(size.width * ratio), Math.round(size.height * ratio));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, size.width, size.height);
    paint(pen, size.width, size.height, ratio);
  }

  new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    if (width === size.width && height === size.height) return;
    const wider = width !== size.width;
    Object.assign(size, { width, height });
    if (wider && width > 0) resized?.(width);
    // A size changes after the frame's callbacks: waiting would show one frame of the old picture, stretched.
    paintNow();
  }).observe(canvas);
  watchRatio(() => {
    if (size.width > 0) resized?.(size.width);
    repaint();
  });

  return {
    repaint,
    setHeight(height) {
      if (height === size.height) return;
      size.height = height;
      canvas.style.height = `${height}px`;
    },
  };
}

/**
 * Setting a canvas's size clears it and costs an allocation, so only when it differs.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height device px
 */
function fit(canvas, width, height) {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/**
 * Call back whenever the device's pixel ratio changes: by zooming, which also
 * resizes the window, or by moving to another screen, which need not.
 * @param {() => void} changed
 */
export function watchRatio(changed) {
  let ratio = devicePixelRatio;
  const check = () => {
    if (devicePixelRatio === ratio) return;
    ratio = devicePixelRatio;
    changed();
    watchScreen();
  };
  // A media query answers for one ratio only, so it is asked anew after each change.
  const watchScreen = () => matchMedia(`(resolution: ${ratio}dppx)`).addEventListener('change', check, { once: true });
  watchScreen();
  addEventListener('resize', check);
}
