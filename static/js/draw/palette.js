/**
 * The page's colours as canvases need them: read from the CSS custom
 * properties once per theme, with the ramps of both scales ready as tables.
 */
import { ramp } from './ramp.js';

/** The custom properties that drawings use, by their name in tokens.css. */
const TOKENS = /** @type {const} */ ([
  'paper', 'well', 'ink', 'ink2', 'ink3', 'rule', 'rule2', 'edge', 'mark', 'mark-soft', 'src', 'src-soft',
  'voc', 'voc-soft', 'neg', 'pos', 'alert', 'alert-soft', 'focus', 'hatch', 'dots',
]);

const SIGNED = {
  light: ['#1b4f8f', '#7fb0da', '#f1ede3', '#eeab6b', '#a9480c'],
  dark: ['#a6d0f8', '#3f78b5', '#2b2925', '#b4661f', '#f9b972'],
};
const WEIGHT = {
  light: ['#f1ede3', '#cfc3ea', '#9c86d3', '#6a4cb3', '#35206f'],
  dark: ['#2b2925', '#4b3f77', '#7a68bd', '#ab9aea', '#ece5ff'],
};

/**
 * @typedef {object} Palette
 * @property {'light' | 'dark'} theme
 * @property {Record<(typeof TOKENS)[number], string>} colour
 * @property {readonly string[]} signedStops −max to +max, for legends
 * @property {readonly string[]} weightStops 0 to 1, for legends
 * @property {import('./ramp.js').Ramp} signed −max to +max; take steps with scale.signedStep
 * @property {import('./ramp.js').Ramp} weight 0 to 1; take steps with scale.weightStep
 */

/** @type {Partial<Record<'light' | 'dark', Palette>>} */
const read = {};

/**
 * The palette of the theme now on show. The same object until the theme
 * changes, so that a view may compare by identity.
 * @returns {Palette}
 */
export function palette() {
  const theme = themeOnShow();
  return (read[theme] ??= readPalette(theme));
}

/**
 * Call back after the theme has changed, by choice or by the system.
 * @param {() => void} changed
 */
export function watchPalette(changed) {
  let shown = themeOnShow();
  const check = () => {
    if (themeOnShow() === shown) return;
    shown = themeOnShow();
    changed();
  };
  new MutationObserver(check).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  prefersDark().addEventListener('change', check);
}

/** @returns {'light' | 'dark'} */
function themeOnShow() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return prefersDark().matches ? 'dark' : 'light';
}

/** @type {MediaQueryList | undefined} */
let media;
function prefersDark() {
  return (media ??= matchMedia('(prefers-color-scheme: dark)'));
}

/** @param {'light' | 'dark'} theme @returns {Palette} */
function readPalette(theme) {
  const style = getComputedStyle(document.documentElement);
  const colour = Object.fromEntries(TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return {
    theme,
    colour: /** @type {Palette['colour']} */ (colour),
    signedStops: SIGNED[theme],
    weightStops: WEIGHT[theme],
    signed: ramp(SIGNED[theme]),
    weight: ramp(WEIGHT[theme]),
  };
}
