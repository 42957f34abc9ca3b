/** What copying from the chips puts on the clipboard: the text, not its drawing. */
import { textOf } from '../format/pieces.js';
import { tokensOnShow } from './tokens.js';

/** @typedef {import('../types.js').State} State */

/**
 * The text of the chips in the selection, or of the focused chip where nothing
 * is selected. A character counts whole as soon as one of its bytes does.
 * @param {State} state
 * @param {HTMLElement[]} nodes the chips by slot
 * @param {import('../format/pieces.js').Spelling[]} spelled
 * @returns {string | null} null where no chip is meant
 */
export function copiedText(state, nodes, spelled) {
  const tokens = tokensOnShow(state);
  const slots = chosenSlots(nodes);
  const [first, last] = [slots[0], slots.at(-1)];
  const { vocabulary } = state;
  if (!tokens || !vocabulary || first === undefined || last === undefined) return null;
  const from = spelled.find((character) => character.first <= first && first <= character.last)?.first ?? first;
  const to = spelled.find((character) => character.first <= last && last <= character.last)?.last ?? last;
  return textOf(tokens.ids.slice(from, to + 1).flatMap((id) => vocabulary[id] ?? []));
}

/** @param {HTMLElement[]} nodes @returns {number[]} */
function chosenSlots(nodes) {
  const selection = document.getSelection();
  const isNothing = !selection || selection.isCollapsed;
  return [...nodes.keys()].filter((slot) => {
    const node = /** @type {HTMLElement} */ (nodes[slot]);
    return isNothing ? node.contains(document.activeElement) : selection.containsNode(node, true);
  });
}
