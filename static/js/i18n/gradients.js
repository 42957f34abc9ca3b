/** Words of the loom's menu, and of the gradients it can show. */
import { withNouns } from './nouns.js';

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  /** @param {string} label what the loss is differentiated by */
  described: (label) => ({ label: `∂ ${label}`, meaning: `dL/d of this number: how much L, the mean loss of the ${of.many} on show, would rise per unit of it.` }),
  /** @param {number} scored */
  caption: (scored) => [`∂name is dL/dname.`, `L is the mean over ${scored} scored ${scored === 1 ? 'target' : 'targets'}, so the chain begins at the right with 1/${scored} for each, and runs back to the tables. IDs have no gradient. Each tensor has its own ± scale.`],
  inPicture: 'shown: dL/d of every number',
  waiting: 'The gradients are being computed.',
  refused: 'No gradients; the values stay on show.',
  /** @type {Record<string, string>} */
  refusals: {
    nothing_scored: 'No target is scored, so there is no loss to differentiate.',
    offline: 'This saved page holds no such step.',
  },
  /** @type {Record<string, string>} */
  needs: { fault: 'needs a fault', change: 'switch something off', state: 'needs a second state', compare: 'in Break and Train', train: 'in Train' },
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  described: (label) => ({ label: `∂ ${label}`, meaning: `即 dL/d 这个数：它每增加一个单位，L（当前${of.one}的平均损失）会上升多少。` }),
  caption: (scored) => ['∂名称 即 dL/d 该数。', `L 是 ${scored} 个计分目标的平均损失，因此链条从右端各 1/${scored} 开始，一路回到两张嵌入表。ID 没有梯度。每个张量各有自己的 ± 标尺。`],
  inPicture: '图中为：各数的梯度 dL/d',
  waiting: '正在计算梯度。',
  refused: '没有梯度，仍显示数值。',
  refusals: {
    nothing_scored: '没有计分的目标，也就没有可求导的损失。',
    offline: '这个保存的页面里没有该步的参数。',
  },
  needs: { fault: '先打开一个错误', change: '先关掉一部分', state: '需要第二个状态', compare: '在破坏、训练中', train: '在训练中' },
});

export const gradients = withNouns(en, zh);
