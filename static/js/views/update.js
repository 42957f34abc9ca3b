/**
 * The margin in Train: one update of one parameter, taken apart. Value, the
 * gradient of that update's batch, both moments, and the new value, each
 * derived and worked out here once more.
 */
import { el, fill, set, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { learnsNothing } from '../state/train.js';
import { isUpdateOpen, lacksUpdate, nextUpdate, shownUpdate, updateRefusal } from '../state/update.js';
import { contextOf } from './derivation-context.js';
import { leafLines } from './derivation-leaf.js';
import { codeOf } from './number-name.js';
import { createUpdateBatch } from './update-batch.js';
import { createUpdateFigures } from './update-figures.js';
import { fillUpdateFormulas } from './update-formulas.js';
import { createUpdatePicker } from './update-picker.js';
import { createUpdateWindows } from './update-windows.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').Update} Update
 */

/** @param {HTMLElement} root @param {Act} act */
export function createUpdate(root, act) {
  const title = el('h2', { id: 'update-title' });
  const close = el('button', { type: 'button', class: 'link close', onclick: () => act.closeUpdate() }, '×');
  const picker = createUpdatePicker(act);
  const lack = createLack(act);
  const told = createTold(act);
  const spoken = el('p', { class: 'spoken', 'aria-live': 'polite' });
  root.setAttribute('aria-labelledby', 'update-title');
  root.append(el('div', { class: 'update-head' }, title, close), picker.element, lack.element, told.element, spoken);

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isUpdateOpen(state);
      if (root.hidden) return;
      const t = words(state.lang).update;
      const update = shownUpdate(state);
      setText(title, t.title);
      close.hidden = !state.train.parameter;
      set(close, { 'aria-label': t.close, title: t.close });
      picker.update(state);
      lack.update(state, update);
      told.element.hidden = !update;
      if (update) told.update(state, update);
      setText(spoken, update ? t.said(codeOf(refOf(update), state), update.next, short(update.value, 6), short(update.new_value, 6)) : '');
    },
  };
}

/** @param {Pick<Update, 'parameter' | 'index'>} of @returns {import('../types.js').NumberRef} */
function refOf({ parameter, index }) {
  return { name: `parameters.${parameter}`, index };
}

/** What stands in place of an update, and where there would be one. @param {Act} act */
function createLack(act) {
  const text = el('p', { class: 'update-lack' });
  let to = 0;
  const go = el('button', { type: 'button', class: 'button', onclick: () => act.setStep(to) });
  return {
    element: el('div', {}, text, go),
    /** @param {State} state @param {Update | null} update */
    update(state, update) {
      const { training, step, train } = state;
      const t = words(state.lang).update;
      const lacks = lacksUpdate(state);
      const other = lacks === 'loaded' || lacks === 'last' ? training?.saved.findLast((saved) => saved < training.step && (step === null ? saved === 0 : saved < step)) : undefined;
      text.hidden = update !== null;
      setText(text, update ? '' : train.parameter || lacks === 'no_run' ? whyNot(state, lacks) : t.hint);
      go.hidden = other === undefined || !train.parameter;
      if (other === undefined) return;
      to = other;
      setText(go, t.goTo(other));
    },
  };
}

/** @param {State} state @param {ReturnType<typeof lacksUpdate>} lacks */
function whyNot(state, lacks) {
  const { update: t, train } = words(state.lang);
  if (lacks === 'no_run' && learnsNothing(state)) return train.refusals.nothing_to_learn ?? '';
  if (lacks === 'last' || lacks === 'coming') return t.lacks[lacks](state.step ?? 0);
  if (lacks) return t.lacks[lacks];
  const refused = updateRefusal(state);
  return refused ? (t.refusals[refused.code] ?? refused.message) : t.waiting;
}

/** @param {Act} act */
function createTold(act) {
  const code = el('code', { class: 'update-code' });
  const steps = el('span', { class: 'update-steps' });
  const before = el('button', { type: 'button', class: 'number' });
  const after = el('b');
  const digits = el('p', { class: 'derivation-digits' });
  const why = el('p', { class: 'derivation-meaning' });
  const formulas = el('div', { class: 'derivation-formulas', role: 'group' });
  const figures = createUpdateFigures();
  const batch = createUpdateBatch(act);
  const windows = createUpdateWindows(act);
  let to = 0;
  const next = el('button', { type: 'button', class: 'button', onclick: () => act.setStep(to) });
  /** @type {Update | null} */
  let shown = null;
  before.addEventListener('click', () => shown && act.derive(refOf(shown)));
  const read = () => shown && act.readNumber(refOf(shown));
  before.addEventListener('focus', read);
  before.addEventListener('pointerenter', read);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element: el(
      'div', { class: 'update-told' },
      el('p', { class: 'update-of' }, code, steps),
      el('p', { class: 'derivation-value' }, before, el('span', { class: 'arrow' }, ' → '), after),
      digits, why, next, formulas, figures.element, batch.element, windows.element,
    ),
    /** @param {State} state @param {Update} update */
    update(state, update) {
      const t = words(state.lang).update;
      const onward = nextUpdate(state);
      next.hidden = onward === null;
      to = onward ?? 0;
      setText(next, t.next(to + 1));
      const isText = 'norm' in update;
      batch.element.hidden = isText;
      windows.element.hidden = !isText;
      if (isText) windows.update(state, update);
      else batch.update(state, update);
      const depends = [update, state.lang, state.vocabulary, state.model];
      if (seen.length && depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      shown = update;
      setText(code, codeOf(refOf(update), state));
      setText(steps, t.steps(update.step, update.next));
      setText(before, short(update.value, 6));
      before.title = full(update.value);
      setText(after, short(update.new_value, 6));
      setText(digits, full(update.new_value));
      setText(why, [spotOf(update, state), reason(update, t.why)].join(state.lang === 'zh' ? '' : ' '));
      set(formulas, { 'aria-label': t.formulas });
      fillUpdateFormulas(formulas, update, t);
      figures.update(update, state);
    },
  };
}

/** @param {Update} update @param {State} state */
function spotOf(update, state) {
  const context = contextOf(state);
  return context ? (leafLines(refOf(update), context, state)[0] ?? '') : '';
}

/** Whether the gradient, the momentum or the decay decides. @param {Update} update @param {ReturnType<typeof words>['update']['why']} why */
function reason(update, why) {
  const { gradient, change, value, new_value, learning_rate } = update;
  const way = change < 0 ? 'lower' : 'raise';
  const moved = new_value - value;
  if (learning_rate === 0) return why.noRate;
  if (gradient === 0 && change === 0) return moved === 0 ? why.still : why.decayAlone;
  if (moved === 0) return why.rounded;
  if (change !== 0 && moved < 0 !== change < 0) return why.decay(way, moved < 0 ? 'lower' : 'raise');
  if (gradient === 0) return why.momentum(way);
  const alone = gradient > 0 ? 'lower' : 'raise';
  return alone === way ? why.along(way) : why.against(alone, way);
}
