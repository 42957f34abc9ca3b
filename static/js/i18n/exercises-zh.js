/** Chinese words of the exercises. Of a wrong answer they say what it would have been the answer to. */

/** @typedef {import('./exercises.js').ExerciseWords} ExerciseWords */

const piece = (/** @type {number} */ id) => ({ piece: id });
const four = (/** @type {number} */ value) => value.toFixed(4);
const tiny = (/** @type {number} */ value) => value.toExponential(1).replace('e-', 'e−').replace('e+', 'e');
const thousands = (/** @type {number} */ value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** @param {import('./nouns.js').ChineseNoun} of @returns {Record<string, ExerciseWords>} */
export const zh = (of) => ({
  A: {
    title: '槽位里装着什么',
    question: (f) => [`记录 ${f.record} 放在 ${f.context} 个槽位里。其中多少是真实输入，多少是填充？这条记录给平均损失贡献多少个目标？`],
    fields: { real: '真实输入', padded: '填充', scored: '计分目标' },
    reasons: {
      real: {
        noBos: (f, given) => [`${given} 是文本的词元数。BOS 也是输入，占着槽位 0。`],
        withEos: (_, given) => [`${given} 把 EOS 也算成了输入。它只当目标：它后面没有什么要预测。`],
        context: (f) => [`槽位确有 ${f.context} 个，但并非个个都装着这条记录的词元。`],
        bytes: (_, given) => [`${given} 数的是字符或字节。一个槽位装一个词元，合并会把几个字节变成一个词元。`],
      },
      padded: {
        noBos: (f, given) => [`${given} 是 ${f.context} − ${f.tokens}，只减了文本的词元。BOS 也占一个槽位。`],
        withEos: (f, given) => [`${given} 是 ${f.context} − ${f.real + 1}，给 EOS 也留了槽位。它只当目标，不占槽位。`],
        context: (f) => [`那样就没有槽位留给记录了。要减去 ${f.real} 个真实槽位。`],
        minus: (f, given) => [`${given} 是真实的。填充是 ${f.context} 里剩下的。`],
      },
      scored: {
        noEos: (_, given) => [`${given} 漏了最后一个目标。记录到此为止（EOS）也得像词元一样预测。`],
        withBos: (_, given) => [`${given} 把 BOS 当成了目标。它是给定的，从来不用预测。`],
        context: () => ['填充没有目标，所以不计分。'],
        batch: (f, given) => [`${given} 是整批的目标数。问的只是记录 ${f.record}。`],
        padding: () => ['填充恰恰是不计分的。'],
      },
    },
    sum: (f) => [`${f.tokens} 个词元加 BOS 是 ${f.real} 个输入；${f.context} − ${f.real} = ${f.padded} 个槽位是填充。每个真实槽位计分一次，共 ${f.scored} 次，最后一个的目标是 EOS。`],
  },
  B: {
    title: '错开两次',
    question: (f) =>
      f.hasAsked
        ? [`不小心把记录 ${f.record} 的目标又错开了一次。这时位置 ${f.position}（`, piece(f.own), '）要预测哪个 ID？这条记录还剩多少个目标？']
        : [`记录 ${f.record} 只有 BOS。不小心把目标又错开了一次，还剩多少个目标？`],
    fields: { asked: '要预测的 ID', left: '剩下的目标' },
    reasons: {
      asked: {
        once: (f) => [`${f.once}（`, piece(f.once), '）是错开一次的目标，本来是对的。第二次错开会取再后面一个。'],
        own: (f) => [`${f.own} 是位置 ${f.position} 读到的。完全不错开才会是它。`],
        before: (f, given) => [`${given} 在位置 ${f.position} 之前。错开目标是往后，朝着未来。`],
      },
      left: {
        same: (f) => [`原来是 ${f.scored} 个。最后一个位置需要 EOS 之后的目标，可那里什么也没有。`],
        fewer: () => ['只有第二次错开是多余的，所以丢一个目标，不是两个。'],
        more: () => ['错开变不出目标来，只会在末尾丢掉一个。'],
        context: () => ['错开不会让填充得到目标。'],
      },
    },
    sum: (f) =>
      f.hasAsked
        ? [`位置 ${f.position} 会被要求预测 ${f.twice}（`, piece(f.twice), `），多跳了一个词元，紧跟着的那个反而没人预测。${f.scored} 个目标剩下 ${f.left} 个。形状全都对得上：程序照跑，学的却是另一件事。`]
        : ['一个也不剩。它唯一的目标是 EOS，后面什么也没有。'],
  },
  C: {
    title: '两次 softmax',
    question: (f) => [`${of.one} ${f.record} 的位置 ${f.position} 要经过两次 softmax。一个注意力头里的那次，归一的有多少项？通向损失的那次，又有多少项？`],
    fields: { keys: '注意力里', candidates: '损失之前' },
    reasons: {
      keys: {
        swapped: () => ['那是另一次。注意力把份额分给可读的位置，不是分给候选。'],
        context: (f) => [`槽位有 ${f.context} 个，但被掩码的键和填充没有分数，分不到份额。`],
        future: (f) => [`${f.slots} 是整${of.counted}。位置 ${f.position} 之后的 ${f.later} 个键被掩码挡住了。`],
        fromZero: (f) => [`位置从 0 数起：键 0 到 ${f.keys - 1} 一共 ${f.keys} 个。`],
        masked: () => ['掩码打开时是这样，可现在掩码关着：真实的键全看得到。'],
        heads: (f) => [`${f.heads} 个头各做各的 softmax，权重各自加起来是 1。`],
        width: (_, given) => [`${given} 是一行有多少个数。它们在 softmax 之前就乘完了，softmax 沿着键。`],
      },
      candidates: {
        swapped: () => ['那是另一次。输出选的不是读哪个位置，而是接下来是哪个词元。'],
        positions: () => ['输出时位置之间并不竞争：每个位置都有一整份分给各个候选。'],
        specials: (f) => [`${f.specials} 个特殊 ID 也有 logits，也参与归一。`],
        bytes: (f, given) => [`${given} 只是单个字节。特殊 ID 和合并得到的词元也是候选。`],
        width: (_, given) => [`${given} 是进去的那一行的宽度。出来的是 logits，每个 ID 一个。`],
        record: (_, given) => [`这${of.counted}里有 ${given} 种词元。候选是全部 ID，没出现过的也算。`],
      },
    },
    sum: (f) => [`${f.keys} 个键，${f.vocabulary} 个 ID。一次问从哪里读，一次问接下来是什么。各自沿自己的轴加起来是 1，换一个轴相加就没有意义。`],
  },
  D: {
    title: '错误的分母',
    question: (f) => [`有人把这一批的损失总和除以全部 ${f.records} × ${f.context} 个槽位，而不是除以计分的目标数。报出来的平均值会是多少？请用页面上的数算，保留四位小数。`],
    fields: { mean: '报出的平均，奈特' },
    reasons: {
      mean: {
        right: (f) => [`${four(f.mean)} 是真正的平均：除以 ${f.scored} 个计分目标。请把同一个总和除以 ${f.slots}。`],
        oneRecord: (f) => [`除数用了 ${f.context}，那是一条记录的槽位。这一批有 ${f.records} 条。`],
        ownOnly: (f) => [`这只是记录 ${f.record}：它的 ${f.own} 个损失除以 ${f.context} 个槽位。总和是整批的。`],
        ownOfAll: (f) => [`除数对了，但总和只算了记录 ${f.record}。`],
        ownMean: (f) => [`这是记录 ${f.record} 自己的平均，${f.own} 个损失除以 ${f.own}。`],
        noEos: (f) => [`除数用了 ${f.scored - f.records}，漏掉了 EOS 目标。`],
        meanAgain: (f) => [`你把平均值又除以 ${f.records} 条记录。要除的是总和。`],
        sum: () => ['这是总和，还没有除。'],
      },
    },
    sum: (f) => [`${f.scored} × ${four(f.mean)} = ${four(f.sum)}，再 ÷ ${f.slots} 得 ${four(f.wrong)}。看上去像进步了，其实只是把 ${f.slots - f.scored} 个没有目标的槽位也算了进去。填充越多，它越小。`],
  },
  E: {
    title: '词表多一项',
    question: (f) => [`词表增加一项，从 ${f.vocabulary} 变成 ${f.vocabulary + 1}。宽度仍是 ${f.width}，别的都不变。模型要多出多少个参数？`],
    fields: { cost: '新增参数' },
    reasons: {
      cost: {
        noBias: (f, given) => [`${given} 是词元表的一行加输出矩阵的一列。每个候选另外还有一个偏置。`],
        rowOnly: (f, given) => [`${given} 只够让词元进去。要出来，输出那边也得有它的一份。`],
        noRow: (f, given) => [`${given} 是输出那一份。要进去，词元表里还得有一行，它与输出矩阵并不共用。`],
        noColumn: () => ['光有偏置得不到自己的 logit：还缺输出矩阵的一列。'],
        twice: (f, given) => [`${given} 把进去的一行和出来的一列分开数了。这个模型两边用同一张表：${f.row} 个数用两次。`],
        onlyRow: (f, given) => [`${given} 是词元表里的一行，进出都用它。每个候选另外还有一个偏置。`],
        one: (f) => [`ID 是一个，可每个 ID 的一行、一列都有 ${f.width} 个数。`],
        position: () => ['位置表不会变：它按槽位分行，不按 ID。'],
        total: () => ['这是整个模型的大小。问的是增加了多少。'],
        vocabulary: () => ['这数的是词表项，不是每一项带来的数。'],
      },
    },
    sum: (f) => [`词元表一行 ${f.row} 个${f.isTied ? '（它也是输出矩阵）' : `，输出矩阵一列 ${f.column} 个`}${f.bias ? `，偏置 ${f.bias} 个` : ''}，共 ${f.answer} 个，从 ${thousands(f.total)} 变成 ${thousands(f.next)}。分词器、编码好的数据和检查点都要换版本：旧 ID 的含义必须保持不变。`],
  },
  F: {
    title: '未来泄漏了',
    question: (f) => [`形状全都对得上。可是换掉最后一个词元（位置 ${f.end}），前面的 logits 却变了。哪些地方要重查？请勾选所有能看出泄漏的。`],
    fields: {
      prefix: '换掉的词元之前的 logits',
      shapes: '所有张量的形状',
      visible: '谁看得到谁',
      parameters: '参数的个数',
      norm: '归一化的均值沿什么求',
      rows: '每行权重之和是 1',
    },
    reasons: {
      prefix: { prefixMissed: (f) => [`前面的 logits 就是泄漏本身：没有掩码时最多变 ${tiny(f.moved)}，有掩码时分毫不变。`] },
      shapes: { shapesChosen: (f) => [`形状看不出来：有没有掩码，logits 都是 ${f.slots} × ${f.vocabulary}。`] },
      visible: { visibleMissed: (f) => [`没有掩码时有 ${f.pairs} 对往后看，有掩码时一对也没有。谁看得到谁，首先要查。`] },
      parameters: { parametersChosen: (f) => [`两种情形都是 ${thousands(f.total)}：掩码没有参数，泄漏也用不着参数。`] },
      norm: { normMissed: (f) => [`沿位置求均值的归一化会把最后一行带进所有行：不管有没有掩码，它们最多会变 ${tiny(f.normMoved)}。`] },
      rows: { rowsChosen: () => ['不管看得到谁，softmax 都让每行之和是 1。泄漏在这里看不出来。'] },
    },
    sum: () => ['要查谁看得到谁、归一化沿什么求均值，还有对两者的检验：换掉词元之前的 logits。形状、参数个数、每行之和在泄漏时都不变，它们全过关也说明不了什么。'],
  },
});
