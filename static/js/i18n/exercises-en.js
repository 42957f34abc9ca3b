/** English words of the exercises. Of a wrong answer they say what it would have been the answer to. */

/** @typedef {import('./exercises.js').ExerciseWords} ExerciseWords */

const piece = (/** @type {number} */ id) => ({ piece: id });
const four = (/** @type {number} */ value) => value.toFixed(4);
const tiny = (/** @type {number} */ value) => value.toExponential(1).replace('e-', 'e−').replace('e+', 'e');
const counted = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ many) => `${count} ${count === 1 ? one : many}`;
const thousands = (/** @type {number} */ value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** @param {import('./nouns.js').EnglishNoun} of @returns {Record<string, ExerciseWords>} */
export const en = (of) => ({
  A: {
    title: 'What fills the slots',
    question: (f) => [`Record ${f.record} lies in ${f.context} slots. How many of them hold real inputs, how many hold padding, and how many targets does this record add to the mean?`],
    fields: { real: 'real inputs', padded: 'padding', scored: 'scored targets' },
    reasons: {
      real: {
        noBos: (f, given) => [`${given} counts the tokens of the text. BOS is an input too: it fills slot 0.`],
        withEos: (_, given) => [`${given} counts EOS as an input. It is only ever a target: nothing is predicted behind it.`],
        context: (f) => [`All ${f.context} slots exist, but not all hold a token of the record.`],
        bytes: (_, given) => [`${given} counts characters or bytes. A slot holds a token, and merges make tokens of several bytes.`],
      },
      padded: {
        noBos: (f, given) => [`${given} is ${f.context} − ${f.tokens}: the tokens of the text alone. BOS fills a slot as well.`],
        withEos: (f, given) => [`${given} is ${f.context} − ${f.real + 1}: EOS was given a slot. As a target it needs none of its own.`],
        context: (f) => [`Then no slot would be left for the record. Take its ${f.real} real ones off.`],
        minus: (f, given) => [`${given} are the real ones. Padding is what is left of ${f.context}.`],
      },
      scored: {
        noEos: (_, given) => [`${given} leaves out the last target. That the record ends here, EOS, has to be predicted like any token.`],
        withBos: (_, given) => [`${given} counts BOS as a target. It is given, never predicted.`],
        context: () => ['Padding has no target, so it is not scored.'],
        batch: (f, given) => [`${given} are the targets of the whole batch. Asked for is record ${f.record} alone.`],
        padding: () => ['Padding is exactly what is not scored.'],
      },
    },
    sum: (f) => [`${counted(f.tokens, 'token', 'tokens')} and BOS are ${counted(f.real, 'input', 'inputs')}; ${f.context} − ${f.real} = ${f.padded} slots are padding. Every real slot is scored once, ${f.scored} in all: the last one has EOS as its target.`],
  },
  B: {
    title: 'Shifted twice',
    question: (f) =>
      f.hasAsked
        ? [`By mistake, the targets of record ${f.record} are shifted a second time. Which ID must position ${f.position}, `, piece(f.own), ', predict then? And how many targets does the record have left?']
        : [`Record ${f.record} is BOS alone. By mistake its targets are shifted a second time. How many are left?`],
    fields: { asked: 'ID asked for', left: 'targets left' },
    reasons: {
      asked: {
        once: (f) => [`${f.once}, `, piece(f.once), ', is the target after one shift, and right. The second shift takes the one after it.'],
        own: (f) => [`${f.own} is what position ${f.position} reads. Unshifted targets would be that.`],
        before: (f, given) => [`${given} stands before position ${f.position}. A shift of targets goes the other way, into the future.`],
      },
      left: {
        same: (f) => [`${f.scored} it was. The last position would need a target behind EOS, and there is none.`],
        fewer: () => ['Only the second shift is one too many, so one target is lost, not two.'],
        more: () => ['A shift cannot make targets; it loses one at the end.'],
        context: () => ['Padding does not get targets from a shift.'],
      },
    },
    sum: (f) =>
      f.hasAsked
        ? [`Position ${f.position} would be asked for ${f.twice}, `, piece(f.twice), ', one token too far, and nobody for the very next. ', `${f.left} of ${f.scored} targets are left. Every shape still fits: the code runs, and learns the wrong task.`]
        : ['None. Its only target was EOS, and behind that there is nothing.'],
  },
  C: {
    title: 'Two softmaxes',
    question: (f) => [`Position ${f.position} of ${of.one} ${f.record} meets two softmaxes. Over how many entries does that of one attention head run? And over how many the one that leads to the loss?`],
    fields: { keys: 'in attention', candidates: 'before the loss' },
    reasons: {
      keys: {
        swapped: () => ['That is the other one. Attention shares out among positions to read from, not among candidates.'],
        context: (f) => [`${f.context} slots exist, but masked keys and padding have no score that could share in.`],
        future: (f) => [`${f.slots} counts the whole ${of.one}. The ${counted(f.later, 'key', 'keys')} after position ${f.position} ${f.later === 1 ? 'is' : 'are'} masked.`],
        fromZero: (f) => [`Positions count from 0: keys 0 to ${f.keys - 1} are ${f.keys}.`],
        masked: () => ['So it would be under the mask, but the mask is off: every real key is seen.'],
        heads: (f) => [`Each of the ${f.heads} heads has a softmax of its own, and its weights sum to 1 by themselves.`],
        width: (_, given) => [`${given} is how many numbers a row has. Those are multiplied before softmax, which runs over keys.`],
      },
      candidates: {
        swapped: () => ['That is the other one. The output does not choose a position to read but a token to come.'],
        positions: () => ['Positions never compete in the output: each has 1 to share out among candidates.'],
        specials: (f) => [`The ${f.specials} special IDs have logits as well and take part.`],
        bytes: (f, given) => [`${given} are the single bytes. Specials and merges are candidates too.`],
        width: (_, given) => [`${given} is the width of the row that goes in. Out come logits, one for each ID.`],
        record: (_, given) => [`${given} different tokens occur in this ${of.one}. Candidates are all IDs, also those that never occur.`],
      },
    },
    sum: (f) => [`Over ${counted(f.keys, 'key', 'keys')}, and over ${f.vocabulary} IDs. The one asks where to read, the other what comes next. Each sums to 1 along its own axis; along the other no sum means anything.`],
  },
  D: {
    title: 'The wrong denominator',
    question: (f) => [`Someone divides the summed loss of this batch by all ${f.records} × ${f.context} slots instead of by the scored targets. Which mean would they report? Four decimals; work it out from the page.`],
    fields: { mean: 'reported mean, nats' },
    reasons: {
      mean: {
        right: (f) => [`${four(f.mean)} is the true mean: divided by ${counted(f.scored, 'scored target', 'scored targets')}. Divide the same sum by ${f.slots}.`],
        oneRecord: (f) => [`You divided by ${f.context}, the slots of one record. The batch has ${f.records}.`],
        ownOnly: (f) => [`That is record ${f.record} alone: its ${f.own} losses by its ${f.context} slots. The sum is over the batch.`],
        ownOfAll: (f) => [`The divisor is right, but you summed record ${f.record} alone.`],
        ownMean: (f) => [`That is the true mean of record ${f.record} alone, ${f.own} losses divided by ${f.own}.`],
        noEos: (f) => [`You divided by ${f.scored - f.records}: the EOS targets were left out.`],
        meanAgain: (f) => [`You divided the mean by ${f.records} records. It is the sum that is divided.`],
        sum: () => ['That is the sum, not divided yet.'],
      },
    },
    sum: (f) => [`${f.scored} × ${four(f.mean)} = ${four(f.sum)}, and ÷ ${f.slots} that is ${four(f.wrong)}. It looks like progress; yet only ${f.slots - f.scored} slots without a target were counted in. The more padding, the smaller it gets.`],
  },
  E: {
    title: 'One more entry',
    question: (f) => [`The vocabulary grows by one entry, from ${f.vocabulary} to ${f.vocabulary + 1}. The width stays ${f.width}, and nothing else is changed. How many parameters does the model gain?`],
    fields: { cost: 'new parameters' },
    reasons: {
      cost: {
        noBias: (f, given) => [`${given} are a row of the token table and a column of the output matrix. Each candidate has a bias besides.`],
        rowOnly: (f, given) => [`${given} lets the token go in. To come out it also needs its share of the output.`],
        noRow: (f, given) => [`${given} is the output’s part. To go in, the token also needs a row of the token table, which is not shared with the output.`],
        noColumn: () => ['The bias alone gives it no logit of its own: a column of the output matrix is missing.'],
        twice: (f, given) => [`${given} counts a row to go in and a column to come out. This model has one table for both: ${f.row} numbers serve twice.`],
        onlyRow: (f, given) => [`${given} is its row of the token table, which serves both ways. Each candidate has a bias besides.`],
        one: (f) => [`One ID, but each ID has rows and columns of ${f.width} numbers.`],
        position: () => ['The position table does not grow: it has a row for each slot, not for each ID.'],
        total: () => ['That is the size of a whole model. Asked is by how much it grows.'],
        vocabulary: () => ['That counts entries, not the numbers that belong to one.'],
      },
    },
    sum: (f) => [`${f.row} for a row of the token table${f.isTied ? ', which is the output matrix too' : `, ${f.column} for a column of the output matrix`}${f.bias ? `, ${f.bias} for its bias` : ''}: ${f.answer}, from ${thousands(f.total)} to ${thousands(f.next)}. And tokenizer, encoded data and checkpoints need a new version: old IDs must keep their meaning.`],
  },
  F: {
    title: 'The future leaks',
    question: (f) => [`Every shape fits. Yet when the last token, at position ${f.end}, is swapped, earlier logits move. What has to be looked at again? Tick all that can tell a leak.`],
    fields: {
      prefix: 'logits before a swapped token',
      shapes: 'the shapes of all tensors',
      visible: 'who sees whom',
      parameters: 'the number of parameters',
      norm: 'what a norm takes its mean over',
      rows: 'that each row of weights sums to 1',
    },
    reasons: {
      prefix: { prefixMissed: (f) => [`The logits before the swap are the leak itself: without the mask they move by up to ${tiny(f.moved)}, with it by nothing.`] },
      shapes: { shapesChosen: (f) => [`Shapes cannot tell: the logits are ${f.slots} × ${f.vocabulary} with the mask and without.`] },
      visible: { visibleMissed: (f) => [`Without the mask ${counted(f.pairs, 'pair looks', 'pairs look')} ahead, with it none. Who sees whom is the first suspect.`] },
      parameters: { parametersChosen: (f) => [`${thousands(f.total)} either way: a mask has no parameters, and a leak needs none.`] },
      norm: { normMissed: (f) => [`A norm that averages over positions carries the last row into all others: they would move by up to ${tiny(f.normMoved)}, mask or no mask.`] },
      rows: { rowsChosen: () => ['Softmax makes every row sum to 1, whoever is seen. A leak does not show in it.'] },
    },
    sum: () => ['Who sees whom, what norms average over, and, as the test of both, the logits before a swapped token. Shapes, parameter count and row sums are the same while the future leaks: that all of them pass proves nothing here.'],
  },
});
