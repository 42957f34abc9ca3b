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

/**
 * @typedef {object} Palette
 * @property {'light' | 'dark'} theme
 * @property {Record<(typeof TOKENS)[number], string>} colour
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

/**
 * The light palette whatever is on show, for what is printed or put on a slide:
 * read from the rule that holds where no other theme is set.
 * @returns {Palette}
 */
export function lightPalette() {
  return (read.light ??= readPalette('light', lightRule()));
}

function lightRule() {
  const rules = Array.from(document.styleSheets).flatMap((sheet) => Array.from(sheet.cssRules));
  const found = rules.find((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root' && rule.style.getPropertyValue('--paper'));
  if (!(found instanceof CSSStyleRule)) throw new Error('tokens.css has no rule for :root');
  return found.style;
}

/** @param {'light' | 'dark'} theme @param {CSSStyleDeclaration} [style] @returns {Palette} */
function readPalette(theme, style = getComputedStyle(document.documentElement)) {
  const colour = Object.fromEntries(TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return {
    theme,
    colour: /** @type {Palette['colour']} */ (colour),
    signed: ramp(stops(style, '--div')),
    weight: ramp(stops(style, '--seq')),
  };
}

/** @param {CSSStyleDeclaration} style @param {string} name @returns {string[]} */
function stops(style, name) {
  return style.getPropertyValue(name).split(',').map((stop) => stop.trim());
}
