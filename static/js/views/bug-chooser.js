/** The lever of Break: whether a fault is on, and which. */
import { el, fill, set, setText } from '../dom.js';
import { words, wordsOf } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createBugChooser(act) {
  const title = el('h2', { id: 'bugs-title' });
  const onOff = el('b');
  const lever = el('button', { type: 'button', class: 'lab-switch', role: 'switch', 'aria-labelledby': 'bugs-title', onclick: () => act.toggleFault() }, el('span', { class: 'track' }), onOff);
  const select = el('select', { class: 'bug-select', onchange: () => select.value && act.setFault(select.value) });
  const previous = el('button', { type: 'button', class: 'button', onclick: () => step(-1) }, '‹');
  const next = el('button', { type: 'button', class: 'button', onclick: () => step(1) }, '›');
  const apart = el('button', { type: 'button', class: 'button', 'data-kin': 'lever', onclick: () => act.setLever('apart') });
  const element = el('div', { class: 'lab-levers' }, el('div', { class: 'lab-line' }, title, lever, apart), el('div', { class: 'lab-line' }, previous, select, next));
  /** @type {State | null} */
  let shown = null;
  let filled = '';

  /** Round and round. @param {number} by */
  function step(by) {
    const names = (shown?.faults ?? []).map(({ name }) => name);
    const at = names.indexOf(shown?.fault ?? '');
    const to = at < 0 ? (by > 0 ? 0 : names.length - 1) : (at + by + names.length) % names.length;
    const name = names[to];
    if (name) act.setFault(name);
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      shown = state;
      const { bugs } = wordsOf(state);
      const isOn = state.fault !== null;
      setText(title, bugs.title);
      setText(apart, wordsOf(state).apart.title);
      setText(onOff, isOn ? bugs.on : bugs.off);
      set(lever, { 'aria-checked': String(isOn), disabled: !state.faults });
      set(previous, { 'aria-label': bugs.previous, title: bugs.previous });
      set(next, { 'aria-label': bugs.next, title: bugs.next });
      set(select, { 'aria-label': bugs.choose });
      const wanted = `${state.lang} ${state.faults?.length}`;
      if (wanted !== filled) fillSelect(select, state);
      filled = wanted;
      if (select.value !== (state.fault ?? '')) select.value = state.fault ?? '';
    },
  };
}

/** @param {HTMLSelectElement} select @param {State} state */
function fillSelect(select, { faults, lang }) {
  const { bugs, faults: texts, stages } = words(lang);
  const groups = stagesOf(faults ?? []).map((stage) => {
    const own = (faults ?? []).filter((fault) => fault.stage === stage);
    const title = stages.titles[/** @type {import('../types.js').Stage} */ (stage)];
    return el('optgroup', { label: `${stage} ${title}` }, ...own.map(({ name }) => el('option', { value: name }, texts[name]?.title ?? name)));
  });
  fill(select, el('option', { value: '' }, bugs.none), ...groups);
}

/** @param {import('../types.js').FaultInfo[]} faults */
function stagesOf(faults) {
  return [...new Set(faults.map(({ stage }) => stage))];
}
