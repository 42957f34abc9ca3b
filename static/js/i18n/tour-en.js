/** English words of the tour. At most 60 a stop. */
import { evenly, isBetterThanGuessing, isEven, knowsNothing, next, own, percent } from './tour-figures.js';

/**
 * @typedef {import('./tour.js').Words} Words
 * @typedef {import('./tour.js').StopId} StopId
 */

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** What a piece of running text is to its tokenizer. @type {Record<'characters' | 'ids' | 'library', (t: import('../lessons/told.js').Told) => string[]>} */
const whatStands = {
  characters: (t) => [`This text is ${counted(t.characters, 'character', 'characters')}, and each is a token: an ID from a list of ${t.vocabulary}.`],
  ids: (t) => [`This record is ${counted(t.slots, 'ID', 'IDs')} from a list of ${t.vocabulary}. What words they stand for, its file did not say.`],
  library: (t) => [`This text is ${counted(t.bytes, 'byte', 'bytes')}. The tokenizer beside the model makes ${counted(t.slots, 'token', 'tokens')} of it, each an ID from a list of ${t.vocabulary}.`],
};

/** @type {Record<StopId, Words>} */
export const en = {
  tokens: {
    title: () => 'From text to tokens',
    does: 'open stage 1',
    text: (t) => {
      if (t.tokens === 0) return [`Record ${t.record} is empty, and still there is a prediction: BOS goes in, ID `, t.id, ', and the model is asked what comes first. Right would be EOS, ', t.target, ': nothing comes. How strongly does it expect that?'];
      if (t.isStream) return [...whatStands[t.tokenizer === 'characters' || t.tokenizer === 'ids' ? t.tokenizer : 'library'](t), ` We follow position ${t.position}: it reads `, own(t), ' ', t.id, '. What comes next is ', next(t), ' ', t.target, '. How strongly does the model expect that, not having seen it?'];
      const made = t.isEdited ? 'Tokens were swapped in it by hand; there are ' : t.tokens < t.bytes ? 'Merges leave ' : 'No merge applies: ';
      return [
        `Record ${t.record} is ${counted(t.bytes, 'byte', 'bytes')} of text. ${made}${counted(t.tokens, 'token', 'tokens')}, each an ID from a list of ${t.vocabulary}. We follow position ${t.position}: it reads `,
        own(t), ' ', t.id, '. What comes next is ', next(t), ' ', t.target, '. How strongly does the model expect that, not having seen it?',
      ];
    },
  },
  shift: {
    title: () => 'One shift makes the targets',
    does: 'see how targets are made',
    text: (t) => t.isStream ? [
      `Nothing is put around a piece of running text. A target is the ID one slot further on: position ${t.position} holds `, t.id, ' and has to predict ', t.target, '. ',
      ...(t.targets === t.slots ? ['The last target is what follows in the text, ', t.lastTarget, '. '] : ['Behind the last position nobody said what follows, so it has none. ']),
      `So ${counted(t.slots, 'input faces', 'inputs face')} ${counted(t.targets, 'target', 'targets')}. `,
      t.padding ? `Up to ${t.context} would fit; there is no padding.` : `All ${t.context} slots are full.`,
    ] : [
      'BOS, ', t.first, `, goes in front. A target is the ID one slot further on: position ${t.position} holds `, t.id, ' and has to predict ', t.target, '. The last target is EOS, ', t.lastTarget,
      `. So ${counted(t.slots, 'input faces', 'inputs face')} ${counted(t.slots, 'target', 'targets')}. `,
      t.padding ? `The other ${t.padding} of ${t.context} slots are padding; they predict nothing and never count.` : `All ${t.context} slots are full.`,
    ],
  },
  embed: {
    title: () => 'Two rows, added',
    does: 'open stage 2',
    text: (t) => [
      'ID ', t.id, ` picks a row of the token table, position ${t.position} a row of the position table. They are added, coordinate by coordinate; the first of ${t.width}: `, t.tokenRow, ' + ', t.positionRow, ' = ', t.sum,
      '. The sum says which token stands here, and where. Of its neighbours it knows nothing yet.',
    ],
  },
  norm: {
    title: () => 'One row, one scale',
    does: 'open stage 3',
    text: (t) => [
      'Before attention the row is brought to a common scale. Its mean, ', t.mean, ', is taken off; then it is divided by the root of its variance, ', t.variance, `, and given its learned scale${t.hasNormBias ? ' and offset' : ''}. Coordinate 0 becomes `, t.norm,
      `. Mean and variance are of these ${t.width} numbers alone. Taken over positions instead, they would let the future in.`,
    ],
  },
  projections: {
    title: () => 'Query, key, value',
    does: 'make three rows of one',
    text: (t) => [
      `Three matrices${t.hasAttentionBias ? ', each with a bias,' : ''} make three rows of this one. The query, beginning with `, t.query, `, is what position ${t.position} looks for. The key, `, t.keyRow, ', is what it can be found by. The value, ', t.value, ', is what it hands over. ',
      t.heads > 1 ? `Each is cut into ${t.heads} heads of ${t.headWidth}, so ${t.heads} searches run side by side.` : `One head uses all ${t.headWidth} of each.`,
    ],
  },
  scores: {
    title: () => 'How well do they fit?',
    does: 'compare queries with keys',
    text: (t) => [
      `Head ${t.head}: query ${t.position} times key ${t.key}, `, { piece: t.keyPiece }, ', number by number and summed, is ', t.product, `. Divided by √${t.headWidth}, so that wide heads do not shout, it is the score `, t.score,
      t.seen === 1 ? '. There is no other key.' : t.strongest === t.key ? `. Of ${t.seen} keys, none fits better.` : `. Key ${t.strongest} fits better.`,
    ],
  },
  mask: {
    title: (t) => (t.isMasked ? `${NUMBER_WORDS[t.seen] ?? t.seen} ${t.seen === 1 ? 'key' : 'keys'}, and no future` : 'The future lies open'),
    does: 'see what may not be seen',
    text: (t) => {
      if (!t.isMasked && t.later) return [`The mask is off: position ${t.position} sees all ${t.seen} keys, ${t.later} of them later than itself. Key ${t.next} holds its own target, `, t.target, ', and gets the weight ', t.leakWeight, '. What comes out now is no prediction any more. Press M to switch the mask on again.'];
      if (!t.isMasked) return [`The mask is off. Position ${t.position} is the last and saw all there is in any case, itself with weight `, t.lastWeight, '. Every position before it now looks ahead. Press M to switch the mask on again.'];
      const sees = t.position === 0 ? 'Position 0 sees itself alone' : `Position ${t.position} sees keys 0 to ${t.position}`;
      if (!t.later) return [`${sees}, its own with weight `, t.lastWeight, '. It is the last, so nothing is hidden from it. For every position before it the hatched cells do not exist, or each could copy its target from the next one.'];
      return [`${sees}, its own with weight `, t.lastWeight, `. The ${counted(t.later, 'later key has', 'later keys have')} no weight at all. Not zero: those cells do not exist. Otherwise the target, `, t.target, `, could be read at position ${t.next} rather than predicted. Press M and see.`];
    },
  },
  weights: {
    title: () => 'Shares of one',
    does: 'turn scores into weights',
    text: (t) =>
      t.seen === 1
        ? ['Softmax shares out a whole among the keys that are seen. Here there is one, so it gets all of it: ', t.most, '.']
        : [
            `Softmax, along the keys, turns ${t.seen} scores into ${t.seen} shares of 1. Head ${t.head} gives most to key ${t.strongest}, `, t.most, `, and least to key ${t.weakest}, `, t.least,
            `. Shared out evenly, each would get ${evenly(t.seen, 4)}. `, isEven(t) ? 'So this head hardly prefers anyone.' : 'So this head has its favourites.',
          ],
  },
  mix: {
    title: () => 'Mixed, joined, blended',
    does: 'collect what was found',
    text: (t) => [
      t.heads > 1 ? 'Each head adds up the value rows of the keys it sees, each times its weight. ' : 'The head adds up the value rows of the keys it sees, each times its weight. ',
      `Head ${t.head}’s mixture begins with `, t.mixture, ...(t.heads > 1 ? [`, head ${t.other}’s with `, t.otherMixture] : []),
      `. ${t.heads > 1 ? 'Side by side they' : 'They'} are ${t.width} numbers again. The output matrix blends them${t.hasAttentionBias ? ', adds its bias' : ''}; coordinate 0 of the result is `, t.output, '.',
    ],
  },
  residual: {
    title: () => 'Added, not replaced',
    does: 'open stage 4',
    text: (t) => [
      'Attention replaces nothing. Its row is added to the one that was there: ', t.x, ' + ', t.output, ' = ', t.residual,
      `. The position keeps its own token, and what the others told it is laid on top: taken over the whole row, ${percent(t)} % as large. Along this straight path nothing ever gets lost.`,
    ],
  },
  ffn: {
    title: () => 'Each position alone',
    does: 'see what the activation leaves',
    text: (t) => [
      `Now each position works by itself. After another norm ${t.width} numbers fan out to ${t.units} units. `,
      t.activation === 'relu' ? `ReLU sets ${t.zeros} of them to exactly 0. ` : `GELU${t.activation === 'gelu_tanh' ? ' (tanh form)' : ''} keeps large ones; negative ones fade. `,
      `The lowest, unit ${t.unit}, goes from `, t.linear, ' to ', t.relu, `. Folded back to ${t.width}, they are added once more: coordinate 0 leaves ${t.blocks > 1 ? `block ${t.block}` : 'the block'} as `, t.blockOutput, '.',
      t.blocks > 1 ? ` All ${t.blocks} blocks do this in turn.` : '',
    ],
  },
  logits: {
    title: () => 'One score per candidate',
    does: 'open stage 5',
    text: (t) => [
      'A last norm, with ', t.finalNorm, ` in coordinate 0, and a dot product for each candidate${t.isTied ? ' with its own row of the token table' : ''}${t.hasHeadBias ? ', plus its bias' : ''}: ${t.vocabulary} logits. The target `, next(t), ' gets ', t.logit,
      ...(t.rank === 1 ? [', more than any other. '] : [`, place ${t.rank} of ${t.vocabulary}. In front is `, { piece: t.topPiece }, ' with ', t.highest, '. ']), 'Only differences count: logits may be negative, and add up to nothing in particular.',
    ],
  },
  loss: {
    title: () => 'What surprise costs',
    does: 'open stage 6',
    text: (t) => [
      `Softmax once more, now along the vocabulary: of ${t.vocabulary} candidates, the logit `, t.logit, ' makes the probability ', t.probability, ` for the target. A blind guess would give it ${evenly(t.vocabulary, 6)}. The loss is −ln of it: `, t.loss,
      ' nats. Were the model certain of ', next(t), ', it would be 0.',
    ],
  },
  mean: {
    title: () => 'One number for all',
    does: 'average over all targets',
    text: (t) => [
      `All positions did this at once. ${counted(t.scored, 'target is scored', 'targets are scored')} in ${t.isStream && t.records === 1 ? 'this text' : counted(t.records, 'record', 'records')}; ours costs `, t.loss, `. The sum, divided by ${t.scored} and by nothing else, is `, t.meanLoss,
      `. Guessing costs ln ${t.vocabulary} = ${Math.log(t.vocabulary).toFixed(4)}. `,
      knowsNothing(t) ? 'So far the model knows next to nothing; training would begin here.' : isBetterThanGuessing(t) ? 'The model does better than that.' : 'The model does worse than that.',
    ],
  },
};
