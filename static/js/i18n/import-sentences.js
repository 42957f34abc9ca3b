/**
 * What the server says of a checkpoint, in Chinese. Its sentences are made where
 * the file is read, with names and figures in them; here each is known by its
 * pattern. One that is not known stays as it is.
 */

/** @type {readonly [said: RegExp, chinese: string][]} */
const PATTERNS = [
  [/^(\d+) tensors, (\d+) set aside$/, '$1 个张量，其中 $2 个搁置'],
  [/^(\d+) tensors$/, '$1 个张量'],
  [/^([\d,]+) parameters$/, '$1 个参数'],
  [/^(\d+) tensors of (\w+), read as (\w+): the same numbers$/, '$1 个 $2 张量，按 $3 读入：数值不变'],
  [/^the prefix (\S+) of torch\.compile, taken off (\d+) names$/, '从 $2 个名称去掉 torch.compile 的前缀 $1'],
  [/^the prefix (\S+) of data-parallel training, taken off (\d+) names$/, '从 $2 个名称去掉数据并行训练的前缀 $1'],
  [/^also in the file, and not read: (.+)$/, '文件中还有、没有读取的：$1'],
  [/^(\S+) also has, and nothing here uses: (.+)$/, '$1 里还有、这里用不到的：$2'],
  [/^(\d+) heads of (\d+), as (\S+) says$/, '$1 个头，各 $2 维，据 $3'],
  [/^layer_norm_epsilon (\S+), as (\S+) says$/, 'layer_norm_epsilon $1，据 $2'],
  [/^equal to (\S+), to which it is tied$/, '与 $1 相同，两者共享'],
  [/^a causal mask: a lower triangle of ones, no weight$/, '因果掩码：下三角全是 1，不是权重'],
  [/^what a causal mask fills in: one number, no weight$/, '因果掩码的填充值：一个数，不是权重'],
  [/^(\S+) is (\[.*\]): transposed on reading$/, '$1 是 $2：读入时转置'],
  [/^(\S+) is (\[.*\]): taken as they are$/, '$1 是 $2：原样读入'],
  [/^this layout cuts c_attn into three so$/, '这种布局就是这样把 c_attn 切成三份'],
  [/^this layout names query, key and value each$/, '这种布局把查询、键、值分开命名'],
  [/^the file has no (\S+): the rows of (\S+) are used both ways$/, '文件里没有 $1：$2 的各行两边都用'],
  [/^the file has no lm_head\.weight: nanoGPT's is the embedding, but minGPT, .*$/, '文件里没有 lm_head.weight：nanoGPT 的就是嵌入；但 minGPT 名称相同，另有一个，那就是缺了'],
  [/^(\S+) holds the same numbers as (\S+): kept once$/, '$1 与 $2 的数相同：只存一份'],
  [/^(\S+) and (\S+) are kept as two matrices$/, '$1 与 $2 作为两个矩阵保留'],
  [/^both hold the same numbers now$/, '两者目前数值相同'],
  [/^they differ$/, '两者不同'],
  [/^no tensor shows into how many heads (\d+) is cut$/, '没有哪个张量说明 $1 维切成几个头'],
  [/^your answer$/, '你的回答'],
  [/^the file does not say$/, '文件没有说明'],
  [/^exact and tanh GELU differ by at most (\S+)$/, '精确形式与 tanh 形式至多相差 $1'],
  [/^nanoGPT has computed the exact form since 2023, the tanh form before$/, 'nanoGPT 自 2023 年起用精确形式，此前用 tanh 形式'],
  [/^minGPT's first versions compute the exact form$/, 'minGPT 的早期版本用精确形式'],
  [/^minGPT with these names computes the tanh form$/, '用这些名称的 minGPT 用 tanh 形式'],
  [/^GPT-2 was trained with the tanh form$/, 'GPT-2 训练时用 tanh 形式'],
  [/^(\S+) says activation_function (\S+)$/, '$1 说 activation_function 是 $2'],
  [/^nanoGPT's code has this number, its files none$/, 'nanoGPT 的代码里是这个数，文件里没有'],
  [/^PyTorch's, which minGPT leaves as it is$/, 'PyTorch 的默认值，minGPT 未改'],
  [/^GPT-2's$/, 'GPT-2 的数'],
  [/^the file has none$/, '文件里没有'],
  [/^of (.+) the first is taken for all$/, '$1 之中取第一个，用于全部'],
  [/^it acts in training alone$/, '只在训练时起作用'],
  [/^no tokenizer lies beside the file: tokens show as #id, and records are numbers$/, '文件旁边没有分词器：词元显示为 #id，记录用数字书写'],
  [/^(\S+) lies beside the file and has ([\d,]+) (?:characters|tokens)$/, '文件旁边有 $1，含 $2 项'],
  [/^the model has ([\d,]+) IDs$/, '模型有 $1 个 ID'],
  [/^no tokenizer of this model: it has ([\d,]+) IDs, the model ([\d,]+)$/, '不是这个模型的分词器：它有 $1 个 ID，模型有 $2 个'],
  [/^a pickle runs what is in it when it is opened, so it was not; .* in (\S+)$/, 'pickle 一打开就会运行其中的内容，所以没有打开；它的字符可按 ID 顺序写在 $1 里'],
  [/^(\S+) is missing\. Nothing was loaded\.$/, '缺少 $1。什么也没有载入。'],
  [/^(\S+) has no place in this layout\. Nothing was loaded\.$/, '这种布局里没有 $1 的位置。什么也没有载入。'],
  [/^(\S+) has no place in this layout(.+)\. Nothing was loaded\.$/, '这种布局里没有 $1 的位置$2。什么也没有载入。'],
  [/^(\S+) holds (nan|inf|-inf) at (\[.*\])\.$/, '$1 在 $3 处是 $2。'],
  [/^(.+) is damaged, truncated, or from before PyTorch 1\.6: no archive\. .*$/, '$1 已损坏、不完整，或出自 PyTorch 1.6 之前：不是归档文件。旧文件可用 PyTorch 读出后另存。'],
  [/^as is$/, '原样'],
  [/^transposed$/, '转置'],
];

/** A sentence in the page's language; its parts stand between semicolons. @param {string} sentence @param {import('../types.js').Lang} lang */
export function importSentence(sentence, lang) {
  if (lang !== 'zh') return sentence;
  return partIn(sentence) ?? sentence.split('; ').map((part) => partIn(part) ?? part).join('；');
}

/** @param {string} part */
function partIn(part) {
  const [said, chinese] = PATTERNS.find(([pattern]) => pattern.test(part)) ?? [];
  return said && chinese ? part.replace(said, chinese) : null;
}

/** Whether all of it is told in that language: else a screen reader is to read it as English. @param {string} sentence @param {import('../types.js').Lang} lang */
export function languageOf(sentence, lang) {
  return lang === 'zh' && !/[a-z]{3,} [a-z]{2,} /.test(importSentence(sentence, lang)) ? 'zh' : 'en';
}
