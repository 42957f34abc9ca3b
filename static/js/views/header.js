/**
 * Title, model, whether the numbers are those of the records, language, theme,
 * help. What the page has recomputed joins them later: views/badge.js.
 */
import { el, set, setText } from '../dom.js';
import { refusalIn } from '../i18n/frame.js';
import { words } from '../i18n/index.js';
import { stepOf } from './model-step.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createHeader(root, act) {
  const model = el('button', { class: 'link', id: 'model', onclick: () => act.openPopover(model.ariaExpanded === 'true' ? null : 'models') });
  const status = createStatus();
  const controls = createControls(act);
  root.append(
    el('h1', { class: 'wordmark' }, 'MiniGPT ', el('em', {}, 'Explorer')),
    el('nav', { id: 'modes' }),
    model,
    status.node,
    controls.node,
  );
  return {
    /** @param {State} state */
    update(state) {
      const { frame } = words(state.lang);
      const { name = '', config } = state.model ?? {};
      const step = stepOf(state);
      set(model, { hidden: !config, 'aria-expanded': String(state.popover === 'models'), title: config ? `${frame.modelName(name, config.seed, step)}. ${frame.models}` : null });
      setText(model, frame.modelShort(name, step));
      status.update(state);
      controls.update(state);
    },
  };
}

/** Whether the numbers on show are those of the records, and room for what the page makes of them. */
function createStatus() {
  const reason = el('span', { id: 'stale-reason', role: 'status' });
  const node = el('p', { id: 'badge' }, el('span', { class: 'sign', 'aria-hidden': 'true' }), reason, el('span', { id: 'verified' }));

  return {
    node,
    /** @param {State} state */
    update(state) {
      const { frame } = words(state.lang);
      const status = statusOf(state);
      if (node.dataset.status !== status) node.dataset.status = status;
      setText(reason, status === 'stale' || status === 'unreachable' ? refusalText(state) : status === 'waiting' ? (state.opening ? frame.opening(state.opening) : frame.waiting) : '');
    },
  };
}

/** @param {State} state @returns {'ok' | 'pending' | 'stale' | 'unreachable' | 'waiting'} */
function statusOf({ refusal, pending, traced }) {
  if (refusal) return refusal.code === 'unreachable' ? 'unreachable' : 'stale';
  if (!traced) return 'waiting';
  return pending ? 'pending' : 'ok';
}

/** @param {State} state */
function refusalText({ refusal, lang }) {
  const { frame } = words(lang);
  return refusal ? `${frame.stale} ${refusalIn(frame, refusal)}` : '';
}

/** @param {Act} act */
function createControls(act) {
  const english = el('button', { class: 'button', lang: 'en', onclick: () => act.setLang('en') }, 'EN');
  const chinese = el('button', { class: 'button', lang: 'zh', onclick: () => act.setLang('zh') }, '中文');
  const languages = el('span', { class: 'segmented', role: 'group' }, english, chinese);
  const theme = el('button', { class: 'link', id: 'theme', onclick: () => act.nextTheme() });
  const present = el('button', { class: 'link', id: 'present', onclick: () => act.togglePresent() });
  const share = el('button', { class: 'link', id: 'share', 'aria-haspopup': 'dialog', onclick: () => act.openPopover('share') });
  const help = el('button', { class: 'link', id: 'help', 'aria-haspopup': 'dialog', onclick: () => act.openPopover('help') }, '?');
  const node = el('div', { class: 'controls' }, languages, theme, present, share, help);
  let shownLang = '';

  return {
    node,
    /** @param {State} state */
    update({ lang, theme: chosen, present: isPresenting }) {
      set(present, { 'aria-pressed': String(isPresenting) });
      const { frame } = words(lang);
      setText(theme, frame.themes[chosen]);
      if (lang === shownLang) return;
      shownLang = lang;
      set(languages, { 'aria-label': frame.language });
      set(english, { 'aria-pressed': String(lang === 'en') });
      set(chinese, { 'aria-pressed': String(lang === 'zh') });
      setText(share, frame.share);
      setText(present, frame.present);
      set(help, { 'aria-label': frame.help });
    },
  };
}
