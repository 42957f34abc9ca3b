/** What some exercises ask about: BOS and EOS around each record, and PAD behind it. */

/** Pieces of a running text have none of them, nor have IDs alone. @param {import('../../types.js').State} state @returns {'frame' | 'ids' | null} */
export function lacksFrame({ model }) {
  if (model?.config.data !== 'stream') return null;
  return model.config.tokenizer === 'ids' ? 'ids' : 'frame';
}
