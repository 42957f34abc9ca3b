/** A button that copies a text made when asked; where even that is refused, the text to take by hand. */
import { el, setText } from '../dom.js';
import { copyText } from './copy-text.js';

/** @typedef {{label: string, text: string, copied: string, refused: string, manual: string, of: string}} Said of names what the text is about */

/** @param {() => string} textOf */
export function createCopyText(textOf) {
  const button = el('button', { type: 'button', class: 'button copy', onclick: copy });
  const said = el('span', { class: 'copy-said', role: 'status' });
  const area = el('textarea', { rows: 6, readonly: true, spellcheck: 'false', hidden: true });
  let words = { label: '', text: '', copied: '', refused: '', manual: '', of: '' };
  let copiedOf = '';

  async function copy() {
    const text = textOf();
    const isCopied = await copyText(text);
    copiedOf = words.of;
    setText(said, isCopied ? words.copied : words.refused);
    area.hidden = isCopied;
    area.value = isCopied ? '' : text;
    area.setAttribute('aria-label', words.manual);
    if (!isCopied) area.select();
  }

  return {
    element: el('div', { class: 'copy-text' }, button, said, area),
    /** What was copied of another number is no longer true of this one. @param {Said} now */
    update(now) {
      words = now;
      setText(button, now.text);
      button.setAttribute('aria-label', now.label);
      if (copiedOf === now.of) return;
      setText(said, '');
      area.hidden = true;
    },
  };
}
