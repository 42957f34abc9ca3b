/**
 * Title, model, where the numbers come from, language, theme, help. The badge
 * says what the server has computed; what the page checks itself joins it here.
 */
import { el, set, setText } from '../dom.js';
import { count, short } from '../format/numbers.js';
import { words } from '../i18n/index.js';
import { numbersIn } from '../state/size.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createHeader(root, act) {
  const model = el('button', { class: 'link', id: 'model', 'aria-haspopup': 'dialog', onclick: () => act.openPopover('model') });
  const badge = createBadge(act);
  const controls = createControls(act);
  root.append(
    el('h1', { class: 'wordmark' }, 'MiniGPT ', el('em', {}, 'Explorer')),
    model,
    badge.node,
    controls.node,
  );
  return {
    /** @param {State} state */
    update(state) {
      const { frame } = words(state.lang);
      set(model, { hidden: !state.model, title: frame.models });
      if (state.model) setText(model, frame.modelName(state.model.name, state.model.config.seed));
      badge.update(state);
      controls.update(state);
    },
  };
}

/** @param {Act} act */
function createBadge(act) {
  const numbers = el('b', { id: 'number-count' });
  const unit = el('span');
  const from = el('span', { class: 'long' });
  const time = el('span', { id: 'trace-time' });
  const mean = el('button', { class: 'number', id: 'mean-loss', onclick: read, onfocus: read, onpointerenter: read });
  const meanLabel = el('span', {});
  const nats = el('span', { class: 'long' });
  const reason = el('span', { id: 'stale-reason', role: 'status' });
  const figures = el('span', { class: 'figures' }, numbers, ' ', unit, from, ', ', time, ' · ', meanLabel, ' ', mean, ' ', nats);
  const node = el('p', { id: 'badge' }, el('span', { class: 'sign', 'aria-hidden': 'true' }), reason, figures);
  /** @type {State['traced']} */
  let traced = null;

  function read() {
    act.readNumber({ name: 'mean_loss', index: [] });
  }

  return {
    node,
    /** @param {State} state */
    update(state) {
      const { frame } = words(state.lang);
      const status = statusOf(state);
      if (node.dataset.status !== status) node.dataset.status = status;
      setText(reason, status === 'stale' || status === 'unreachable' ? refusalText(state) : status === 'waiting' ? frame.waiting : '');
      figures.hidden = !state.traced;
      if (!state.traced) return;
      setText(unit, frame.numbers);
      setText(from, frame.fromServer);
      setText(meanLabel, frame.meanLoss);
      setText(nats, frame.nats);
      setText(time, frame.milliseconds(state.traced.milliseconds.toFixed(1)));
      if (state.traced === traced) return;
      traced = state.traced;
      setText(numbers, count(numbersIn(traced.trace)));
      setText(mean, short(traced.trace.loss, 6));
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
  return refusal ? `${frame.stale} ${frame.refusals[refusal.code] ?? refusal.message}` : '';
}

/** @param {Act} act */
function createControls(act) {
  const english = el('button', { class: 'button', lang: 'en', onclick: () => act.setLang('en') }, 'EN');
  const chinese = el('button', { class: 'button', lang: 'zh', onclick: () => act.setLang('zh') }, '中文');
  const languages = el('span', { class: 'segmented', role: 'group' }, english, chinese);
  const theme = el('button', { class: 'link', id: 'theme', onclick: () => act.nextTheme() });
  const link = el('button', { class: 'link', id: 'copy-link' });
  const help = el('button', { class: 'link', id: 'help', 'aria-haspopup': 'dialog', onclick: () => act.openPopover('help') }, '?');
  const node = el('div', { class: 'controls' }, languages, theme, link, help);
  let { frame } = words('en');
  let shownLang = '';
  set(link, { onclick: copy, onblur: offerLink, onpointerleave: offerLink });

  async function copy() {
    await navigator.clipboard.writeText(location.href);
    setText(link, frame.linkCopied);
  }

  function offerLink() {
    setText(link, frame.copyLink);
  }

  return {
    node,
    /** @param {State} state */
    update({ lang, theme: chosen }) {
      if (lang === shownLang) return setText(theme, frame.themes[chosen]);
      shownLang = lang;
      ({ frame } = words(lang));
      set(languages, { 'aria-label': frame.language });
      set(english, { 'aria-pressed': String(lang === 'en') });
      set(chinese, { 'aria-pressed': String(lang === 'zh') });
      setText(theme, frame.themes[chosen]);
      offerLink();
      set(help, { 'aria-label': frame.help });
    },
  };
}
