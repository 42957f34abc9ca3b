/** Words of one update of one parameter. */

/** @typedef {'raise' | 'lower'} Way */

/** @type {Record<Way, string>} */
const ALONE = { raise: 'raise', lower: 'lower' };
/** @type {Record<Way, string>} */
const DOES = { raise: 'raises', lower: 'lowers' };
/** @type {Record<Way, string>} */
const ZH = { raise: '增大', lower: '减小' };

const en = {
  title: 'One update of one parameter',
  hint: 'Choose a number of the model, here or at the end of any derivation: what one update does to it, step by step.',
  parameter: 'parameter',
  choose: 'choose a parameter',
  /** @param {number} axis @param {number} last */
  place: (axis, last) => `index ${axis}, 0 to ${last}`,
  open: /** @param {string} code */ (code) => `One update of ${code}`,
  close: 'Close the update',
  /** @param {number} step @param {number} next */
  steps: (step, next) => `step ${step} → ${next}`,
  waiting: 'Asking the server for this update.',
  said: /** @param {string} code @param {number} next @param {string} before @param {string} after */ (code, next, before, after) => `Update ${next} of ${code}: from ${before} to ${after}.`,
  why: {
    still: 'No target of this batch depends on it, so its gradient is exactly 0, and it has no momentum: it stays.',
    /** @param {Way} way */
    momentum: (way) => `No target of this batch depends on it, so its gradient is exactly 0. The momentum of earlier updates still ${DOES[way]} it.`,
    /** @param {Way} way */
    along: (way) => `The gradient is ${way === 'lower' ? 'positive' : 'negative'}: the loss of the batch falls where the number is ${way === 'lower' ? 'less' : 'more'}, and the update ${DOES[way]} it.`,
    /** @param {Way} alone @param {Way} way */
    against: (alone, way) => `The gradient alone would ${ALONE[alone]} it; the momentum of earlier updates still ${DOES[way]} it.`,
    decayAlone: 'No target of this batch depends on it, so its gradient is exactly 0, and it has no momentum. Only the decay moves it towards 0.',
    /** @param {Way} change @param {Way} way */
    decay: (change, way) => `Gradient and momentum would ${ALONE[change]} it; the decay is more than that, and ${DOES[way]} it.`,
    rounded: 'The update is smaller than the last digit that the number is kept with: it stays.',
    noRate: 'The rate of this update is 0: it moves nothing.',
  },
  rate: {
    /** @param {string} next @param {string} warmup @param {string} end */
    rising: (next, warmup, end) => `The rate rises in a line until update ${warmup}; this is number ${next}.`,
    /** @param {string} next @param {string} warmup @param {string} end */
    falling: (next, warmup, end) => `The rate falls along half a cosine, from update ${warmup} to ${end}; this is number ${next}.`,
    /** @param {string} next @param {string} warmup @param {string} end */
    lowest: (next, warmup, end) => `From update ${end} on the rate stays as low as it gets; this is number ${next}.`,
  },
  clip: {
    /** @param {string} length @param {string} most */
    stays: (length, most) => `The gradient by all parameters is ${length} long, within the clip of ${most}: it is followed as it is.`,
    /** @param {string} length @param {string} most */
    shortened: (length, most) => `The gradient by all parameters is ${length} long, beyond the clip of ${most}: all of it is shortened alike.`,
  },
  decay: {
    shrinks: 'Entries of matrices and tables decay, and no moment sees it.',
    none: 'A parameter with one index does not decay.',
  },
  formulas: 'How the update is computed',
  digits: 'Every digit, and how far the arithmetic of this page is from it',
  quantity: 'quantity',
  server: 'of the run',
  apart: '|Δ|',
  given: 'given',
  /** @type {Record<string, string>} */
  names: {
    value: 'value', gradient: 'gradient', first: 'first moment', second: 'second moment', first_after: 'first moment after', second_after: 'second moment after',
    first_corrected: 'first, corrected', second_corrected: 'second, corrected', change: 'change', new_value: 'new value',
    learning_rate: 'rate', norm: 'length of gradient', clipped: 'gradient, clipped', decayed: 'value, decayed',
  },
  identical: 'Recomputed here: identical to the last bit.',
  within: /** @param {string} delta */ (delta) => `Recomputed here: equal to within ${delta}. The run multiplies and divides in another order.`,
  differs: /** @param {string} delta */ (delta) => `Recomputed here: ${delta} apart.`,
  /** @param {string} delta @param {string} bound */
  withinFloat32: (delta, bound) => `Recomputed here in float64: each number is within what float32, in which the run computes, rounds off. The new value is ${delta} apart, and may be ${bound}.`,
  /** @param {string} name @param {string} delta @param {string} bound */
  differsFloat32: (name, delta, bound) => `Recomputed here in float64: “${name}” is ${delta} apart, and float32 rounds off ${bound} at most.`,
  /** @param {number} next @param {number} count */
  batch: (next, count) => `The batch of update ${next}: ${count} ${count === 1 ? 'record' : 'records'}, drawn with replacement`,
  loss: /** @param {string} loss */ (loss) => `Their mean loss before the update: ${loss}.`,
  /** @param {number} next @param {number} count */
  windows: (next, count) => `The batch of update ${next}: ${count === 1 ? 'one window' : `${count.toLocaleString('en')} windows`} of the training text, drawn at random`,
  windowHint: 'Each with the place where it begins. A click puts it on the page.',
  otherWindows: /** @param {number} count */ (count) => (count === 1 ? 'The other one' : `The other ${count.toLocaleString('en')}`),
  moreWindows: /** @param {number} count */ (count) => `And ${count.toLocaleString('en')} more, which are not listed.`,
  show: 'Put these records on the page',
  showTitle: 'The records on the page are replaced; the gradients on the loom are then those of this update',
  tooMany: /** @param {number} most */ (most) => `The page takes ${most} records at most, so it cannot show the gradients of this batch.`,
  shown: 'These records are on the page.',
  look: 'Show the gradients',
  gradientHere: /** @param {string} value @param {string} delta */ (value, delta) => `Their gradient by this number, as the page shows it: ${value}, ${delta === '0' ? 'the same to the last bit' : `${delta} apart: the run pads its batch less`}.`,
  next: /** @param {number} step */ (step) => `Next saved step: update ${step}`,
  lacks: {
    no_run: 'There is no run yet. Start one below: then each of its updates can be taken apart.',
    loaded: 'The model as loaded is on show, and it is no step of the run.',
    last: /** @param {number} step */ (step) => `No update was made after step ${step}: the run ends there.`,
    coming: /** @param {number} step */ (step) => `The run has not gone beyond step ${step} yet.`,
  },
  goTo: /** @param {number} step */ (step) => `Show step ${step}`,
  /** @type {Record<string, string>} */
  refusals: {
    parameter_unknown: 'The model has no parameter of this name.',
    parameter_index_unknown: 'The parameter has no such number: an index lies outside its shape.',
    update_unknown: 'No update was made after this step.',
    step_unknown: 'The run has not kept this step.',
    offline: 'This saved page has no run to ask.',
  },
};

/** @type {typeof en} */
const zh = {
  title: '一个参数的一次更新',
  hint: '在这里选模型中的一个数，或沿任意推导走到参数：看一次更新逐步对它做了什么。',
  parameter: '参数',
  choose: '选择一个参数',
  place: (axis, last) => `下标 ${axis}，0 到 ${last}`,
  open: (code) => `${code} 的一次更新`,
  close: '关闭这次更新',
  steps: (step, next) => `第 ${step} 步 → ${next}`,
  waiting: '正在向服务器询问这次更新。',
  said: (code, next, before, after) => `${code} 的第 ${next} 次更新：从 ${before} 到 ${after}。`,
  why: {
    still: '这一批没有目标依赖它，梯度恰为 0；它也没有动量，因此不变。',
    momentum: (way) => `这一批没有目标依赖它，梯度恰为 0；但先前更新的动量仍使它${ZH[way]}。`,
    along: (way) => `梯度为${way === 'lower' ? '正' : '负'}：这个数${ZH[way]}时，这一批的损失下降，更新也使它${ZH[way]}。`,
    against: (alone, way) => `只看梯度，它应当${ZH[alone]}；先前更新的动量仍使它${ZH[way]}。`,
    decayAlone: '这一批没有目标依赖它，梯度恰为 0；它也没有动量。只有衰减使它靠近 0。',
    decay: (change, way) => `梯度和动量会使它${ZH[change]}；衰减比这更多，使它${ZH[way]}。`,
    rounded: '这次更新比这个数所保留的最后一位还小，因此不变。',
    noRate: '这次更新的学习率为 0，什么都不变。',
  },
  rate: {
    rising: (next, warmup, end) => `学习率直线上升，到第 ${warmup} 次更新为止；这是第 ${next} 次。`,
    falling: (next, warmup, end) => `学习率从第 ${warmup} 次到第 ${end} 次更新沿半个余弦下降；这是第 ${next} 次。`,
    lowest: (next, warmup, end) => `从第 ${end} 次更新起，学习率保持最低；这是第 ${next} 次。`,
  },
  clip: {
    stays: (length, most) => `对全部参数的梯度长 ${length}，未超过裁剪长度 ${most}：原样采用。`,
    shortened: (length, most) => `对全部参数的梯度长 ${length}，超过裁剪长度 ${most}：整体按同一比例缩短。`,
  },
  decay: {
    shrinks: '矩阵和表中的数会衰减，矩不受其影响。',
    none: '只有一个下标的参数不衰减。',
  },
  formulas: '这次更新如何算出',
  digits: '每一位数字，以及本页自己算的相差多少',
  quantity: '量',
  server: '训练所得',
  apart: '|Δ|',
  given: '给定',
  names: {
    value: '数值', gradient: '梯度', first: '一阶矩', second: '二阶矩', first_after: '更新后一阶矩', second_after: '更新后二阶矩',
    first_corrected: '一阶矩校正', second_corrected: '二阶矩校正', change: '变化', new_value: '新数值',
    learning_rate: '学习率', norm: '梯度长度', clipped: '裁剪后的梯度', decayed: '衰减后的数值',
  },
  identical: '本页重新计算：逐位相同。',
  within: (delta) => `本页重新计算：相差不超过 ${delta}。训练时乘除的次序不同。`,
  differs: (delta) => `本页重新计算：相差 ${delta}。`,
  withinFloat32: (delta, bound) => `本页用 float64 重新计算：每个数都在 float32（训练时所用）的舍入之内。新数值相差 ${delta}，最多可差 ${bound}。`,
  differsFloat32: (name, delta, bound) => `本页用 float64 重新计算：“${name}”相差 ${delta}，而 float32 最多舍去 ${bound}。`,
  batch: (next, count) => `第 ${next} 次更新的批次：${count} 条记录，有放回地抽取`,
  loss: (loss) => `更新前它们的平均损失：${loss}。`,
  windows: (next, count) => `第 ${next} 次更新的批次：训练文本中随机抽取的 ${count.toLocaleString('en')} 个窗口`,
  windowHint: '前面是每个窗口开始的位置。点击即可放到页面上。',
  otherWindows: (count) => `其余 ${count.toLocaleString('en')} 个`,
  moreWindows: (count) => `还有 ${count.toLocaleString('en')} 个，未列出。`,
  show: '把这些记录放到页面上',
  showTitle: '替换页面上的记录；织机图上的梯度便是这次更新的梯度',
  tooMany: (most) => `页面最多容纳 ${most} 条记录，无法显示这一批的梯度。`,
  shown: '这些记录已在页面上。',
  look: '显示梯度',
  gradientHere: (value, delta) => `页面上它们对这个数的梯度：${value}，${delta === '0' ? '逐位相同' : `相差 ${delta}：训练时填充较少`}。`,
  next: (step) => `下一个已存步：第 ${step} 次更新`,
  lacks: {
    no_run: '还没有训练。在下面开始一次，之后每次更新都可以拆开来看。',
    loaded: '现在显示的是载入的模型，它不是训练中的一步。',
    last: (step) => `第 ${step} 步之后没有更新：训练到此为止。`,
    coming: (step) => `训练还没有越过第 ${step} 步。`,
  },
  goTo: (step) => `显示第 ${step} 步`,
  refusals: {
    parameter_unknown: '模型没有这个名字的参数。',
    parameter_index_unknown: '参数中没有这个数：下标超出形状。',
    update_unknown: '这一步之后没有更新。',
    step_unknown: '训练没有保存这一步。',
    offline: '这个保存的页面没有训练可以询问。',
  },
};

export const update = { en, zh };
