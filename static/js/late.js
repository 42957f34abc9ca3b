/**
 * The views below the loom, and what opens over it. Loaded when the first
 * picture stands, so that nothing of them delays it.
 */
import * as client from './api/client.js';
import { createTraining as createFeed } from './api/training.js';
import { lessonTransitions } from './lessons/transitions.js';
import { labTransitions } from './state/lab.js';
import { modeTransitions } from './state/mode.js';
import { trainTransitions } from './state/train.js';
import { createBadge } from './views/badge.js';
import { createBugPanel } from './views/bug-panel.js';
import { createBugStrip } from './views/bug-strip.js';
import { createDetail } from './views/detail.js';
import { createEvidence } from './views/evidence.js';
import { createLab } from './views/lab.js';
import { createLesson } from './views/lesson.js';
import { createLoomShow } from './views/loom-show.js';
import { createMargin } from './views/margin.js';
import { createMerges } from './views/merges.js';
import { createModes } from './views/modes.js';
import { createPopover } from './views/popover.js';
import { createRail } from './views/rail.js';
import { createShare } from './views/share.js';
import { createTrailOverlay } from './views/trail-overlay.js';

export { createParameters } from './api/parameters.js';
export { createVerdicts } from './api/verdicts.js';
export { listenForKeys } from './keys.js';
export { keepLink } from './link.js';
export { loadSheets } from './sheets.js';
export { keepVerified } from './verify.js';
export const LATE_TRANSITIONS = { ...labTransitions, ...lessonTransitions, ...modeTransitions, ...trainTransitions };
export const LATE_VIEWS = { verified: createBadge, loom: createTrailOverlay, detail: createDetail, margin: createMargin, lab: createLab, lesson: createLesson, modes: createModes, 'loom-show': createLoomShow, rail: createRail, panel: createBugPanel, evidence: createEvidence, bugs: createBugStrip, merges: createMerges, popover: createPopoverWithFiles };

/** @param {Omit<import('./api/training.js').Ports, 'whenSeen'>} ports */
export function createTraining(ports) {
  return createFeed({ ...ports, whenSeen: (changed) => document.addEventListener('visibilitychange', () => changed(!document.hidden)) });
}

/** Its files come from the server, which no view knows of. @param {HTMLElement} root @param {import('./types.js').Act} act */
function createPopoverWithFiles(root, act) {
  return createPopover(root, act, createShare(client));
}
