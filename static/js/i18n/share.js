/** Words of what can be taken along: the popover's, and those in the picture. */
import { withNouns } from './nouns.js';

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  title: 'Share',
  link: 'Link',
  linkSays: 'Opens this page, in this state, on a machine where the explorer runs.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied.',
  linkRefused: 'The browser refuses the clipboard. The link is in the address bar.',
  picture: 'Picture',
  pictureSays: 'The loom as it stands, in light colours, for a slide or a paper. The PNG has twice the pixels.',
  trace: 'All numbers',
  traceSays: `Every traced tensor of all ${of.many}, every bit. A score that does not exist is null in JSON and NaN in the others.`,
  /** @param {number} position */
  position: (position) => `Position ${position}`,
  positionSays: 'CSV holds every number of the position, Markdown its table at six decimals.',
  page: 'The page itself',
  pageSays: 'One file that opens without the server. It computes with all parameters of the model: edit what goes in, follow each number to where it comes from.',
  /** @param {string} most @param {string} name @param {string} count @param {boolean} byPairs */
  pageTooLarge: (most, name, count, byPairs) =>
    `One file that opens without the server can be had of models of byte-pair tokens with up to ${most} parameters. ${name} has ${count}${byPairs ? '' : ' and tokens of another kind'}; all numbers and the picture can be saved.`,
  /** @param {string} format */
  save: (format) => `Save as ${format}`,
  working: 'Being made …',
  /** @param {string} name @param {string} size */
  saved: (name, size) => `Saved: ${name}, ${size}`,
  failed: 'That could not be made:',
  nothing: 'There are no numbers yet.',
  offline: 'a saved page has no server to ask. Open the explorer for this.',
  unreachable: 'the server does not answer.',

  /** @param {number | null} record null: the text on show @param {string} text @param {number} position @param {string} piece @param {string} target */
  pictureTitle: (record, text, position, piece, target) => `${record === null ? 'Text' : `Record ${record}`}, “${text}” · position ${position}: ${piece} → ${target}`,
  masks: { causal: 'causal mask on', none: 'causal mask off' },
  /** @param {string} loss */
  meanLoss: (loss) => `mean loss ${loss} nats`,
  noMeanLoss: 'no mean loss',
  /** @param {string} fault */
  fault: (fault) => `fault: ${fault}`,
  difference: 'shown: faulty − healthy',
  /** @param {number} block */
  block: (block) => `block ${block}`,
  edited: 'input IDs edited',
  signed: 'signed, each tensor by its own largest magnitude',
  weights: 'attention weight, 0 to 1',
  masked: 'masked: no weight exists',
  padding: 'padding',
  representation: 'representation',
  between: 'between positions',
  /** @param {number} key */
  key: (key) => `key ${key}`,
  of: 'of',
  /** @param {number} record @param {string} text @param {number} position */
  tableOf: (record, text, position) => `${of.One} ${record}, ${text}, position ${position}`,
  next: 'next',
  loss: 'loss',
  nats: 'nats',
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  title: '分享',
  link: '链接',
  linkSays: '在运行着本工具的机器上，按此刻的状态打开本页。',
  copyLink: '复制链接',
  linkCopied: '链接已复制。',
  linkRefused: '浏览器不允许访问剪贴板。链接就在地址栏里。',
  picture: '图片',
  pictureSays: '织图此刻的样子，浅色，可用于幻灯片或论文。PNG 为两倍像素。',
  trace: '全部数',
  traceSays: `所有${of.one}的每个张量，一位不差。不存在的分数在 JSON 里为 null，在另两种格式里为 NaN。`,
  position: (position) => `位置 ${position}`,
  positionSays: 'CSV 含这个位置的全部数，Markdown 为其表格，保留六位小数。',
  page: '页面本身',
  pageSays: '一个无需服务器即可打开的文件。它带着模型的全部参数自己计算：可以改输入，也可以追查每个数从何而来。',
  pageTooLarge: (most, name, count, byPairs) =>
    `只有参数不超过 ${most} 个、词元为字节对的模型，才能存成无需服务器即可打开的一个文件。${name} 有 ${count} 个参数${byPairs ? '' : '，词元也是另一种'}；可以改存全部数或图片。`,
  save: (format) => `存为 ${format}`,
  working: '正在生成……',
  saved: (name, size) => `已保存：${name}，${size}`,
  failed: '无法生成：',
  nothing: '还没有数。',
  offline: '保存下来的页面没有服务器可问，请打开本工具。',
  unreachable: '服务器没有应答。',

  pictureTitle: (record, text, position, piece, target) => `${record === null ? '文本' : `记录 ${record}`}，“${text}” · 位置 ${position}：${piece} → ${target}`,
  masks: { causal: '因果掩码开', none: '因果掩码关' },
  meanLoss: (loss) => `平均损失 ${loss} 奈特`,
  noMeanLoss: '没有平均损失',
  fault: (fault) => `错误：${fault}`,
  difference: '图中为：出错 − 正常',
  block: (block) => `第 ${block} 块`,
  edited: '输入 ID 有改动',
  signed: '有正负，各张量按自己的最大绝对值',
  weights: '注意力权重，0 到 1',
  masked: '被掩码：不存在权重',
  padding: '填充',
  representation: '表示',
  between: '位置之间',
  key: (key) => `键 ${key}`,
  of: '共',
  tableOf: (record, text, position) => `${of.one} ${record}，${text}，位置 ${position}`,
  next: '下一个',
  loss: '损失',
  nats: '奈特',
});

export const share = withNouns(en, zh);
