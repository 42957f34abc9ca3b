/** Why a checkpoint cannot be read or opened, in Chinese; each known by its pattern, as the report's sentences are. */

const FILES = /** @type {const} */ ([
  [/^(.+) has ([\d,]+) bytes; at most ([\d,]+) are read\.$/, '$1 有 $2 字节；最多读取 $3 字节。'],
  [/^(.+) has tensors of ([\d,]+) numbers; at most ([\d,]+) are read\.$/, '$1 的张量共有 $2 个数；最多读取 $3 个。'],
  [/^(.+) has ([\d,]+) records; that is no model\.$/, '$1 里有 $2 个条目，不会是模型。'],
  [/^(.+): (.+) is compressed; PyTorch stores files as they are\.$/, '$1：$2 经过压缩；PyTorch 存放文件时不压缩。'],
  [/^(.+): (.+) has ([\d,]+) bytes of description; at most ([\d,]+) are read\.$/, '$1：$2 的描述有 $3 字节；最多读取 $4 字节。'],
  [/^(.+) cannot be read without running code from it, or is damaged; nothing was run\. PyTorch says: (.*)$/, '$1 要运行其中的代码才能读取，或者已损坏；什么也没有运行。PyTorch 说：$2'],
  [/^(.+) is damaged, truncated, or from before PyTorch 1\.6: no archive\. .*$/, '$1 已损坏、不完整，或出自 PyTorch 1.6 之前：不是归档文件。旧文件可用 PyTorch 读出后另存。'],
  [/^(.+) is damaged or truncated: (.+)\.$/, '$1 已损坏或不完整：$2。'],
  [/^(.+) cannot be read as JSON: (.+)$/, '$1 不能按 JSON 读取：$2'],
  [/^(.+) must be a JSON object\.$/, '$1 必须是一个 JSON 对象。'],
  [/^(.+) cannot be read: (.+)\.$/, '读不了 $1：$2。'],
  [/^(.+): (.+) is a (\w+), where only tensors by name belong\.$/, '$1：$2 是 $3，而这里只能是按名称存放的张量。'],
  [/^(.+) holds a (\w+), no tensors by name\.$/, '$1 里是 $2，不是按名称存放的张量。'],
  [/^(.+) holds no tensor\.$/, '$1 里没有张量。'],
  [/^(.+) is no plain tensor, but (\S+) of (\S+)\.$/, '$1 不是普通张量，而是 $3 的 $2。'],
  [/^(.+) claims another size than its record has\.$/, '$1 声称的大小与它的条目不符。'],
  [/^(.+) is no file of tensors by its name; those end in (.+)\.$/, '从名称看，$1 不是张量文件；这类文件以 $2 结尾。'],
  [/^(.+) has its tensors in several files; one is read\.$/, '$1 的张量分在几个文件里；只能读取一个文件。'],
  [/^(.+) must hold one file of tensors; there are: none\.$/, '$1 里须有一个张量文件，却没有。'],
  [/^(.+) must hold one file of tensors; there are: (.+)\.$/, '$1 里只能有一个张量文件，却有：$2。'],
  [/^A checkpoint is asked for by its name in the models folder alone\.$/, '检查点只能按它在模型文件夹里的名称来指定。'],
  [/^The models folder has no checkpoint (.+); it has: none\.$/, '模型文件夹里没有检查点 $1，也没有别的。'],
  [/^The models folder has no checkpoint (.+); it has: (.+)\.$/, '模型文件夹里没有检查点 $1；有的是：$2。'],
  [/^(.+) leads out of the models folder\.$/, '$1 指向模型文件夹之外。'],
  [/^There is no models folder; start the server with --models FOLDER\.$/, '没有模型文件夹；请用 --models 文件夹 启动服务器。'],
  [/^(\d+) checkpoints were opened; restart the server\.$/, '已打开 $1 个检查点；请重新启动服务器。'],
]);

const TENSORS = /** @type {const} */ ([
  [/^(.+): its tensors fit more than one layout: (.+)\.$/, '$1：它的张量符合不止一种布局：$2。'],
  [/^(.+): its tensors \((.+)\) are of no layout known here; known are (.+)\.$/, '$1：它的张量（$2）不属于这里认识的布局；认识的有 $3。'],
  [/^(.+) and (.+) are both (.+) without their prefixes\.$/, '$1 与 $2 去掉前缀后都是 $3。'],
  [/^(\S+) is missing\. Nothing was loaded\.$/, '缺少 $1。什么也没有载入。'],
  [/^(\S+) has no place in this layout, and (\d+) more\. Nothing was loaded\.$/, '这种布局里没有 $1 的位置，另有 $2 个也没有。什么也没有载入。'],
  [/^(\S+) has no place in this layout\. Nothing was loaded\.$/, '这种布局里没有 $1 的位置。什么也没有载入。'],
  [/^(\S+) is (\[.*\]); it must have (\d+) axes, none empty\.$/, '$1 是 $2；它须有 $3 个轴，且都不为空。'],
  [/^(\S+) is (\[.*\]); beside the other sizes it must be (\[.*\])\.$/, '$1 是 $2；按其余尺寸，它须是 $3。'],
  [/^(\S+), (\[.*\]), has the name of a mask buffer and is none: that would be a lower triangle of ones, (\[.*\])\.$/, '$1（$2）用的是掩码缓冲区的名称，却不是掩码：那应是下三角全 1 的 $3。'],
  [/^(\S+), (\[.*\]), has the name of a mask buffer and is none: that would be a single negative number\.$/, '$1（$2）用的是掩码缓冲区的名称，却不是掩码：那应是单个负数。'],
  [/^(\S+) holds (\w+); parameters are float16, bfloat16, float32 or float64\.$/, '$1 的类型是 $2；参数须是 float16、bfloat16、float32 或 float64。'],
  [/^(\S+) holds (nan|inf|-inf) at (\[.*\])\.$/, '$1 在 $3 处是 $2。'],
]);

const SETTINGS = /** @type {const} */ ([
  [/^(\S+) says (\d+) heads, which do not divide the width (\d+)\.$/, '$1 说有 $2 个头，除不尽宽度 $3。'],
  [/^(\S+) says (\d+) heads, not (\d+)\.$/, '$1 说有 $2 个头，不是 $3 个。'],
  [/^(\d+) heads do not divide the width (\d+); (.+) would\.$/, '$1 个头除不尽宽度 $2；可以是 $3。'],
  [/^(\S+) says activation_function (\S+), which is (\w+), not (\w+)\.$/, '$1 说 activation_function 是 $2，即 $3，不是 $4。'],
  [/^(\S+): activation_function (.+) is not computed here; (.+) are\.$/, '$1：这里不计算 activation_function $2；能计算的有 $3。'],
  [/^(\S+): tie_word_embeddings must be true or false\.$/, '$1：tie_word_embeddings 须是 true 或 false。'],
  [/^(\S+): layer_norm_epsilon must be a number between 0 and 1\.$/, '$1：layer_norm_epsilon 须是 0 与 1 之间的数。'],
  [/^(\S+): (\S+) must be a whole number of at least 1\.$/, '$1：$2 须是不小于 1 的整数。'],
  [/^(\S+): (\S+) must be a number from 0 to below 1\.$/, '$1：$2 须是从 0 到 1 的数，不含 1。'],
  [/^(\S+): (\S+) is (.+); only (.+) is computed here\.$/, '$1：$2 是 $3；这里只计算 $4。'],
  [/^(\S+): (.+) is not known here; it may change what is computed\.$/, '$1：这里不认识 $2；它可能改变计算。'],
  [/^heads must be a whole number of at least 1\.$/, '头数须是不小于 1 的整数。'],
  [/^(\w+) must be (\w+) or (\w+)\.$/, '$1 须是 $2 或 $3。'],
  [/^(\w+) must be (\w+)\.$/, '$1 须是 $2。'],
  [/^Nothing asks for (.+); answers are (.+)\.$/, '没有什么要问 $1；可回答的有 $2。'],
  [/^tokenizer: file was answered, but no (\S+) and no (\S+) of this model lies beside it\. .*$/, '回答了“tokenizer: file”，但文件旁边没有这个模型的 $1 或 $2。请放一个，或改答“tokenizer: ids”。'],
  [/^tokenizer: file was answered, but no (\S+) and no (\S+) of this model lies beside it \((.+)\)\. .*$/, '回答了“tokenizer: file”，但文件旁边没有这个模型的 $1 或 $2（$3）。请放一个，或改答“tokenizer: ids”。'],
]);

/** @type {readonly import('./server-sentences.js').Known[]} */
export const IMPORT_REFUSALS = [...FILES, ...TENSORS, ...SETTINGS];
