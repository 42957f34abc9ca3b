/**
 * The bug lab's mistakes in English: a title, what is wrong in one sentence, and
 * how it happens in real code. Keys are the server's names.
 */

/** @type {Record<string, import('./faults.js').FaultText>} */
export const en = {
  'targets-shifted-twice': {
    title: 'Targets shifted twice',
    wrong: 'Every position is asked for the token after next.',
    how: 'The data loader shifts the labels, and the loss function of the library shifts them again.',
  },
  'targets-not-shifted': {
    title: 'Targets not shifted',
    wrong: 'Every position is asked for the very token it was given.',
    how: 'Labels are a copy of the input IDs, and whoever wrote the loss thought that the other side shifts.',
  },
  'eos-dropped': {
    title: 'EOS dropped',
    wrong: 'The last token of a text has nothing to predict, so the model never learns to stop.',
    how: 'Inputs are ids[:-1] and targets ids[1:], but nobody had put EOS at the end; or EOS shares its ID with PAD and is ignored with it.',
  },
  'vocabulary-permuted': {
    title: 'Vocabulary rows permuted',
    wrong: 'Each ID reads the embedding row of the next ID.',
    how: 'A special token was added to the tokenizer after training, or a checkpoint was made with another vocabulary file.',
  },
  'position-off-by-one': {
    title: 'Position table off by one',
    wrong: 'Each slot reads the position row of the slot after it.',
    how: 'Positions are counted from 1, as in models that keep row 0 for padding.',
  },
  'norm-over-positions': {
    title: 'LayerNorm over positions',
    wrong: 'Each coordinate is normalised over all positions, so later tokens reach into earlier ones.',
    how: 'The mean is taken over dim=1 of [B, T, C], or the tensor arrives transposed.',
  },
  'norm-unbiased-variance': {
    title: 'Variance divided by n − 1',
    wrong: 'The variance of a row is divided by one less than its width.',
    how: 'tensor.var() corrects for a sample by default; a norm wants correction=0.',
  },
  'norm-epsilon-outside': {
    title: 'Epsilon outside the root',
    wrong: 'Epsilon is added to the standard deviation, not to the variance under the root.',
    how: 'std() + eps looks like the formula, and differs from sqrt(var + eps) wherever rows are small.',
  },
  'mask-missing': {
    title: 'Mask missing',
    wrong: 'Every position reads the whole text, its own answer included.',
    how: 'is_causal keeps its default of False, or the mask is built and never handed on.',
  },
  'mask-inverted': {
    title: 'Mask inverted',
    wrong: 'Each query sees exactly what should be hidden from it, and nothing else.',
    how: 'One library reads True as “may look”, another as “hide”; the code was moved from one to the other.',
  },
  'mask-excludes-self': {
    title: 'A query cannot see itself',
    wrong: 'The diagonal is masked too: a position reads everything before it, but not its own token.',
    how: 'tril(diagonal=-1), or triu without the 1 when the mask means “hide”.',
  },
  'mask-one-ahead': {
    title: 'A query sees one ahead',
    wrong: 'One diagonal too many: each position reads the very token that it must predict.',
    how: 'tril(diagonal=1), or j <= i + 1, after somebody had shifted the targets in mind once more.',
  },
  'padding-visible': {
    title: 'Padding keys visible',
    wrong: 'Padding counts as text. Behind a causal mask no real position sees it; with the mask off, all would.',
    how: 'Only the triangle is passed on; the attention mask of the batch is forgotten.',
  },
  'heads-not-moved': {
    title: 'Heads split, axis not moved',
    wrong: 'A head gets pieces of other positions, because memory is only read in another shape.',
    how: 'view(B, H, T, d) in place of view(B, T, H, d).transpose(1, 2); the shapes come out right.',
  },
  'scale-by-root-width': {
    title: 'Scaled by √ of the width',
    wrong: 'Scores are divided by the root of the width of the model, not of one head.',
    how: 'The formula was copied from a model with one head, where the two are the same.',
  },
  'scale-by-head-width': {
    title: 'Scaled by the head width',
    wrong: 'Scores are divided by d, not by its root.',
    how: 'The square root is forgotten; softmax still gives proper weights, only flatter.',
  },
  'scale-missing': {
    title: 'No scale',
    wrong: 'Scores are not divided at all, so the weights are sharper than they should be.',
    how: 'The scale was meant to be folded into the Q matrix, and never was.',
  },
  'masked-rows-nan': {
    title: 'Masked rows left NaN',
    wrong: 'A padding query sees no key, and softmax over nothing is 0 ÷ 0. The NaN stays in the padding, until the backward pass.',
    how: 'All scores of a row are −∞, and nobody fills the row before or after the softmax.',
  },
  'softmax-over-queries': {
    title: 'Softmax along the queries',
    wrong: 'The weights of each key add up to 1; those of a query do not, and later queries weigh on earlier ones.',
    how: 'softmax(dim=-2), or Q and K changed places in the product.',
  },
  'output-projection-dropped': {
    title: 'Output projection dropped',
    wrong: 'The mixtures of the heads go on as they are; W_O exists and has no part in anything.',
    how: 'The last line of the attention returns the joined heads. Shapes agree, since W_O is square.',
  },
  'attention-residual-dropped': {
    title: 'Attention residual dropped',
    wrong: 'What attention read replaces the row, instead of being added to it.',
    how: 'x = attention(norm(x)) where x = x + attention(norm(x)) was meant.',
  },
  'ffn-residual-dropped': {
    title: 'FFN residual dropped',
    wrong: 'What the FFN made replaces the row, instead of being added to it.',
    how: 'return ffn(norm(r)) where return r + ffn(norm(r)) was meant.',
  },
  'gelu-for-relu': {
    title: 'GELU for ReLU',
    wrong: 'Small negative numbers get through the activation.',
    how: 'A config says "gelu", or a default does; the parameters were trained with the other one.',
  },
  'relu-for-gelu': {
    title: 'ReLU for GELU',
    wrong: 'What GELU lets through below 0 is cut off.',
    how: 'F.relu where the config says "gelu"; the shapes are the same.',
  },
  'tanh-for-exact-gelu': {
    title: 'Tanh form of GELU for the exact one',
    wrong: 'Each activation is up to 0.00047 off, most near 2.7 on either side of 0.',
    how: `approximate='tanh', or "gelu_new" in a config; the parameters were trained with the error function.`,
  },
  'exact-for-tanh-gelu': {
    title: 'Exact GELU for its tanh form',
    wrong: 'Each activation is up to 0.00047 off, most near 2.7 on either side of 0.',
    how: 'nn.GELU() is exact by default; GPT-2 was trained with the tanh form.',
  },
  'post-norm': {
    title: 'Norm after, not before',
    wrong: 'Each norm follows its sum, as in 2017, while the parameters belong to the other order.',
    how: 'A block was rewritten after the figure of another paper.',
  },
  'embeddings-tied': {
    title: 'Embeddings tied by mistake',
    wrong: 'Candidates are scored by the token table; the LM matrix does not exist.',
    how: 'tie_word_embeddings is true by default when a checkpoint is loaded.',
  },
  'head-not-tied': {
    title: 'Head not tied',
    wrong: 'Candidates are scored by a matrix that nobody has loaded, at its first random numbers.',
    how: 'The file has no head, since it is tied; the loader kept the new one, and was told not to be strict.',
  },
  'padding-in-mean': {
    title: 'Padding counted in the mean',
    wrong: 'The sum of the losses is divided by all slots, so that padding makes the loss look better.',
    how: 'loss.mean() over [B, T] in place of the sum over scored targets and their number.',
  },
  'softmax-twice': {
    title: 'Softmax twice',
    wrong: 'The loss takes probabilities for logits, and makes probabilities of them once more.',
    how: 'The model ends in a softmax, and the loss function has one inside.',
  },
  float32: {
    title: 'float32',
    wrong: 'Every number is rounded to 32 bits: right to about seven digits, and the same nowhere.',
    how: 'It is the default. A mistake only where somebody promises, or compares, more digits.',
  },
};
