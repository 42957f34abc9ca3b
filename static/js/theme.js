/**
 * Language and colours of the document itself. data-theme is always resolved
 * to light or dark, so that style sheets and canvases need one rule each.
 */
import { words } from './i18n/index.js';

/** @typedef {import('./types.js').State} State */

export function createDocument() {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));
  /** @type {State['theme']} */
  let chosen = 'auto';

  function applyTheme() {
    const scheme = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen;
    if (root.dataset.theme !== scheme) root.dataset.theme = scheme;
  }
  system.addEventListener('change', applyTheme);

  return {
    /** @param {State} state */
    update({ theme, lang, refusal }) {
      chosen = theme;
      applyTheme();
      document.body.classList.toggle('stale', refusal !== null);
      if (root.lang === lang && skip.textContent) return;
      root.lang = lang;
      skip.textContent = words(lang).frame.skip;
    },
  };
}
