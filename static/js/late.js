/**
 * The views below the loom, and what opens over it. Loaded when the first
 * picture stands, so that nothing of them delays it.
 */
import { createBadge } from './views/badge.js';
import { createDetail } from './views/detail.js';
import { createLab } from './views/lab.js';
import { createMargin } from './views/margin.js';
import { createMerges } from './views/merges.js';
import { createPopover } from './views/popover.js';

export { keepVerified } from './verify.js';
export const LATE_VIEWS = { verified: createBadge, detail: createDetail, margin: createMargin, lab: createLab, merges: createMerges, popover: createPopover };

const SHEETS = ['detail', 'attention', 'output', 'margin', 'lab', 'strip', 'merges', 'popover'];

/** Their style sheets, in force once this resolves; one that is missing costs its looks only. */
export async function loadSheets() {
  await Promise.all(SHEETS.map(loadSheet));
}

/** @param {string} name */
function loadSheet(name) {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `static/css/${name}.css`;
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
