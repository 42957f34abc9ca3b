/** What some exercises ask about: BOS and EOS around each record, and PAD behind it. */

/** Pieces of a running text have none of them. @param {import('../../types.js').State} state @returns {'frame' | null} */
export function lacksFrame({ model }) {
  return model?.config.data === 'stream' ? 'frame' : null;
}
