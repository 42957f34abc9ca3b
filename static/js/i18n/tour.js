/** Words of the tour: what each stop says of the numbers it is told. At most 60 words a stop. */

/**
 * @typedef {import('../lessons/told.js').Told} Told
 * @typedef {import('../views/phrases.js').Phrase} Phrase
 * @typedef {{title: (t: Told) => string, does: string, text: (t: Told) => Phrase[]}} Words `does`: what going there does
 */

/** An even share, or a blind guess. @param {number} among @param {number} decimals */
const evenly = (among, decimals) => (1 / among).toFixed(decimals);

/** Weights so close to even that a head prefers nobody. @param {Told} t */
const isEven = ({ most, seen }) => most.value * seen < 1.1;

/** Within one per cent of guessing. @param {Told} t */
const knowsNothing = ({ meanLoss, vocabulary }) => Math.abs(meanLoss.value / Math.log(vocabulary) - 1) < 0.01;

/** @param {Told} t */
const isBetterThanGuessing = ({ meanLoss, vocabulary }) => meanLoss.value < Math.log(vocabulary);

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** @param {Told} t */
const percent = ({ share }) => (share < 0.005 ? '< 1' : (100 * share).toFixed(0));

/** @param {Told} t @returns {Phrase} */
const own = ({ piece }) => ({ piece });

/** @param {Told} t @returns {Phrase} */
const next = ({ targetPiece }) => ({ piece: targetPiece });

/** @typedef {'tokens' | 'shift' | 'embed' | 'norm' | 'projections' | 'scores' | 'mask' | 'weights' | 'mix' | 'residual' | 'ffn' | 'logits' | 'loss' | 'mean'} StopId */

/** @type {Record<StopId, Words>} */
const en = {
  tokens: {
    title: () => 'From text to tokens',
    does: 'open stage 1',
    text: (t) => {
      if (t.tokens === 0) return [`Record ${t.record} is empty, and still there is a prediction: BOS goes in, ID `, t.id, ', and the model is asked what comes first. Right would be EOS, ', t.target, ': nothing comes. How strongly does it expect that?'];
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
    text: (t) => [
      'BOS, ', t.first, `, goes in front. A target is the ID one slot further on: position ${t.position} holds `, t.id, ' and has to predict ', t.target, '. The last target is EOS, ', t.lastTarget,
      `. So ${counted(t.slots, 'input faces', 'inputs face')} ${counted(t.slots, 'target', 'targets')}. `,
      t.padding ? `The other ${t.padding} of ${t.context} slots are padding; they predict nothing and never count.` : `All ${t.context} slots are full.`,
    ],
  },
  embed: {
    title: () => 'Two rows, added',
    does: 'open stage 2',
    text: (t) => [
      'ID ', t.id, ` picks a row of the token table, position ${t.position} a row of the position table. They are added, coordinate by coordinate; the first of ${t.width}: `, t.tokenRow, ' + ', t.positionRow, ' = ', t.x,
      '. The sum says which token stands here, and where. Of its neighbours it knows nothing yet.',
    ],
  },
  norm: {
    title: () => 'One row, one scale',
    does: 'open stage 3',
    text: (t) => [
      'Before attention the row is brought to a common scale. Its mean, ', t.mean, ', is taken off; then it is divided by the root of its variance, ', t.variance, '. Coordinate 0 becomes ', t.norm,
      `. Mean and variance are of these ${t.width} numbers alone. Taken over positions instead, they would let the future in.`,
    ],
  },
  projections: {
    title: () => 'Query, key, value',
    does: 'make three rows of one',
    text: (t) => [
      `Three matrices make three rows of this one. The query, beginning with `, t.query, `, is what position ${t.position} looks for. The key, `, t.keyRow, ', is what it can be found by. The value, ', t.value, ', is what it hands over. ',
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
      `. ${t.heads > 1 ? 'Side by side they' : 'They'} are ${t.width} numbers again. The output matrix blends them; coordinate 0 of the result is `, t.output, '.',
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
    does: 'see what ReLU leaves',
    text: (t) => [
      `Now each position works by itself. After another norm ${t.width} numbers fan out to ${t.units} units, and ReLU sets ${t.zeros} of them to exactly 0. `, `The lowest, unit ${t.unit}, goes from `, t.linear, ' to ', t.relu,
      `. The rest is folded back to ${t.width} and added once more: coordinate 0 leaves the block as `, t.blockOutput, '.',
    ],
  },
  logits: {
    title: () => 'One score per candidate',
    does: 'open stage 5',
    text: (t) => [
      'A last norm, with ', t.finalNorm, ` in coordinate 0, and a dot product for each candidate: ${t.vocabulary} logits. The target `, next(t), ' gets ', t.logit,
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
      `All positions did this at once. ${counted(t.scored, 'target is scored', 'targets are scored')} in ${counted(t.records, 'record', 'records')}; ours costs `, t.loss, `. The sum, divided by ${t.scored} and by nothing else, is `, t.meanLoss,
      `. Guessing costs ln ${t.vocabulary} = ${Math.log(t.vocabulary).toFixed(4)}. `,
      knowsNothing(t) ? 'So far the model knows next to nothing; training would begin here.' : isBetterThanGuessing(t) ? 'The model does better than that.' : 'The model does worse than that.',
    ],
  },
};

/** @type {Record<StopId, Words>} */
const zh = {
  tokens: {
    title: () => '从文本到词元',
    does: '打开阶段 1',
    text: (t) => {
      if (t.tokens === 0) return [`记录 ${t.record} 是空的，却仍有一次预测：输入只有 BOS，ID 为 `, t.id, '，模型要回答接下来是什么。正确答案是 EOS（', t.target, '），也就是什么都没有。模型对此有多大把握？'];
      const made = t.isEdited ? '其中有词元被手动换过，共有 ' : t.tokens < t.bytes ? '合并之后剩下 ' : '没有可用的合并，共有 ';
      return [`记录 ${t.record} 的文本有 ${t.bytes} 个字节。${made}${t.tokens} 个词元，每个都是 ${t.vocabulary} 项词表里的一个 ID。我们跟着位置 ${t.position} 走：它读到 `, own(t), ' ', t.id, '，后面是 ', next(t), ' ', t.target, '。模型没看到答案，对它有多大把握？'];
    },
  },
  shift: {
    title: () => '错开一位，就有了目标',
    does: '看目标从哪里来',
    text: (t) => ['最前面加上 BOS（', t.first, `）。目标就是下一个槽位的 ID：位置 ${t.position} 上是 `, t.id, '，要预测的是 ', t.target, '。最后一个目标是 EOS（', t.lastTarget, `）。于是 ${t.slots} 个输入对着 ${t.slots} 个目标。`, t.padding ? `${t.context} 个槽位里其余 ${t.padding} 个是填充，不预测，也不计分。` : `${t.context} 个槽位全部用满。`],
  },
  embed: {
    title: () => '两行相加',
    does: '打开阶段 2',
    text: (t) => ['ID ', t.id, ` 在词元表里选一行，位置 ${t.position} 在位置表里选一行，逐个坐标相加。${t.width} 个坐标中的第一个：`, t.tokenRow, ' + ', t.positionRow, ' = ', t.x, '。这个和说明了这里是哪个词元、排在第几。至于左右邻居，它还一无所知。'],
  },
  norm: {
    title: () => '一行一把尺',
    does: '打开阶段 3',
    text: (t) => ['进入注意力之前，先把这一行放到统一的尺度上：减去均值 ', t.mean, '，再除以方差 ', t.variance, ' 的平方根。坐标 0 变成 ', t.norm, `。均值和方差只取自这 ${t.width} 个数。要是改成沿位置来求，未来就会从这里漏进来。`],
  },
  projections: {
    title: () => '查询、键、值',
    does: '由一行得到三行',
    text: (t) => ['三个矩阵把这一行变成三行。查询以 ', t.query, ` 开头，是位置 ${t.position} 要找的东西；键以 `, t.keyRow, ' 开头，供别人来找；值以 ', t.value, ' 开头，是被找到时交出去的内容。', t.heads > 1 ? `每一行切成 ${t.heads} 个头，各 ${t.headWidth} 个数，${t.heads} 路查找同时进行。` : `只有一个头，${t.headWidth} 个数全用上。`],
  },
  scores: {
    title: () => '合不合适？',
    does: '拿查询与键相比',
    text: (t) => [`头 ${t.head}：查询 ${t.position} 与键 ${t.key}（`, { piece: t.keyPiece }, '）逐项相乘再求和，得 ', t.product, `。除以 √${t.headWidth}，免得越宽的头声音越大，就是分数 `, t.score, t.seen === 1 ? '。此外没有别的键。' : t.strongest === t.key ? `。${t.seen} 个键里没有比它更合适的。` : `。键 ${t.strongest} 更合适。`],
  },
  mask: {
    title: (t) => (t.isMasked ? `${t.seen} 个键，看不到未来` : '未来一览无余'),
    does: '看哪些不许看',
    text: (t) => {
      if (!t.isMasked && t.later) return [`掩码关了：位置 ${t.position} 看得到全部 ${t.seen} 个键，其中 ${t.later} 个在它后面。键 ${t.next} 正是它的目标 `, t.target, '，得到权重 ', t.leakWeight, '。这时算出来的已经不是预测了。按 M 重新打开掩码。'];
      if (!t.isMasked) return [`掩码关了。位置 ${t.position} 是最后一个，本来就什么都看得到，它给自己的权重是 `, t.lastWeight, '。但前面每个位置现在都能往后看。按 M 重新打开掩码。'];
      const sees = t.position === 0 ? '位置 0 只看得到自己' : `位置 ${t.position} 看得到键 0 到 ${t.position}`;
      if (!t.later) return [`${sees}，给自己的权重是 `, t.lastWeight, '。它是最后一个，没有什么要对它遮住。对前面的位置，画斜线的格子并不存在，不然谁都能从下一个位置抄到目标。'];
      return [`${sees}，给自己的权重是 `, t.lastWeight, `。后面 ${t.later} 个键没有权重。不是零，而是那些格子根本不存在。否则目标 `, t.target, ` 就写在位置 ${t.next}，照抄即可，不必预测。按 M 试试。`];
    },
  },
  weights: {
    title: () => '把一份分开',
    does: '把分数变成权重',
    text: (t) =>
      t.seen === 1
        ? ['Softmax 把整整一份分给看得到的键。这里只有一个键，全归它：', t.most, '。']
        : [`Softmax 沿着键，把 ${t.seen} 个分数变成 ${t.seen} 个份额，合起来是 1。头 ${t.head} 给键 ${t.strongest} 最多，`, t.most, `；给键 ${t.weakest} 最少，`, t.least, `。平分的话每个是 ${evenly(t.seen, 4)}。`, isEven(t) ? '可见这个头几乎没有偏好。' : '可见这个头有所偏好。'],
  },
  mix: {
    title: () => '混合、拼接、输出',
    does: '把找到的收集起来',
    text: (t) => [
      t.heads > 1 ? '每个头把看得到的值行乘上权重再相加。' : '这个头把看得到的值行乘上权重再相加。', `头 ${t.head} 的混合以 `, t.mixture, ' 开头', ...(t.heads > 1 ? [`，头 ${t.other} 的以 `, t.otherMixture, ' 开头'] : []),
      `。${t.heads > 1 ? '并排接起来' : '合起来'}又是 ${t.width} 个数。输出矩阵再把它们揉到一起，结果的坐标 0 是 `, t.output, '。',
    ],
  },
  residual: {
    title: () => '只加，不换',
    does: '打开阶段 4',
    text: (t) => ['注意力什么也不替换，它的结果只是加到原来的行上：', t.x, ' + ', t.output, ' = ', t.residual, `。位置保住了自己的词元，别处传来的消息叠在上面：就整行来说，大小只相当于 ${percent(t)} %。沿着这条直路，什么都不会丢。`],
  },
  ffn: {
    title: () => '各位置各算各的',
    does: '看 ReLU 留下什么',
    text: (t) => [`现在每个位置独自计算。再归一化一次，${t.width} 个数展开成 ${t.units} 个单元，ReLU 把其中 ${t.zeros} 个变成恰好 0。最低的单元 ${t.unit} 从 `, t.linear, ' 变成 ', t.relu, `。余下的折回 ${t.width} 个数，再加一次：坐标 0 以 `, t.blockOutput, ' 离开这个块。'],
  },
  logits: {
    title: () => '每个候选一个分数',
    does: '打开阶段 5',
    text: (t) => ['最后归一化一次，坐标 0 是 ', t.finalNorm, `；再给每个候选做一次点积，得到 ${t.vocabulary} 个 logits。目标 `, next(t), ' 得 ', t.logit, ...(t.rank === 1 ? ['，高过所有候选。'] : [`，排在 ${t.vocabulary} 个里的第 ${t.rank}。领先的是 `, { piece: t.topPiece }, '，得 ', t.highest, '。']), '只有差值算数：logits 可以为负，加起来也不必是什么。'],
  },
  loss: {
    title: () => '意外的代价',
    does: '打开阶段 6',
    text: (t) => [`再做一次 softmax，这回沿着词表：在 ${t.vocabulary} 个候选中，logit `, t.logit, ' 使目标得到概率 ', t.probability, `。瞎猜的话是 ${evenly(t.vocabulary, 6)}。损失是它的 −ln：`, t.loss, ' 奈特。假如模型完全确信是 ', next(t), '，损失就是 0。'],
  },
  mean: {
    title: () => '汇成一个数',
    does: '对所有目标求平均',
    text: (t) => [
      `所有位置同时这样算。${t.records} 条记录里计分的目标有 ${t.scored} 个，我们这个的损失是 `, t.loss, `。总和只除以 ${t.scored}，不除以别的，得 `, t.meanLoss, `。瞎猜要 ln ${t.vocabulary} = ${Math.log(t.vocabulary).toFixed(4)}。`,
      knowsNothing(t) ? '可见模型还几乎什么都不会；训练就从这里开始。' : isBetterThanGuessing(t) ? '模型比瞎猜强。' : '模型还不如瞎猜。',
    ],
  },
};

export const tour = { en: { stops: en }, zh: { stops: zh } };
