/**
 * Generate's margin: why a prompt that stops inside a token goes wrong, where it
 * does; and what untrained, selected and final model make of some probes.
 */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { generated } from '../state/generation.js';
import { createBoundary } from './token-boundary.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Probed} Probed
 * @typedef {NonNullable<State['probes']>['probes'][number]} Probe
 */

const STATES = /** @type {const} */ (['untrained', 'selected', 'final']);

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createProbes(root, act) {
  const boundary = createBoundary(act);
  const title = el('h3');
  const table = el('table', { class: 'probe-table' });
  const evidence = el('p', { class: 'probe-evidence' });
  const limits = el('p', { class: 'probe-limits' });
  const probes = el('section', {}, title, el('div', { class: 'probe-scroll' }, table), evidence, limits);
  root.append(boundary.element, probes);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'generate' || state.trail.length > 0;
      if (root.hidden) return;
      boundary.update(state, generated(state)?.alignment ?? null);
      const depends = [state.probes, state.lang];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const t = words(state.lang).generation.probes;
      // A model that has not learned from records has no questions that one of them would answer.
      probes.hidden = !state.probes?.probes.length;
      setText(title, t.title);
      setText(limits, t.limits);
      if (!state.probes) return;
      fill(table, head(t), el('tbody', {}, ...state.probes.probes.map((probe) => row(probe, t, act))));
      setText(evidence, state.probes.probes.some(({ states }) => states.final) ? t.evidence(hits(state.probes.probes)) : t.untrainedOnly);
    },
  };
}

/** @param {import('../i18n/all.js').Words['generation']['probes']} t */
function head(t) {
  const names = [t.prompt, t.expected, t.untrained, t.selected, t.final];
  return el('thead', {}, el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name))));
}

/** @param {Probe} probe @param {import('../i18n/all.js').Words['generation']['probes']} t @param {import('../types.js').Act} act */
function row(probe, t, act) {
  const shown = probe.prompt.replace(/ $/, '␣');
  const prompt = el('button', { type: 'button', class: 'link', title: t.open(probe.prompt), 'aria-label': t.open(probe.prompt), onclick: () => act.setPrompt(probe.prompt) }, shown);
  const cells = STATES.map((name) => cell(probe.states[name], probe.expected, t));
  return el('tr', { 'data-probe': probe.id }, el('th', { scope: 'row' }, prompt, el('span', { class: 'probe-kind' }, t.kinds[probe.kind] ?? probe.kind)), el('td', {}, probe.expected), ...cells);
}

/** @param {Probed | null} probed @param {string} expected @param {import('../i18n/all.js').Words['generation']['probes']} t */
function cell(probed, expected, t) {
  const node = el('td');
  if (!probed) {
    set(node, { class: 'none', title: t.noRun });
    setText(node, '–');
    return node;
  }
  const isRight = matches(probed, expected);
  const isText = !probed.text.includes('\ufffd');
  const said = !probed.text ? t.nothing : isText ? firstWords(probed.text) : t.bytes;
  set(node, { 'data-right': String(isRight), title: probed.text });
  fill(node, el('span', { 'aria-hidden': 'true' }, isRight ? '✓ ' : '× '), el('span', { class: 'spoken' }, `${isRight ? t.right : t.wrong}: `), said);
  return node;
}

/** Right is the whole answer, no less and no more. @param {Probed} probed @param {string} expected */
function matches({ text }, expected) {
  return text === expected;
}

/** @param {string} text */
function firstWords(text) {
  return text.length > 14 ? `${text.slice(0, 13)}…` : text;
}

/** Right answers of the final model, and of how many, by what is new in the prompt. @param {Probe[]} probes */
function hits(probes) {
  /** @param {string[]} kinds @returns {[number, number]} */
  const of = (kinds) => {
    const own = probes.filter(({ kind }) => kinds.includes(kind));
    return [own.filter(({ states, expected }) => states.final && matches(states.final, expected)).length, own.length];
  };
  return { seen: of(['seen', 'aligned']), fresh: of(['colour', 'limit']), unaligned: of(['unaligned']) };
}
