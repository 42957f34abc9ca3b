/** Words of the badge, and of the table behind it. */

const en = {
  numbers: 'numbers',
  numbersFloat32: 'float32 numbers',
  /** @param {number} count */
  offer: (count) => `Recompute ${count < 1e6 ? count.toLocaleString('en') : `${(count / 1e6).toFixed(1)} million`} numbers`,
  /** @param {number} percent */
  goesOn: (percent) => `recomputing, ${percent} %`,
  values: 'values',
  gradients: 'gradients',
  recomputedShort: 'recomputed',
  gradientsComing: 'gradients are on their way',
  introGradients: 'The gradients too: it goes backward through its own forward pass, with the chain rule written out. They stand here in the order of the way back.',
  recomputed: 'recomputed in this page',
  largest: 'max |Δ|',
  /** @param {number} texts 0: nothing to tell apart */
  meanLoss: (texts) => (texts ? `mean loss of ${texts} texts` : 'mean loss'),
  nats: 'nats',
  /** @param {string} place */
  at: (place) => `at ${place}`,
  /** @param {string} tensor */
  partsWays: (tensor) => `parts ways at ${tensor}`,
  faultUnseen: 'fault on, and no number shows it',
  /** @param {string} count */
  oneSided: (count) => `${count} on one side only`,
  own: 'numbers computed by this saved page itself',
  failed: 'cannot be recomputed',
  computing: 'the server computes',
  fetching: 'parameters are on their way',
  comparing: 'recomputing',
  since: /** @param {string} what @param {string} time */ (what, time) => `${what}, ${time}`,
  /** @param {string} seconds */
  seconds: (seconds) => `${seconds} s`,
  /** @param {string} sentence */
  open: (sentence) => `${sentence}. Open the comparison of every tensor.`,
  title: 'Computed twice',
  intro: 'This page computes every number again, in its own float64 arithmetic, from the parameters, the sizes and the input IDs alone. It never starts from a number of the trace.',
  introFloat32: 'This model computes in float32. The page recomputes each tensor in float64 from the operands that the server computed it from, as they arrived, so that the roundings of one step do not hide the next; a folded block, of which only the outcome arrived, whole from what went into it. What was left out of the trace is neither missed nor counted.',
  introApart: 'Parts of the model are off, or residuals exchanged. The page computes with the same ones.',
  introFault: 'A fault is on. This page computes the healthy model, so the table shows where the two first part ways.',
  introOwn: 'This saved page has no server: since the first change it computes everything itself. The table then compares its numbers with themselves, which proves nothing. As it was saved, it shows the numbers of the server.',
  /** @param {string} tolerance */
  tolerance: (tolerance) =>
    `Two numbers agree when |Δ| ≤ ${tolerance} · max(1, |x|). Both sides add the same float64 terms in different orders, which moves a sum by about 1e−15 of its size. A weight that is wrong only in its ninth decimal moves the first tensor it touches by about 1e−9. The limit lies well between.`,
  toleranceFloat32: 'Each rounding moves a number by at most u = 2⁻²⁴ of its size, and the roundings of a sum of n terms add up to about √n of them. Allowed are 4 u of what a formula rounds: of a sum of products the lengths of both rows multiplied, and √n times the result; of a residual sum the result alone; of a copy nothing. Through a whole folded block it is 500 u of a row’s typical number. Right models stay below a third of that. A number of the usual size that is wrong by a thousandth is off by ten times the limit or more.',
  /** @param {string} count @param {string} flags */
  counted: (count, flags) => `${count} numbers are compared. So are the ${flags} flags of visible: they must be equal, and do not count as numbers.`,
  /** @param {string} own @param {string} request */
  times: (own, request) => `Recomputed and compared in ${own} ms; the server's answer took ${request} ms.`,
  tensor: 'tensor',
  /** @param {number} block */
  block: (block) => `block ${block}`,
  entries: 'entries',
  /** @param {string} count */
  flags: (count) => `${count} flags`,
  where: 'where',
  verdict: 'verdict',
  identical: 'identical to the last bit',
  agrees: 'agrees',
  differs: 'differs',
  first: 'differs first',
  total: 'All',
};

/** @type {typeof en} */
const zh = {
  numbers: '个数',
  values: '个数值',
  numbersFloat32: '个 float32 数',
  offer: (count) => `重新计算 ${count < 1e6 ? count.toLocaleString('en') : `${Math.round(count / 1e4)} 万`} 个数`,
  goesOn: (percent) => `正在重新计算，${percent} %`,
  gradients: '个梯度',
  recomputedShort: '已重新计算',
  gradientsComing: '正在取梯度',
  introGradients: '梯度也是如此：本页沿自己的前向计算往回走，链式法则逐步写出。下表按回程的次序排列。',
  recomputed: '已在本页重新计算',
  largest: '最大 |Δ|',
  meanLoss: (texts) => (texts ? `${texts} 段文本的平均损失` : '平均损失'),
  nats: '奈特',
  at: (place) => `位于 ${place}`,
  partsWays: (tensor) => `从 ${tensor} 起分歧`,
  faultUnseen: '错误已开启，但没有一个数显出它',
  oneSided: (count) => `${count} 个只在一侧存在`,
  own: '个数由这个保存的页面自己算出',
  failed: '无法重新计算',
  computing: '服务器正在计算',
  fetching: '正在取参数',
  comparing: '正在重新计算',
  since: (what, time) => `${what}，${time}`,
  seconds: (seconds) => `${seconds} 秒`,
  open: (sentence) => `${sentence}。打开逐张量对照。`,
  title: '算两遍',
  intro: '本页只从参数、尺寸和输入 ID 出发，用自己的 float64 运算把每个数重新算一遍，从不以轨迹里的数为起点。',
  introFloat32: '这个模型以 float32 计算。本页用 float64 从服务器所用、已到达的操作数重算每个张量，使一步的舍入不掩盖下一步；折叠的块只到了结果，就从它的输入整块重算。轨迹中没有取来的部分，既不算缺失，也不计数。',
  introApart: '模型的一些部分已关闭，或残差已互换。本页以同样的改动计算。',
  introFault: '错误已开启。本页计算的是正常模型，所以下表显示两者最先在哪里分歧。',
  introOwn: '这个保存的页面没有服务器：自第一次改动起，一切由它自己计算。此时表中是把这些数与自己相比，证明不了什么。保存时的状态显示的是服务器算出的数。',
  tolerance: (tolerance) =>
    `|Δ| ≤ ${tolerance} · max(1, |x|) 时，两个数一致。两边以不同次序相加同样的 float64 项，和的相对差约为 1e−15；一个权重哪怕只错在第九位小数，首个受影响的张量就会差约 1e−9。界限远在两者之间。`,
  toleranceFloat32: '每次舍入至多使一个数移动自身大小的 u = 2⁻²⁴，n 项之和的舍入合起来约为其 √n 倍。允许的是公式所舍入之量的 4 u：乘积之和取两行长度之积加上 √n 倍结果，残差和只取结果，复制则为零；折叠的整块为该行典型数值的 500 u。正确的模型不到界限的三分之一；一个普通大小的数只要错千分之一，就超出界限十倍以上。',
  counted: (count, flags) => `共对照 ${count} 个数。visible 的 ${flags} 个标志也逐一对照：必须相等，但不计作数。`,
  times: (own, request) => `重新计算并对照用了 ${own} 毫秒；服务器应答用了 ${request} 毫秒。`,
  tensor: '张量',
  block: (block) => `块 ${block}`,
  entries: '个数',
  flags: (count) => `${count} 个标志`,
  where: '位置',
  verdict: '结论',
  identical: '逐位相同',
  agrees: '一致',
  differs: '不一致',
  first: '最先不一致',
  total: '全部',
};

export const verification = { en, zh };
