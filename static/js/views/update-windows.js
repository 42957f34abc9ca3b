/** The windows of the training text that one update was made with; each can be put on the page. */
import { el, fill, set, setText } from '../dom.js';
import { count, full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { MOST_WINDOWS, showsWindow } from '../state/update.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TextUpdate} TextUpdate
 * @typedef {TextUpdate['windows'][number]} Window
 */

/** Seen at once; the others unfold. */
const FIRST = 4;
/** As the page writes the end of a line within one. */
const LINE_END = '⏎';
/** What a line in the margin has room for. */
const SEEN = 80;

/** @param {import('../types.js').Act} act */
export function createUpdateWindows(act) {
  const title = el('h3');
  const loss = el('p', { class: 'note' });
  const hint = el('p', { class: 'note' });
  const first = el('ul');
  const others = el('ul');
  const summary = el('summary');
  const more = el('p', { class: 'note' });
  const folded = el('details', {}, summary, others, more);
  /** @type {TextUpdate | null} */
  let shown = null;
  /** @type {{start: number, button: HTMLElement}[]} */
  let buttons = [];
  /** Whether a window is on the page. */
  let isOn = (/** @type {number} */ _start) => false;
  folded.addEventListener('toggle', () => list());

  return {
    element: el('section', { class: 'update-windows' }, title, loss, hint, first, folded),
    /** @param {State} state @param {TextUpdate} update */
    update(state, update) {
      const t = words(state.lang).update;
      isOn = (start) => showsWindow(state, start);
      if (shown !== update) {
        shown = update;
        buttons = [];
        fill(others);
        fill(first, ...update.windows.slice(0, FIRST).map(line));
        list();
      }
      const total = update.windows.length;
      setText(title, t.windows(update.next, total));
      setText(loss, t.loss(short(update.loss, 6)));
      loss.title = full(update.loss);
      setText(hint, t.windowHint);
      folded.hidden = total <= FIRST;
      setText(summary, t.otherWindows(total - FIRST));
      setText(more, total > MOST_WINDOWS ? t.moreWindows(total - MOST_WINDOWS) : '');
      mark();
    },
  };

  /** A batch may have thousands; none is made before somebody looks. */
  function list() {
    if (!shown || !folded.open || others.firstChild) return;
    fill(others, ...shown.windows.slice(FIRST, MOST_WINDOWS).map(line));
    mark();
  }

  /** @param {Window} window */
  function line(window) {
    const text = window.text.slice(0, SEEN).replaceAll('\n', LINE_END);
    const button = el(
      'button', { type: 'button', title: window.text, onclick: () => act.showWindow(window.start) },
      el('span', { class: 'place' }, count(window.start)), ' ', el('code', {}, text),
    );
    buttons.push({ start: window.start, button });
    return el('li', {}, button);
  }

  function mark() {
    for (const { start, button } of buttons) set(button, { 'aria-current': isOn(start) ? 'true' : null });
  }
}
