/** What the server says of a long text that is not there, or is another, in Chinese. */

/** @type {readonly import('./server-sentences.js').Known[]} */
export const TEXT_SENTENCES = [
  [/^The text (.+) \(([\d,]+) characters\) is not on this machine\. Get it with: (.+) \(or, from a copy: (.+)\)\. Without it, a text can still be typed\.$/, '文本 $1（$2 个字符）不在这台机器上。取得它：$3（若有副本：$4）。没有它，仍可自己键入文本。'],
  [/^The text (.+) \(([\d,]+) characters\) is not on this machine\. Put it into the model's folder as (\S+)\. Without it, a text can still be typed\.$/, '文本 $1（$2 个字符）不在这台机器上。请把它放进模型的文件夹，命名为 $3。没有它，仍可自己键入文本。'],
  [/^This is not (.+): ([\d,]+) bytes with SHA-256 (\w+…), and not (\w+…)\. The file is damaged, or another text\.$/, '这不是 $1：共 $2 字节，SHA-256 是 $3，不是 $4。文件已损坏，或是另一篇文本。'],
  [/^(.+) is not UTF-8 text: (.+)\.$/, '$1 不是 UTF-8 文本：$2。'],
  [/^(.+) is empty\.$/, '$1 是空的。'],
  [/^This model has learned from records: there is no text of it to choose a piece from\.$/, '这个模型学的是记录：没有可从中选取一段的文本。'],
  [/^This model has learned elsewhere: there is no text of it to choose a piece from\.$/, '这个模型是在别处学的：这里没有可从中选取一段的文本。'],
  [/^There is no sample of this model's text\.$/, '没有这个模型的文本样本。'],
  [/^This split has ([\d,]+) tokens; begin at 0 to ([\d,]+)\.$/, '这一部分有 $1 个词元；起点须在 0 到 $2 之间。'],
];
