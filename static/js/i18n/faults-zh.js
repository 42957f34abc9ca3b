/** The bug lab's mistakes in Chinese. */

/** @type {Record<string, import('./faults.js').FaultText>} */
export const zh = {
  'targets-shifted-twice': {
    title: '目标移了两次',
    wrong: '每个位置要预测的是再下一个词元。',
    how: '数据加载时已经移过一次标签，库里的损失函数又移了一次。',
  },
  'targets-not-shifted': {
    title: '目标没有移位',
    wrong: '每个位置要预测的就是它自己的输入。',
    how: '标签直接复制自输入 ID，写损失的人以为对方会移位。',
  },
  'eos-dropped': {
    title: '丢了 EOS',
    wrong: '文本最后一个词元没有目标，模型永远学不会停下。',
    how: '输入取 ids[:-1]，目标取 ids[1:]，却没人在末尾加 EOS；或者 EOS 与 PAD 共用一个 ID，一起被忽略。',
  },
  'vocabulary-permuted': {
    title: '词表各行错位',
    wrong: '每个 ID 读到的是下一个 ID 的嵌入行。',
    how: '训练之后又给分词器加了特殊词元，或者检查点对应的是另一份词表。',
  },
  'position-off-by-one': {
    title: '位置表差一',
    wrong: '每个槽位读到的是后一个槽位的位置行。',
    how: '位置从 1 数起，就像那些把第 0 行留给填充的模型。',
  },
  'norm-over-positions': {
    title: '沿位置做 LayerNorm',
    wrong: '每个坐标沿所有位置归一化，后面的词元因此影响前面。',
    how: '对 [B, T, C] 的 dim=1 求均值，或者张量传进来时已经转置。',
  },
  'norm-unbiased-variance': {
    title: '方差除以 n − 1',
    wrong: '一行的方差除以宽度减一。',
    how: 'tensor.var() 默认做样本修正；归一化要的是 correction=0。',
  },
  'norm-epsilon-outside': {
    title: 'ε 加在根号外',
    wrong: 'ε 加到了标准差上，而不是根号里的方差上。',
    how: 'std() + eps 看起来像那个公式；行的数值越小，它与 sqrt(var + eps) 差得越多。',
  },
  'mask-missing': {
    title: '没有掩码',
    wrong: '每个位置都读到整段文本，连自己的答案也在内。',
    how: 'is_causal 一直是默认的 False，或者建好了掩码却没传下去。',
  },
  'mask-inverted': {
    title: '掩码取反',
    wrong: '每个查询看到的恰好是该对它隐藏的，别的都看不到。',
    how: '一个库里 True 表示“可以看”，另一个库里表示“遮住”，代码从一个搬到了另一个。',
  },
  'mask-excludes-self': {
    title: '查询看不到自己',
    wrong: '对角线也被遮住：位置读到之前的一切，唯独读不到自己的词元。',
    how: '写成了 tril(diagonal=-1)；或者掩码表示“遮住”时，triu 漏了那个 1。',
  },
  'mask-one-ahead': {
    title: '查询多看一格',
    wrong: '多了一条对角线：每个位置都读到它正要预测的词元。',
    how: '写成了 tril(diagonal=1) 或 j <= i + 1，因为心里把目标又移了一次。',
  },
  'padding-visible': {
    title: '填充键可见',
    wrong: '填充被当作文本。有因果掩码时真实位置看不到它；掩码一关，就全都看得到。',
    how: '只传了三角掩码，忘了这一批的 attention mask。',
  },
  'heads-not-moved': {
    title: '分了头，没换轴',
    wrong: '同一块内存只是换了形状来读，一个头拿到的是别的位置的片段。',
    how: '本该 view(B, T, H, d).transpose(1, 2)，写成了 view(B, H, T, d)；形状照样对。',
  },
  'scale-by-root-width': {
    title: '除以宽度的平方根',
    wrong: '分数除以模型宽度的平方根，而不是单头宽度的。',
    how: '公式抄自只有一个头的模型，那里两者相等。',
  },
  'scale-by-head-width': {
    title: '除以单头宽度',
    wrong: '分数除以 d，而不是 √d。',
    how: '忘了开方；softmax 给出的仍是合法权重，只是更平。',
  },
  'scale-missing': {
    title: '没有缩放',
    wrong: '分数根本没有除，权重比应有的更尖。',
    how: '本打算把缩放并进 Q 矩阵，结果没有并。',
  },
  'masked-rows-nan': {
    title: '全遮的行留下 NaN',
    wrong: '填充位置的查询一个键也看不到，对空集做 softmax 就是 0 ÷ 0。NaN 留在填充里，直到反向传播。',
    how: '整行分数都是 −∞，softmax 前后都没人处理这一行。',
  },
  'softmax-over-queries': {
    title: '沿查询做 softmax',
    wrong: '每个键的权重之和是 1，查询的却不是；后面的查询因此影响前面的。',
    how: '写成了 softmax(dim=-2)，或者乘积里 Q 与 K 换了位置。',
  },
  'output-projection-dropped': {
    title: '漏了输出投影',
    wrong: '各头的混合结果原样传下去；W_O 还在，却什么也没参与。',
    how: '注意力的最后一行直接返回拼接结果。W_O 是方阵，所以形状不变。',
  },
  'attention-residual-dropped': {
    title: '漏了注意力的残差',
    wrong: '注意力读到的内容取代了这一行，而不是加上去。',
    how: '本该 x = x + attention(norm(x))，写成了 x = attention(norm(x))。',
  },
  'ffn-residual-dropped': {
    title: '漏了 FFN 的残差',
    wrong: 'FFN 的结果取代了这一行，而不是加上去。',
    how: '本该 return r + ffn(norm(r))，写成了 return ffn(norm(r))。',
  },
  'gelu-for-relu': {
    title: '用 GELU 代替 ReLU',
    wrong: '小的负数也能通过激活函数。',
    how: '配置里写着 "gelu"，或者默认如此；参数却是用另一个训练的。',
  },
  'relu-for-gelu': {
    title: '用 ReLU 代替 GELU',
    wrong: 'GELU 在 0 以下放行的部分被截掉了。',
    how: '配置里写着 "gelu"，却调用了 F.relu；形状都一样。',
  },
  'tanh-for-exact-gelu': {
    title: '用 tanh 近似代替精确 GELU',
    wrong: '每个激活值最多差 0.00047，在 ±2.7 附近最大。',
    how: `approximate='tanh'，或者配置里的 "gelu_new"；参数却是用误差函数训练的。`,
  },
  'exact-for-tanh-gelu': {
    title: '用精确 GELU 代替 tanh 近似',
    wrong: '每个激活值最多差 0.00047，在 ±2.7 附近最大。',
    how: 'nn.GELU() 默认是精确的；GPT-2 却是用 tanh 近似训练的。',
  },
  'post-norm': {
    title: '先加后归一化',
    wrong: '归一化放在相加之后，如 2017 年那样；参数却属于另一种顺序。',
    how: '照着另一篇论文的图重写了块。',
  },
  'embeddings-tied': {
    title: '误把嵌入绑在一起',
    wrong: '候选由词元表打分，LM 矩阵不存在了。',
    how: '加载检查点时，tie_word_embeddings 默认为真。',
  },
  'head-not-tied': {
    title: '输出头没有绑上',
    wrong: '候选由一个没人加载过的矩阵打分，它还是最初的随机数。',
    how: '文件里没有输出头，因为它是绑定的；加载时不严格，就留下了新建的那个。',
  },
  'padding-in-mean': {
    title: '填充也算进平均',
    wrong: '损失之和除以全部槽位，填充越多，损失看上去越好。',
    how: '对 [B, T] 直接 loss.mean()，而不是计分目标之和除以其个数。',
  },
  'softmax-twice': {
    title: '做了两次 softmax',
    wrong: '损失把概率当作 logits，又做了一次 softmax。',
    how: '模型最后一层已是 softmax，损失函数里还有一个。',
  },
  float32: {
    title: 'float32',
    wrong: '每个数都舍入到 32 位：大约对到七位，却没有一处完全相同。',
    how: '这是默认值。只有当有人承诺或比较更多位数时，它才算错误。',
  },
};
