/** Chinese words of the tour. */
import { evenly, isBetterThanGuessing, isEven, knowsNothing, next, own, percent } from './tour-figures.js';

/**
 * @typedef {import('./tour.js').Words} Words
 * @typedef {import('./tour.js').StopId} StopId
 */

/** What a piece of running text is to its tokenizer. @type {Record<'characters' | 'ids' | 'library', (t: import('../lessons/told.js').Told) => string[]>} */
const whatStands = {
  characters: (t) => [`这段文本有 ${t.characters} 个字符，一个字符一个词元，即 ${t.vocabulary} 项词表里的一个 ID。`],
  ids: (t) => [`这条记录是 ${t.slots} 个 ID，取自 ${t.vocabulary} 项的词表。它们代表什么字，文件没有说。`],
  library: (t) => [`这段文本有 ${t.bytes} 个字节，模型旁边的分词器把它变成 ${t.slots} 个词元，每个都是 ${t.vocabulary} 项词表里的一个 ID。`],
};

/** @type {Record<StopId, Words>} */
export const zh = {
  tokens: {
    title: () => '从文本到词元',
    does: '打开阶段 1',
    text: (t) => {
      if (t.tokens === 0) return [`记录 ${t.record} 是空的，却仍有一次预测：输入只有 BOS，ID 为 `, t.id, '，模型要回答接下来是什么。正确答案是 EOS（', t.target, '），也就是什么都没有。模型对此有多大把握？'];
      if (t.isStream) return [...whatStands[t.tokenizer === 'characters' || t.tokenizer === 'ids' ? t.tokenizer : 'library'](t), `我们跟着位置 ${t.position} 走：它读到 `, own(t), ' ', t.id, '，后面是 ', next(t), ' ', t.target, '。模型没看到答案，对它有多大把握？'];
      const made = t.isEdited ? '其中有词元被手动换过，共有 ' : t.tokens < t.bytes ? '合并之后剩下 ' : '没有可用的合并，共有 ';
      return [`记录 ${t.record} 的文本有 ${t.bytes} 个字节。${made}${t.tokens} 个词元，每个都是 ${t.vocabulary} 项词表里的一个 ID。我们跟着位置 ${t.position} 走：它读到 `, own(t), ' ', t.id, '，后面是 ', next(t), ' ', t.target, '。模型没看到答案，对它有多大把握？'];
    },
  },
  shift: {
    title: () => '错开一位，就有了目标',
    does: '看目标从哪里来',
    text: (t) => t.isStream ? [
      `一段连续的文本，前后什么也不加。目标就是下一个槽位的 ID：位置 ${t.position} 上是 `, t.id, '，要预测的是 ', t.target, '。',
      ...(t.targets === t.slots ? ['最后一个目标是文中接下来的 ', t.lastTarget, '。'] : ['最后一个位置后面是什么，没有人说，所以它没有目标。']),
      `于是 ${t.slots} 个输入对着 ${t.targets} 个目标。`, t.padding ? `最多放得下 ${t.context} 个；这里没有填充。` : `${t.context} 个槽位全部用满。`,
    ] : ['最前面加上 BOS（', t.first, `）。目标就是下一个槽位的 ID：位置 ${t.position} 上是 `, t.id, '，要预测的是 ', t.target, '。最后一个目标是 EOS（', t.lastTarget, `）。于是 ${t.slots} 个输入对着 ${t.slots} 个目标。`, t.padding ? `${t.context} 个槽位里其余 ${t.padding} 个是填充，不预测，也不计分。` : `${t.context} 个槽位全部用满。`],
  },
  embed: {
    title: () => '两行相加',
    does: '打开阶段 2',
    text: (t) => ['ID ', t.id, ` 在词元表里选一行，位置 ${t.position} 在位置表里选一行，逐个坐标相加。${t.width} 个坐标中的第一个：`, t.tokenRow, ' + ', t.positionRow, ' = ', t.sum, '。这个和说明了这里是哪个词元、排在第几。至于左右邻居，它还一无所知。'],
  },
  norm: {
    title: () => '一行一把尺',
    does: '打开阶段 3',
    text: (t) => ['进入注意力之前，先把这一行放到统一的尺度上：减去均值 ', t.mean, '，再除以方差 ', t.variance, ` 的平方根，${t.hasNormBias ? '乘上学来的缩放，加上偏移' : '乘上学来的缩放'}。坐标 0 变成 `, t.norm, `。均值和方差只取自这 ${t.width} 个数。要是改成沿位置来求，未来就会从这里漏进来。`],
  },
  projections: {
    title: () => '查询、键、值',
    does: '由一行得到三行',
    text: (t) => [`三个矩阵${t.hasAttentionBias ? '（各带偏置）' : ''}把这一行变成三行。查询以 `, t.query, ` 开头，是位置 ${t.position} 要找的东西；键以 `, t.keyRow, ' 开头，供别人来找；值以 ', t.value, ' 开头，是被找到时交出去的内容。', t.heads > 1 ? `每一行切成 ${t.heads} 个头，各 ${t.headWidth} 个数，${t.heads} 路查找同时进行。` : `只有一个头，${t.headWidth} 个数全用上。`],
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
      `。${t.heads > 1 ? '并排接起来' : '合起来'}又是 ${t.width} 个数。输出矩阵再把它们揉到一起${t.hasAttentionBias ? '，并加上偏置' : ''}，结果的坐标 0 是 `, t.output, '。',
    ],
  },
  residual: {
    title: () => '只加，不换',
    does: '打开阶段 4',
    text: (t) => ['注意力什么也不替换，它的结果只是加到原来的行上：', t.x, ' + ', t.output, ' = ', t.residual, `。位置保住了自己的词元，别处传来的消息叠在上面：就整行来说，大小只相当于 ${percent(t)} %。沿着这条直路，什么都不会丢。`],
  },
  ffn: {
    title: () => '各位置各算各的',
    does: '看激活之后留下什么',
    text: (t) => [`现在每个位置独自计算。再归一化一次，${t.width} 个数展开成 ${t.units} 个单元。`, t.activation === 'relu' ? `ReLU 把其中 ${t.zeros} 个变成恰好 0。` : `GELU${t.activation === 'gelu_tanh' ? '（tanh 形式）' : ''}留下大的，让负的趋近于 0。`,
      `最低的单元 ${t.unit} 从 `, t.linear, ' 变成 ', t.relu, `。它们折回 ${t.width} 个数，再加一次：坐标 0 以 `, t.blockOutput, t.blocks > 1 ? ` 离开块 ${t.block}。${t.blocks} 个块依次都这样做。` : ' 离开这个块。'],
  },
  logits: {
    title: () => '每个候选一个分数',
    does: '打开阶段 5',
    text: (t) => ['最后归一化一次，坐标 0 是 ', t.finalNorm, `；再给每个候选${t.isTied ? '与它在词元表里的那一行' : ''}做一次点积${t.hasHeadBias ? '、加上偏置' : ''}，得到 ${t.vocabulary} 个 logits。目标 `, next(t), ' 得 ', t.logit, ...(t.rank === 1 ? ['，高过所有候选。'] : [`，排在 ${t.vocabulary} 个里的第 ${t.rank}。领先的是 `, { piece: t.topPiece }, '，得 ', t.highest, '。']), '只有差值算数：logits 可以为负，加起来也不必是什么。'],
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
      `所有位置同时这样算。${t.isStream && t.records === 1 ? '这段文本' : `${t.records} 条记录`}里计分的目标有 ${t.scored} 个，我们这个的损失是 `, t.loss, `。总和只除以 ${t.scored}，不除以别的，得 `, t.meanLoss, `。瞎猜要 ln ${t.vocabulary} = ${Math.log(t.vocabulary).toFixed(4)}。`,
      knowsNothing(t) ? '可见模型还几乎什么都不会；训练就从这里开始。' : isBetterThanGuessing(t) ? '模型比瞎猜强。' : '模型还不如瞎猜。',
    ],
  },
};
