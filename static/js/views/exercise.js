/** One exercise: question, fields, and what the answer earns. Judged anew whenever the records change. */
import { el, fill, set, setText } from '../dom.js';
import { words, wordsOf } from '../i18n/all.js';
import { EXERCISES, judge } from '../lessons/exercises.js';
import { nameOf } from './model-name.js';
import { createPhrases } from './phrases.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../lessons/exercises.js').Task} Task
 * @typedef {import('../lessons/exercises.js').Verdict} Verdict
 * @typedef {import('./phrases.js').Phrase} Phrase
 */

/** The model that every exercise can be asked of, by its name with the server. */
const MG_1 = 'mg-1';

/** @param {Act} act */
export function createExercise(act) {
  let id = '';
  const question = el('p', { class: 'lesson-text' });
  const fields = createFields((at, text) => act.fillIn(id, at, text));
  const check = el('button', { class: 'button primary' });
  const show = el('button', { type: 'button', class: 'button', onclick: () => act.showAnswer(id) });
  const form = el('form', { class: 'exercise', onsubmit: submit }, fields.element, el('div', { class: 'exercise-buttons' }, check, show));
  const verdict = createVerdict(act);
  const note = el('p', { class: 'exercise-note' });
  const other = el('button', { type: 'button', class: 'button primary', onclick: () => act.openModel(MG_1) });
  const element = el('div', {}, question, form, verdict.element, note, other);
  const phrases = createPhrases(question, act);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    act.checkAnswer(id);
  }

  return {
    element,
    /** For whoever came by keyboard: on to the first field. */
    focus() {
      if (document.activeElement?.matches('.lesson :focus-visible')) element.querySelector('input')?.focus();
    },
    /** @param {State} state @param {string} wanted */
    update(state, wanted) {
      id = wanted;
      const { lesson, exercises } = wordsOf(state);
      const text = exercises[id];
      const exercise = EXERCISES.find((one) => one.id === id);
      const lacking = exercise?.lacking?.(state) ?? null;
      const task = lacking ? null : (exercise?.task(state) ?? null);
      other.hidden = !lacking;
      setText(other, lesson.otherModel);
      form.hidden = !task || !text;
      setText(note, task ? lesson.live : '');
      if (!task || !text) {
        verdict.update(state, null, []);
        return phrases.update([lacking ? lesson.lacking[lacking](nameOf(state)) : state.traced ? lesson.unavailable : lesson.waiting], state);
      }
      const answer = state.learning.answers[id];
      phrases.update(text.question(task.facts), state);
      setText(check, lesson.check);
      setText(show, lesson.show);
      const judged = answer?.checked ? judge(task, answer.checked) : null;
      fields.update(id, task, text.fields, answer?.given ?? [], judged);
      const { lead, phrases: said } = verdictIn(state, id, task, judged, answer?.shown ?? false);
      verdict.update(state, lead, said);
    },
  };
}

/**
 * @param {State} state @param {string} id @param {Task} task
 * @param {Verdict | null} judged @param {boolean} isShown the answer has been asked for
 * @returns {{lead: 'right' | 'wrong' | 'shown' | null, phrases: Phrase[]}}
 */
function verdictIn(state, id, { fields, facts }, judged, isShown) {
  const { learning } = state;
  const { lesson, exercises } = wordsOf(state);
  const text = /** @type {import('../i18n/exercises.js').ExerciseWords} */ (exercises[id]);
  if (judged?.status === 'right') return { lead: 'right', phrases: text.sum(facts) };
  if (isShown) return { lead: 'shown', phrases: text.sum(facts) };
  if (!judged) return { lead: null, phrases: [] };
  const field = fields[judged.at];
  if (judged.status === 'unread') return { lead: 'wrong', phrases: [lesson.unread[field?.kind ?? 'whole']] };
  const given = learning.answers[id]?.checked?.[judged.at] ?? '';
  const reason = text.reasons[field?.id ?? '']?.[judged.reason];
  if (reason) return { lead: 'wrong', phrases: reason(facts, given.trim()) };
  const isDecimal = field?.kind === 'decimal';
  const general = judged.reason === 'high' ? (isDecimal ? lesson.highDecimal : lesson.high) : isDecimal ? lesson.lowDecimal : lesson.low;
  return { lead: 'wrong', phrases: general(given.trim()) };
}

/** @param {Act} act */
function createVerdict(act) {
  const lead = el('strong');
  const text = el('span');
  const phrases = createPhrases(text, act);
  const element = el('p', { class: 'verdict', role: 'status' }, lead, ' ', text);
  return {
    element,
    /** @param {State} state @param {'right' | 'wrong' | 'shown' | null} status @param {Phrase[]} said */
    update(state, status, said) {
      const { lesson } = words(state.lang);
      element.dataset.status = status ?? '';
      setText(lead, status === 'right' ? lesson.right : status === 'wrong' ? lesson.wrong : '');
      phrases.update(said, state);
    },
  };
}

/** @param {(at: number, text: string) => void} fillIn */
function createFields(fillIn) {
  const element = el('div', { class: 'exercise-fields' });
  let made = '';
  /** @type {{input: HTMLInputElement, name: HTMLElement}[]} */
  let fields = [];
  return {
    element,
    /** @param {string} id @param {Task} task @param {Record<string, string>} labels @param {string[]} given @param {Verdict | null} judged */
    update(id, task, labels, given, judged) {
      const wanted = `${id} ${task.fields.map((field) => field.id).join()}`;
      if (wanted !== made) {
        made = wanted;
        fields = task.fields.map(({ kind }, at) => createField(kind, (text) => fillIn(at, text)));
        fill(element, ...fields.map(({ input, name }) => el('label', { class: input.type === 'checkbox' ? 'choice' : 'blank' }, input, name)));
      }
      const wrong = judged && judged.status !== 'right' ? judged.at : -1;
      fields.forEach(({ input, name }, at) => {
        setText(name, labels[task.fields[at]?.id ?? ''] ?? '');
        set(input, { 'aria-invalid': at === wrong && 'true' });
        const text = given[at] ?? '';
        if (input.type === 'checkbox') input.checked = text === '1';
        else if (input.value !== text) input.value = text;
      });
    },
  };
}

/** @param {import('../lessons/exercises.js').Field['kind']} kind @param {(text: string) => void} take */
function createField(kind, take) {
  const name = el('span');
  if (kind === 'choice') {
    const input = el('input', { type: 'checkbox', onchange: () => take(input.checked ? '1' : '') });
    return { input, name };
  }
  const input = el('input', { type: 'text', inputmode: kind === 'whole' ? 'numeric' : 'decimal', autocomplete: 'off', size: 8, oninput: () => take(input.value) });
  return { input, name };
}
