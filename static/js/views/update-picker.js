/** Which parameter, and where in it: by name and by index. */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createUpdatePicker(act) {
  const label = el('span');
  const none = el('option', { value: '' });
  const select = el('select', { class: 'update-name' }, none);
  const fields = [0, 1].map(() => el('input', { type: 'number', class: 'update-place', min: 0, inputmode: 'numeric' }));
  const element = el('form', { class: 'update-picker', onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, el('label', {}, label, select), ...fields);
  /** @type {Map<string, number[]>} */
  let shapes = new Map();

  select.addEventListener('change', () => {
    const shape = shapes.get(select.value);
    if (shape) act.openUpdate(select.value, shape.map((length, i) => Math.min(Number(fields[i]?.value) || 0, length - 1)));
    else act.closeUpdate();
  });
  for (const field of fields) {
    field.addEventListener('change', () => {
      const shape = shapes.get(select.value) ?? [];
      const index = shape.map((length, i) => Math.max(0, Math.min(Math.trunc(Number(fields[i]?.value) || 0), length - 1)));
      index.forEach((place, i) => (/** @type {HTMLInputElement} */ (fields[i]).value = String(place)));
      if (shape.length) act.openUpdate(select.value, index);
    });
  }

  /** Those of another state are called the same, and stand; another model's are not. @param {State} state */
  function offer({ parameters }) {
    const isOffered = parameters?.length === shapes.size && parameters.every(({ name, shape }) => String(shapes.get(name)) === String(shape));
    if (!parameters || isOffered) return;
    shapes = new Map(parameters.map(({ name, shape }) => [name, shape]));
    fill(select, none, ...parameters.map(({ name, shape }) => el('option', { value: name }, `${name} [${shape.join(', ')}]`)));
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).update;
      const { parameter } = state.train;
      offer(state);
      setText(label, t.parameter);
      setText(none, t.choose);
      const shape = shapes.get(parameter?.parameter ?? '') ?? [];
      select.value = shape.length ? (parameter?.parameter ?? '') : '';
      fields.forEach((field, i) => {
        const length = shape[i];
        field.hidden = length === undefined;
        if (length === undefined) return;
        set(field, { max: length - 1, 'aria-label': t.place(i, length - 1), title: t.place(i, length - 1) });
        if (document.activeElement !== field) field.value = String(parameter?.index[i] ?? 0);
      });
    },
  };
}
