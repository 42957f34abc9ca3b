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

export { loadSheets } from './sheets.js';
export { keepVerified } from './verify.js';
export const LATE_VIEWS = { verified: createBadge, detail: createDetail, margin: createMargin, lab: createLab, merges: createMerges, popover: createPopover };
