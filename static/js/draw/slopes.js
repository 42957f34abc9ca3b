/** The loom's column of losses as gradients: every scored loss counts the same, 1/N, in the mean. */
import { paintPadding } from './miniature.js';
import { READABLE } from './rows.js';

/** Shares of a rem, as in the columns beside. */
const SMALL = 0.6875;
const LARGE = 0.78;
/** Rem that the text takes at the right edge. */
const TEXT = 2.3;

/**
 * @param {import('./miniature.js').Brush} brush @param {import('./atlas.js').Span} span
 * @param {readonly (number | null)[]} slopes null where nothing is scored @param {string} text what each is, as a fraction
 */
export function paintSlopes(brush, span, slopes, text) {
  const { pen, rows, palette, rem, family } = brush;
  const width = Math.max(4, span.width - TEXT * rem);
  const thin = rows.pitch > 6 ? 2 : 1;
  pen.textAlign = 'right';
  slopes.forEach((slope, position) => {
    const selected = position === rows.selected;
    pen.fillStyle = selected ? palette.colour.voc : palette.colour['voc-soft'];
    if (slope !== null) pen.fillRect(span.left, rows.top(position) + thin / 2, width / 2, rows.height(position) - thin);
    if (!selected && rows.pitch < READABLE) return;
    pen.fillStyle = palette.colour.ink;
    pen.font = `${selected ? 600 : 400} ${selected ? LARGE * rem : Math.min(SMALL * rem, rows.pitch + 1)}px ${family}`;
    pen.fillText(slope === null ? '\u2013' : text, span.left + span.width, rows.middle(position) + 0.5);
  });
  paintPadding(brush, { left: span.left, width });
}
