/**
 * "Where does this number come from?": the number at the end of the path, its
 * formula in symbols and in numbers, its operands, whether they give what the
 * trace says, and what uses it. Every operand leads on.
 */
import { el, fill, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { significant } from '../format/significant.js';
import { wordsOf } from '../i18n/all.js';
import { derivation } from '../math/dependencies/derivation.js';
import { completed, isKnown, keyOf } from '../math/dependencies/table.js';
import { isGradient } from '../math/dependencies/terms.js';
import { valueOf } from '../math/dependencies/value.js';
import { shownGradients } from '../state/graded.js';
import { createCopyText } from './copy-button.js';
import { checkOf, whyNone } from './derivation-check.js';
import { contextOf, recordOf } from './derivation-context.js';
import { createDoors } from './derivation-doors.js';
import { createFocusKeeper } from './derivation-focus.js';
import { fillFormulas } from './derivation-formula.js';
import { fillLeaf } from './derivation-leaf.js';
import { fillOperands } from './derivation-operands.js';
import { createPath } from './derivation-path.js';
import { ruleOf } from './derivation-rule.js';
import { derivationText } from './derivation-text.js';
import { createUses } from './derivation-uses.js';
import { codeOf, describe, isPair, placeOf } from './number-name.js';
import { whenPointed } from './pointed.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/derivation.js').Operand} Operand
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

const SHARES = new Set(['weights', 'probability']);

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createDerivation(root, act) {
  const path = createPath(act);
  const name = createName();
  const formulas = el('div', { class: 'derivation-formulas' });
  const rule = el('p', { class: 'derivation-rule' });
  const list = el('div', { class: 'operands', role: 'group' });
  const leaf = el('div', { class: 'derivation-leaf' });
  const check = el('p', { class: 'derivation-check' });
  const uses = createUses((ref) => act.follow(ref));
  const doors = createDoors(act);
  const copy = createCopyText(() => (shown ? textOf(shown) : ''));
  const left = el('div', { class: 'derivation-about' }, path.element, name.element, formulas, rule);
  const right = el('div', { class: 'derivation-working' }, leaf, list, check, doors.element, uses.element);
  root.append(el('div', { class: 'derivation-head' }, name.title, copy.element), left, right);

  /** @type {Map<HTMLElement, Operand>} */
  const buttons = new Map();
  /** @type {HTMLElement[][]} */
  let lines = [];
  const tabStop = rove(list, () => lines);
  const focus = createFocusKeeper(root, name.title, () => buttons);
  listen(list, buttons, act);

  /** @type {State | null} */
  let shown = null;
  /** @type {unknown[]} */
  let seen = [];
  let expanded = '';

  /** @param {State} state @param {Context} context @param {NumberRef} of */
  function show(state, context, of) {
    const ref = completed(of, context);
    const found = derivation(ref, context);
    const t = wordsOf(state).derivation;
    path.update(state, context);
    copy.update({ label: t.copyLabel, text: t.copy, copied: t.copied, refused: t.refused, manual: t.manual, of: keyOf(ref) });
    buttons.clear();
    fill(formulas);
    fill(leaf);
    fill(list);
    lines = [];
    check.dataset.kind = 'open';
    const checked = found && checkOf(found, state);
    name.update(ref, checked?.kind === 'absent' ? null : valueOf(ref, context), context, state);
    if (found && checked) {
      fillFormulas(formulas, found);
      lines = fillOperands(list, { state, context, of: found, isExpanded: expanded === keyOf(ref), toggle, buttons });
      setText(check, checked.text);
      check.dataset.kind = checked.kind;
    } else {
      const isThere = valueOf(ref, context) !== null;
      if (isThere) fillLeaf(leaf, ref, context, state);
      setText(check, isThere ? '' : isAwaited(ref, state) ? whyNone(state) : t.unknown);
    }
    setText(rule, ruleOf(found, context, state));
    doors.update(ref, state);
    list.setAttribute('aria-label', t.operands);
    uses.update(ref, context, state);
    tabStop.settle(lines[0]?.[0] ?? null);
  }

  function toggle() {
    const context = shown && contextOf(shown);
    const of = shown?.trail.at(-1);
    if (!shown || !context || !of) return;
    const key = keyOf(completed(of, context));
    expanded = expanded === key ? '' : key;
    show(shown, context, of);
    /** @type {HTMLElement | null} */ (list.querySelector('button.fold-button') ?? lines[0]?.[0] ?? null)?.focus();
  }

  return {
    /** @param {State} state */
    update(state) {
      const context = contextOf(state);
      const of = state.trail.at(-1);
      root.hidden = !of || !context;
      const inputs = [state.trail, context, state.lang, state.vocabulary, state.pos, state.model, state.gradedRefusal];
      if (seen.length && inputs.every((input, i) => input === seen[i])) return;
      const before = shown?.trail ?? [];
      seen = inputs;
      shown = state;
      const held = focus.before();
      if (of && context) show(state, context, of);
      focus.after(held, before, state.trail);
    },
  };
}

/** Operands lead on by click and Enter; focus and pointer only read. @param {HTMLElement} list @param {Map<HTMLElement, Operand>} buttons @param {import('../types.js').Act} act */
function listen(list, buttons, act) {
  /** @param {Event} event */
  const operand = ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest('button');
    return button ? buttons.get(button) : undefined;
  };
  list.addEventListener('click', (event) => {
    const found = operand(event);
    if (found) act.follow(found.ref);
  });
  /** @param {Event} event */
  const read = (event) => {
    const found = operand(event);
    if (found) act.readNumber(found.ref);
  };
  list.addEventListener('focusin', read);
  whenPointed(list, read);
}

function createName() {
  const title = el('h3', { id: 'derivation-title', tabindex: -1 });
  const label = el('span', { class: 'derivation-label' });
  const code = el('code', { class: 'derivation-code' });
  const value = el('p', { class: 'derivation-value' });
  const digits = el('p', { class: 'derivation-digits' });
  const place = el('p', { class: 'derivation-place' });
  const meaning = el('p', { class: 'derivation-meaning' });
  return {
    title,
    element: el('div', { class: 'derivation-name' }, el('p', {}, label, ' ', code), value, digits, place, meaning),
    /** @param {NumberRef} ref @param {number | null} number @param {Context} context @param {State} state */
    update(ref, number, context, state) {
      const t = wordsOf(state).derivation;
      const { label: called, meaning: means } = describe(ref, state);
      setText(title, t.title);
      setText(label, called);
      setText(code, codeOf(ref, state));
      setText(value, valueText(ref, number, isAwaited(ref, state) ? '…' : isPair(ref) ? t.masked : t.gone));
      setText(digits, number === null || Number.isInteger(number) ? '' : full(number));
      setText(place, placeOf(ref, state, recordOf(context, ref)?.ids ?? []));
      setText(meaning, ref.name.startsWith('parameters.') ? '' : means);
    },
  };
}

/** Whether it is a gradient, and there are none yet. @param {NumberRef} ref @param {State} state */
function isAwaited({ name }, state) {
  return isGradient(name) && isKnown(name) && !shownGradients(state);
}

/** @param {NumberRef} ref @param {number | null} number @param {string} absent */
function valueText({ name }, number, absent) {
  if (number === null) return absent;
  if (Number.isInteger(number) || name.startsWith('config.')) return full(number);
  if (isGradient(name)) return significant(number, 6);
  return SHARES.has(name) ? probability(number, 6) : short(number, 6);
}

/** @param {State} state */
function textOf(state) {
  const context = contextOf(state);
  const of = state.trail.at(-1);
  if (!context || !of) return '';
  const ref = completed(of, context);
  return derivationText(ref, derivation(ref, context), valueOf(ref, context), context, state);
}
