/**
 * What holds for the whole document: language, colours, whether the picture is
 * of the records as they stand. data-theme is always light or dark, so that
 * sheets and canvases need one rule each.
 */
import { words } from './i18n/index.js';

/** @typedef {import('./types.js').State} State */

export function createDocument() {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));
  const picture = ['stages', 'loom', 'work'].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  /** @type {State['theme']} */
  let chosen = 'auto';

  function applyTheme() {
    const scheme = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen;
    if (root.dataset.theme !== scheme) root.dataset.theme = scheme;
  }
  system.addEventListener('change', applyTheme);

  return {
    /** @param {State} state */
    update({ theme, lang, refusal, present, part, mode }) {
      if (root.dataset.mode !== mode) root.dataset.mode = mode;
      root.classList.toggle('presenting', present);
      if (root.dataset.part !== part) root.dataset.part = part;
      chosen = theme;
      applyTheme();
      document.body.classList.toggle('stale', refusal !== null);
      // While the server is away the last picture may still be looked around in.
      const isInert = refusal !== null && refusal.code !== 'unreachable';
      for (const area of picture) if (area.inert !== isInert) area.inert = isInert;
      if (root.lang === lang && skip.textContent) return;
      root.lang = lang;
      skip.textContent = words(lang).frame.skip;
    },
  };
}
