/**
 * What a checkpoint is said to be: found, assumed and why, needed from the
 * person, refused. Nothing is opened before every question has its answer.
 */
import { el, fill, setText } from '../dom.js';
import { full } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { languageOf, serverSentence } from '../i18n/server-sentences.js';
import { isReportOpen } from '../state/models-panel.js';
import { nameOf } from './model-name.js';
import { createPatientButton } from './patient-button.js';
import { saveFile } from './save-file.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../dom.js').Child} Child */
/** @typedef {import('../types/models.js').ImportReport} ImportReport */
/** @typedef {import('../types/models.js').Choice} Choice */
/** @typedef {import('../types.js').Lang} Lang */
/** @typedef {ReturnType<typeof words>['models']} Words */

/** @param {Act} act */
export function createImportReport(act) {
  const label = el('h3');
  const parts = el('div');
  const open = createPatientButton('button', () => act.openCheckpoint());
  open.element.ariaPressed = 'true';
  const save = el('button', { class: 'button' });
  const waits = el('span', { class: 'note' });
  const element = el('section', { class: 'import-report', 'aria-live': 'polite' }, label, parts, el('p', { class: 'report-end' }, open.element, save, waits));
  /** @type {ImportReport | null} */
  let report = null;
  save.addEventListener('click', () => report && saveFile(`${report.file}.import.json`, new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' })));
  /** @type {unknown[]} */
  let drawn = [];

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { models, lang } = state;
      ({ report } = models);
      element.hidden = !report && !models.refusal;
      const t = words(lang).models;
      setText(label, t.report);
      const isOpen = isReportOpen(state);
      setText(open.element, isOpen ? t.isOpen : models.answers.heads === undefined ? t.open : t.openWith(String(models.answers.heads)));
      setText(save, t.save);
      setText(waits, report && !report.ready ? t.waits : '');
      open.allow(!!report?.ready && models.asked === null && !isOpen);
      open.element.hidden = save.hidden = !report;
      const depends = [report, models.refusal, lang, state.model];
      if (depends.every((part, i) => part === drawn[i]) && drawn.length) return;
      drawn = depends;
      fill(parts, ...(report ? partsOf(report, models.answers, lang, act) : []), ...refusedParts(state, t));
    },
  };
}

/** @param {ImportReport} report @param {import('../types/models.js').ImportAnswers} answers @param {Lang} lang @param {Act} act @returns {Child[]} */
function partsOf({ file, layout, bytes, tensors, found, assumed, needed, origins, ignored }, answers, lang, act) {
  const t = words(lang).models;
  return [
    el('p', { class: 'report-name' }, file, ' ', el('span', { class: 'note' }, t.described(t.layouts[layout] ?? layout, sizeOf(bytes), tensors))),
    list(
      ...(found.length ? [line(t.found, ...found.map(({ text }) => told('p', text, lang)))] : []),
      ...(ignored.length ? [line(t.ignored, ...ignored.map(({ name, reason }) => el('p', {}, el('code', {}, name), ' ', told('span', reason, lang))))] : []),
    ),
    assumed.length > 0 && el('h4', {}, t.assumed),
    assumed.length > 0 && list(...assumed.map((one) => line(named(one.what, t), ...assumption(one, lang, act)))),
    needed.length > 0 && el('h4', {}, t.needed),
    needed.length > 0 && list(...needed.map((one) => line(named(one.what, t), answerField(one, answers[one.what], t, act), told('span', one.reason, lang)))),
    origins.length > 0 && originTable(origins, lang),
  ];
}

/** @param {ImportReport['assumed'][number]} one @param {Lang} lang @param {Act} act @returns {Child[]} */
function assumption({ what, value, reason, choices }, lang, act) {
  const t = words(lang).models;
  const others = (choices ?? []).filter((choice) => choice !== value);
  return [
    el('b', {}, said(value, t)),
    ' ',
    told('span', reason, lang),
    ...others.map((choice) => el('button', { class: 'button', onclick: () => act.answerImport(what, choice) }, t.use(said(choice, t)))),
  ];
}

/** @param {ImportReport['needed'][number]} one @param {Choice | undefined} answer @param {Words} t @param {Act} act */
function answerField({ what, choices }, answer, t, act) {
  const all = choices ?? [];
  const field = el(
    'select',
    { class: 'button', 'aria-label': named(what, t), onchange: () => act.answerImport(what, all[Number(field.value)] ?? null) },
    el('option', { value: -1 }, t.choose),
    ...all.map((choice, place) => el('option', { value: place }, said(choice, t))),
  );
  field.value = String(all.findIndex((choice) => choice === answer));
  return field;
}

/** @param {ImportReport['origins']} origins @param {Lang} lang */
function originTable(origins, lang) {
  const t = words(lang).models;
  const { parameter, from, shape, transform } = t.originColumns;
  const cell = (/** @type {string} */ text) => el('td', {}, el('code', {}, text));
  return el(
    'details',
    {},
    el('summary', {}, t.origins(origins.length)),
    el(
      'div',
      { class: 'report-origins', tabindex: 0, role: 'group', 'aria-label': t.origins(origins.length) },
      el(
        'table',
        {},
        el('thead', {}, el('tr', {}, ...[parameter, from, shape, transform].map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, ...origins.map((one) => el('tr', {}, cell(one.parameter), cell(one.from), cell(one.shape.join('×')), told('td', one.transform, lang)))),
      ),
    ),
  );
}

/** @param {State} state @param {Words} t @returns {Child[]} */
function refusedParts({ models: { refusal }, ...state }, t) {
  if (!refusal) return [];
  return [el('h4', { class: 'refused' }, t.refused), list(line(refusal.file, el('b', { class: 'refused', lang: languageOf(refusal.error.message, state.lang) }, serverSentence(refusal.error.message, state.lang)), ' ', t.stays(nameOf(state))))];
}

/** A sentence of the server's. @param {'p' | 'span' | 'td'} tag @param {string} sentence @param {Lang} lang */
function told(tag, sentence, lang) {
  return el(tag, { lang: languageOf(sentence, lang) }, withNumbers(serverSentence(sentence, lang)));
}

/** With the page's own form of numbers such as 1e-05, which the server writes as Python does. @param {string} sentence */
function withNumbers(sentence) {
  return sentence.replace(/(?<![\w.])\d(\.\d+)?e-\d+(?!\w)/g, (number) => numberText(Number(number)));
}

/** @param {number} value */
function numberText(value) {
  return Math.abs(value) < 1e-3 ? value.toExponential().replace('-', '\u2212') : full(value);
}

/** @param {Child[]} lines */
function list(...lines) {
  return el('dl', {}, ...lines);
}

/** @param {string} term @param {Child[]} parts */
function line(term, ...parts) {
  return el('div', {}, el('dt', {}, term), el('dd', {}, ...parts));
}

/** @param {string} what @param {Words} t */
function named(what, t) {
  return t.what[what] ?? what;
}

/** @param {Choice} value @param {Words} t */
function said(value, t) {
  return t.values[String(value)] ?? (typeof value === 'number' ? numberText(value) : String(value));
}

/** @param {number} bytes */
function sizeOf(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
