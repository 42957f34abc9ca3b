/** Words of the lens on the loom: what final norm and head would already say of the target, after each block. */

/** @param {number} after */
const where = (after) => (after < 0 ? 'after the embedding sum' : `after block ${after}`);

const en = {
  over: 'p: probability of the target, if final norm and head read it here',
  label: /** @param {number} after */ (after) => `Lens ${where(after)}`,
  change: /** @param {number} after */ (after) => `Δp, lens ${where(after)}`,
  meaning: 'The probability that final norm and head would already give the target here.',
  changed: 'How far that probability has moved.',
  target: /** @param {string} piece */ (piece) => `target ${piece}`,
  noTarget: 'no target',
  rank: /** @param {number} rank @param {number} of */ (rank, of) => `rank ${rank} of ${of}`,
  ranks: /** @param {number} before @param {number} now @param {number} of */ (before, now, of) => `rank ${before} → ${now} of ${of}`,
  there: /** @param {string} p @param {string} rank */ (p, rank) => `lens: p ${p}, ${rank}`,
  thereChanged: /** @param {string} change @param {string} p @param {string} ranks */ (change, p, ranks) => `lens: Δp ${change}, p ${p}, ${ranks}`,
};

/** @type {typeof en} */
const zh = {
  over: 'p：最终归一化与输出头在此处读取时，目标的概率',
  label: (after) => `透镜，${at(after)}`,
  change: (after) => `Δp，透镜，${at(after)}`,
  meaning: '最终归一化与输出头此时已给目标的概率。',
  changed: '该概率的变化量。',
  target: (piece) => `目标 ${piece}`,
  noTarget: '没有目标',
  rank: (rank, of) => `在 ${of} 个中排第 ${rank}`,
  ranks: (before, now, of) => `排名 ${before} → ${now}（共 ${of} 个）`,
  there: (p, rank) => `透镜：p ${p}，${rank}`,
  thereChanged: (change, p, ranks) => `透镜：Δp ${change}，p ${p}，${ranks}`,
};

/** @param {number} after */
function at(after) {
  return after < 0 ? '嵌入之和处' : `块 ${after} 之后`;
}

export const lens = { en, zh };
