/**
 * What each number of the picture is, in words: a short label and one sentence.
 * Names are the trace's and those of `NumberRef` in types.js.
 */

/** @typedef {{label: string, meaning: string}} Described */

/** Joins to the label of what has no label of its own: one norm has many figures. */
const en = {
  token_embedding: { label: 'Token embedding', meaning: 'The token table’s row for this position’s ID.' },
  position_embedding: { label: 'Position embedding', meaning: 'The position table’s row for this slot, the same in every record.' },
  block_input: { label: 'Sum, block input', meaning: 'What the block receives. For the first block: token row plus position row.' },
  norm1: { label: 'First norm', meaning: 'The block input’s row less its mean, over its spread; then scaled and shifted.' },
  q_projection: { label: 'Q projection', meaning: 'The first norm’s row times W_Q: what this position looks for.' },
  k_projection: { label: 'K projection', meaning: 'The first norm’s row times W_K: what this position is found by.' },
  v_projection: { label: 'V projection', meaning: 'The first norm’s row times W_V: what this position gives when it is read.' },
  q_heads: { label: 'Q of one head', meaning: 'One head’s share of the Q projection.' },
  k_heads: { label: 'K of one head', meaning: 'One head’s share of the K projection.' },
  v_heads: { label: 'V of one head', meaning: 'One head’s share of the V projection.' },
  'q·k': { label: 'q·k', meaning: 'Dot product of the query’s and the key’s rows in one head, not yet scaled.' },
  scores: { label: 'Score', meaning: 'q·k divided by the square root of the head’s width.' },
  weights: { label: 'Weight', meaning: 'The share of its reading that the query gives to this key: softmax over the visible keys.' },
  mixtures: { label: 'Mixture', meaning: 'The visible keys’ V rows of one head, added up by weight.' },
  joined: { label: 'Heads joined', meaning: 'The heads’ mixtures side by side.' },
  attention_output: { label: 'Attention output', meaning: 'The joined mixtures times W_O: what attention adds at this position.' },
  residual1: { label: 'First residual sum', meaning: 'Block input plus attention output.' },
  norm2: { label: 'Second norm', meaning: 'The first residual sum’s row less its mean, over its spread; then scaled and shifted.' },
  ffn_linear: { label: 'FFN, first step', meaning: 'The second norm’s row times W₁, plus b₁: one number per hidden unit.' },
  ffn_relu: { label: 'ReLU', meaning: 'The first step with everything negative set to exactly 0.' },
  ffn_output: { label: 'FFN, second step', meaning: 'The hidden units times W₂, plus b₂: what the FFN adds at this position.' },
  block_output: { label: 'Block output', meaning: 'First residual sum plus FFN output: what the block hands on.' },
  final_norm: { label: 'Final norm', meaning: 'The last block’s row less its mean, over its spread; then scaled and shifted.' },
  logits: { label: 'Logit', meaning: 'The score of one candidate for the next token, before softmax.' },
  ids: { label: 'Input ID', meaning: 'The vocabulary ID that stands at this position.' },
  targets: { label: 'Target ID', meaning: 'The ID to predict here: the input of the next position, or EOS at the end.' },
  probability: { label: 'Probability', meaning: 'The share of one candidate: softmax over the whole vocabulary.' },
  loss: { label: 'Loss', meaning: 'Minus the logarithm of the target’s probability, in nats.' },
  mean_loss: { label: 'Mean loss', meaning: 'The losses of all scored targets of the batch, added and divided by their number, in nats.' },
  max_logit: { label: 'Largest logit', meaning: 'The highest of this position’s logits; softmax subtracts it first.' },
  exp_sum: { label: 'Sum of exponentials', meaning: 'e to the power of every logit less the largest, added over the vocabulary.' },
  mean: { label: 'Mean', meaning: 'The mean of all coordinates of the row that this norm reads.' },
  variance: { label: 'Variance', meaning: 'The mean squared distance from the mean, over the row that this norm reads.' },
  parameters: { label: 'Parameter', meaning: 'A stored parameter of the model; training would change it.' },
};

/** @type {typeof en} */
const zh = {
  token_embedding: { label: '词元嵌入', meaning: '词元表中与该位置 ID 对应的一行。' },
  position_embedding: { label: '位置嵌入', meaning: '位置表中该槽位的一行，各条记录共用。' },
  block_input: { label: '相加／块输入', meaning: '块收到的表示；第一个块里就是词元行加位置行。' },
  norm1: { label: '第一次归一化', meaning: '块输入这一行减去均值、除以离散程度，再缩放、偏移。' },
  q_projection: { label: 'Q 投影', meaning: '第一次归一化的行乘 W_Q：该位置要找什么。' },
  k_projection: { label: 'K 投影', meaning: '第一次归一化的行乘 W_K：该位置凭什么被找到。' },
  v_projection: { label: 'V 投影', meaning: '第一次归一化的行乘 W_V：该位置被读取时给出什么。' },
  q_heads: { label: '单头 Q', meaning: 'Q 投影中属于一个头的部分。' },
  k_heads: { label: '单头 K', meaning: 'K 投影中属于一个头的部分。' },
  v_heads: { label: '单头 V', meaning: 'V 投影中属于一个头的部分。' },
  'q·k': { label: 'q·k', meaning: '同一个头里查询行与键行的点积，尚未缩放。' },
  scores: { label: '分数', meaning: 'q·k 除以单头宽度的平方根。' },
  weights: { label: '权重', meaning: '查询分给这个键的份额：沿可见键做 softmax。' },
  mixtures: { label: '混合', meaning: '一个头里，可见键的 V 行按权重相加。' },
  joined: { label: '各头拼接', meaning: '各头的混合结果并排拼在一起。' },
  attention_output: { label: '注意力输出', meaning: '拼接结果乘 W_O：注意力在该位置加上的内容。' },
  residual1: { label: '第一次残差相加', meaning: '块输入加注意力输出。' },
  norm2: { label: '第二次归一化', meaning: '第一次残差和这一行减去均值、除以离散程度，再缩放、偏移。' },
  ffn_linear: { label: 'FFN 第一次变换', meaning: '第二次归一化的行乘 W₁ 加 b₁，每个隐藏单元一个数。' },
  ffn_relu: { label: 'ReLU', meaning: '第一次变换的结果，负数一律恰好变为 0。' },
  ffn_output: { label: 'FFN 第二次变换', meaning: '隐藏单元乘 W₂ 加 b₂：FFN 在该位置加上的内容。' },
  block_output: { label: '块输出', meaning: '第一次残差和加 FFN 输出：块交给下一步的表示。' },
  final_norm: { label: '最终归一化', meaning: '最后一个块的行减去均值、除以离散程度，再缩放、偏移。' },
  logits: { label: 'Logit', meaning: '下一词元某个候选的分数，尚未做 softmax。' },
  ids: { label: '输入 ID', meaning: '该位置上的词表 ID。' },
  targets: { label: '目标 ID', meaning: '该位置要预测的 ID：下一位置的输入；到末尾则是 EOS。' },
  probability: { label: '概率', meaning: '某个候选所得的份额：沿整个词表做 softmax。' },
  loss: { label: '损失', meaning: '目标概率的负对数，单位奈特。' },
  mean_loss: { label: '平均损失', meaning: '整批所有计分目标的损失之和除以其个数，单位奈特。' },
  max_logit: { label: '最大 logit', meaning: '该位置最高的 logit；softmax 先减去它。' },
  exp_sum: { label: '指数之和', meaning: '每个 logit 减去最大值后取指数，沿词表相加。' },
  mean: { label: '均值', meaning: '这次归一化所读的那一行，全部坐标的均值。' },
  variance: { label: '方差', meaning: '这次归一化所读的那一行，与均值之差的平方的均值。' },
  parameters: { label: '参数', meaning: '模型保存的一个参数；训练会改变它。' },
};

export const tensors = { en, zh };
