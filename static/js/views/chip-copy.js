/** What copying from the chips puts on the clipboard: the text, not its drawing. */
import { spellings, textOf } from '../format/pieces.js';
import { tokensOnShow } from './tokens.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root the chips */
export function createChipCopy(root) {
  /** @type {State | null} */
  let shown = null;
  root.addEventListener('copy', (event) => {
    const text = shown && copiedText(shown, [...root.querySelectorAll('.chip[data-slot]')]);
    if (text === null) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
  return {
    /** @param {State} state */
    update(state) {
      shown = state;
    },
  };
}

/**
 * The text of the chips in the selection, or of the focused chip where nothing
 * is selected. A character counts whole as soon as one of its bytes does.
 * @param {State} state
 * @param {Element[]} nodes the chips by slot
 * @returns {string | null} null where no chip is meant
 */
function copiedText(state, nodes) {
  const tokens = tokensOnShow(state);
  const slots = chosenSlots(nodes);
  const [first, last] = [slots[0], slots.at(-1)];
  const { vocabulary } = state;
  if (!tokens || !vocabulary || first === undefined || last === undefined) return null;
  const entries = tokens.ids.flatMap((id) => vocabulary[id] ?? []);
  const spelled = spellings(entries);
  const from = spelled.find((character) => character.first <= first && first <= character.last)?.first ?? first;
  const to = spelled.find((character) => character.first <= last && last <= character.last)?.last ?? last;
  return textOf(entries.slice(from, to + 1));
}

/** @param {Element[]} nodes @returns {number[]} */
function chosenSlots(nodes) {
  const selection = document.getSelection();
  const isNothing = !selection || selection.isCollapsed;
  return [...nodes.keys()].filter((slot) => {
    const node = /** @type {Element} */ (nodes[slot]);
    return isNothing ? node.contains(document.activeElement) : selection.containsNode(node, true);
  });
}
