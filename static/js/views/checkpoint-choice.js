/** Which file of the models' folder to read. */
import { el, fill, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { createPatientButton } from './patient-button.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createCheckpointChoice(act) {
  const label = el('b');
  const files = el('select', { class: 'button', onchange: () => act.chooseCheckpoint(files.value) });
  const read = createPatientButton('button', () => act.readCheckpoint());
  const says = el('span', { class: 'note' });
  const element = el('p', { class: 'models-checkpoint' }, label, files, read.element, says);
  /** @type {unknown} */
  let drawn;

  return {
    element,
    /** @param {State} state */
    update({ models: { list, file, asked }, lang }) {
      const t = words(lang).models;
      if (drawn !== list) fill(files, ...(list?.files ?? []).map(({ name }) => el('option', { value: name }, name)));
      drawn = list;
      const hasFiles = !!list?.files.length;
      element.hidden = !list;
      files.hidden = read.element.hidden = !hasFiles;
      files.setAttribute('aria-label', t.file);
      if (file !== null) files.value = file;
      read.allow(asked === null);
      setText(label, t.checkpoint);
      setText(read.element, t.read);
      setText(says, list?.folder == null ? t.noFolder : hasFiles ? t.folder(list.folder) : `${t.folder(list.folder)}: ${t.noFiles}`);
    },
  };
}
