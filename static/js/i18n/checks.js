/** The checks in words: a name, and what must hold for it to stay silent. Keys are the server's names. */
import { withNouns } from './nouns.js';

/** @typedef {{title: string, must: string}} CheckText */

/** @param {import('./nouns.js').EnglishNoun} of @returns {Record<string, CheckText>} */
const en = (of) => ({
  shapes: { title: 'shapes', must: 'Every tensor has the shape that its axes and the sizes of the model give it.' },
  'parameter-count': { title: 'parameter count', must: 'Each component has as many parameters as the sizes ask for, and no more.' },
  'shift-and-eos': { title: 'shifted targets', must: `The target of each position is the next token of its text; ${of.isWhole ? 'a record that ends has EOS after the last' : 'of the last it is not known, so it has none'}.` },
  'scored-events': { title: 'scored events', must: `There is one target for each real position${of.isWhole ? '' : ' but the last of each text'}, and the sum of the losses is divided by their number.` },
  'prefix-unchanged': { title: 'prefix unchanged', must: 'Whatever comes after a position, its logits keep every bit.' },
  'padding-unchanged': { title: 'padding unchanged', must: 'Whatever fills the padding, with the mask on or off, no real logit moves; and more padding does not move the mean loss.' },
  'neighbours-unchanged': { title: 'neighbours unchanged', must: `Whatever the other ${of.many} of the batch hold, the logits of this one keep every bit.` },
  'row-sums': { title: 'row sums of A', must: 'The weights of each real query add up to 1 over its keys, those of a padding query to 0.' },
  'scalar-attention': { title: 'scalar attention', must: 'The scores, weights and mixtures of one query, worked out by hand from the traced projections, are those of the tensors.' },
  'full-scalar': { title: 'full scalar', must: 'A second program, loops over plain numbers, gets the same number everywhere from the same IDs and targets.' },
  'uniform-loss': { title: 'ln V', must: 'When all logits are 0, every candidate is as likely, and the loss is the logarithm of their number, whatever the padding.' },
  'loss-by-hand': { title: 'loss by hand', must: 'Each loss is −ln of the softmax at the target, worked out from its own logits, and the mean is their mean.' },
  'gradients-reach': { title: 'gradients reach', must: 'After one backward pass every parameter has a gradient that is a number and not 0.' },
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  shapes: { title: '形状', must: '每个张量的形状，都由它的轴和模型的各项尺寸决定。' },
  'parameter-count': { title: '参数数量', must: '每个组成部分的参数个数，恰好是各项尺寸所要求的。' },
  'shift-and-eos': { title: '移位的目标', must: `每个位置的目标是文本的下一个词元；${of.isWhole ? '有结尾的记录，最后一个之后是 EOS' : '最后一个之后是什么不知道，所以没有目标'}。` },
  'scored-events': { title: '计分事件', must: `${of.isWhole ? '' : '除每段文本的最后一个外，'}每个真实位置都有一个目标，损失之和除以它们的个数。` },
  'prefix-unchanged': { title: '前缀不变', must: '无论一个位置后面是什么，它的 logits 每一位都不变。' },
  'padding-unchanged': { title: '填充不变', must: '无论填充里放什么、掩码开还是关，真实位置的 logits 都不动；填充更多，平均损失也不变。' },
  'neighbours-unchanged': { title: '邻居不变', must: `无论同批其他${of.one}是什么，这一${of.measure}的 logits 每一位都不变。` },
  'row-sums': { title: 'A 的行和', must: '每个真实查询的权重沿键之和为 1，填充查询的为 0。' },
  'scalar-attention': { title: '标量注意力', must: '由记录下的投影手算一个查询的分数、权重和混合，与张量里的相同。' },
  'full-scalar': { title: '全部标量重算', must: '另一个只用普通数循环的程序，从同样的 ID 和目标出发，处处得到同样的数。' },
  'uniform-loss': { title: 'ln V', must: '所有 logits 为 0 时各候选机会均等，无论填充多少，损失都是候选个数的对数。' },
  'loss-by-hand': { title: '手算损失', must: '每个损失都是目标 softmax 的负对数，由它自己的 logits 算出；平均损失就是它们的平均。' },
  'gradients-reach': { title: '梯度到达', must: '一次反向传播之后，每个参数都有梯度，是数，且不为 0。' },
});

export const checks = withNouns(en, zh);
