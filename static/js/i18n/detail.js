/** Words of stages 1, 2 and 4 and of the margin. */
const en = {};

/** @type {typeof en} */
const zh = {};

export const detail = { en, zh };
