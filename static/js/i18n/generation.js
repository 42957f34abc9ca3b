/** Words of Generate: the prompt, the strip, one draw, token boundaries, probes. */
import { withNouns } from './nouns.js';

/** @typedef {keyof import('../types.js').GenerationSettings} Setting */

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {import('./nouns.js').EnglishNoun} of */
const en = (of) => ({
  title: 'Generate',
  prompt: 'Prompt',
  /** @param {number} index */
  useRecord: (index) => `use ${of.one} ${index}`,
  useText: 'use the text in Explore',
  keep: `keep as ${of.one}`,
  kept: `Kept as a ${of.one}; it stands in Explore.`,
  keptText: `Kept as a ${of.one}, without the bytes that are no text.`,
  next: 'Next token',
  run: 'Run',
  pause: 'Pause',
  greedy: 'Greedy',
  again: 'Discard',
  settings: /** @type {Record<Setting, string>} */ ({ temperature: 'temperature', top_k: 'top-k', top_p: 'top-p', seed: 'seed', max_new_tokens: 'tokens' }),
  off: 'off',
  noNumber: 'Write a number.',
  noWholeNumber: 'Write a whole number, at most 2⁵³ − 1.',
  /** @param {number} least @param {number} most */
  range: (least, most) => `from ${least} to ${most < 1e15 ? most : '2⁶³ − 1'}.`,
  drawn: 'drawn',
  probability: 'probability',
  /** @param {number} place @param {string} piece @param {string} p */
  cell: (place, piece, p) => `Token ${place}: ${piece}, probability ${p}`,
  axis: 'Tokens drawn. Arrows move along; Enter shows how one was drawn.',
  stops: { eos: 'stopped: EOS', budget: /** @param {number} count */ (count) => `stopped: ${counted(count, 'token', 'tokens')}`, context: 'stopped: context full' },
  /** @param {number} place @param {number} all */
  token: (place, all) => `Token ${place} of ${all}`,
  waiting: 'The server is generating.',
  wished: 'The server is generating; drawing begins once that is here. Pause or Space takes it back.',
  offline: 'A saved page cannot generate: the server does.',
  candidates: { piece: 'piece', id: 'ID', model: 'model', tempered: '÷ temperature', greedy: 'without BOS, PAD', asIs: 'not used (greedy)', kept: 'kept, renormalised' },
  isDrawn: '← drawn',
  isTaken: '← taken',
  removed: { forbidden: 'never chosen', top_k: 'removed by top-k', top_p: 'removed by top-p' },
  /** @param {number} count */
  others: (count) => counted(count, 'other', 'others'),
  never: 'BOS and PAD are never chosen',
  interval: 'The kept tokens side by side, in the order of their IDs, each as wide as its probability; u falls on one of them.',
  /** @param {number} all @param {number} kept @param {string} piece */
  chance: (all, kept, piece) => `From ${all} candidates to one: ${counted(kept, 'survives', 'survive')} the filters, chance picks ${piece}.`,
  /** @param {number} all @param {string} piece */
  likeliest: (all, piece) => `From ${all} candidates the likeliest is taken: ${piece}. Temperature 0 draws no lot.`,
  /** @param {number} position @param {number} end */
  inPrompt: (position, end) => `Position ${position} belongs to the prompt. The first token is drawn at position ${end}.`,
  /** @param {number} position @param {string} stop */
  behind: (position, stop) => `Position ${position} holds the last token drawn, and draws none itself. ${stop}`,
  toFirst: 'Show it',
  notDrawn: 'Not drawn yet: Next token draws it.',
  says: {
    /** @param {number} place @param {string} piece @param {string} p @param {string} greedy */
    chance: (place, piece, p, greedy) => `Token ${place} is on show: chance picks ${piece} with probability ${p}.${greedy ? ` Greedy would say ${greedy}.` : ''}`,
    /** @param {number} place @param {string} piece @param {string} p */
    greedy: (place, piece, p) => `Token ${place} is on show: greedy takes ${piece}, to which the model gives ${p}.`,
    ready: 'Nothing is drawn yet. Next token draws one, Run all of them.',
    /** @param {number} before */
    slides: (before) => `The context has slid: ${counted(before, 'earlier token lies', 'earlier tokens lie')} before it, out of sight of the model.`,
    /** @param {number} position */
    earlier: (position) => `Position ${position} is as the last draw saw it; when its own token was drawn the context stood elsewhere.`,
    /** @param {number} position */
    prompt: (position) => `Position ${position} belongs to the prompt: nothing was drawn there.`,
    /** @param {number} count */
    discarded: (count) => `The change discarded ${counted(count, 'token', 'tokens')}.`,
    bytes: 'What was drawn is no UTF-8 text: bytes stand as ⟨hex⟩.',
    /** @param {'eos' | 'budget' | 'context'} stop @param {number} count */
    over: (stop, count) => (stop === 'context' ? 'The context is full: nothing more can be drawn.' : stop === 'eos' ? 'EOS was drawn: nothing follows it.' : `${counted(count, 'token is', 'tokens are')} drawn, as many as were asked for.`),
    /** @param {number} positions @param {number} limit @param {number} over */
    tooLong: (positions, limit, over) => `The prompt needs ${positions} slots; the context has ${limit}. Shorten it by ${counted(over, 'token', 'tokens')}.`,
  },
  text: 'drawn text',
  boundary: {
    title: 'This prompt stops inside a token',
    training: /** @param {string} id */ (id) => `in ${id}`,
    prompt: 'this prompt',
    /** @param {string} ours @param {string} theirs */
    why: (ours, theirs) => `As text it begins this training record, as tokens it does not: the record goes on with ${theirs}, the prompt with ${ours}. What comes after ${ours} here, the model has never been taught.`,
    complete: 'Complete the token',
  },
  probes: {
    title: 'Probes, greedy',
    prompt: 'prompt',
    expected: 'expected',
    untrained: 'untrained',
    selected: 'selected',
    final: 'final',
    kinds: /** @type {Record<string, string>} */ ({ seen: 'seen', colour: 'new colour', limit: 'new limit', aligned: 'aligned', unaligned: 'unaligned' }),
    right: 'as expected',
    wrong: 'not as expected',
    noRun: 'no run yet',
    bytes: 'bytes',
    nothing: 'nothing',
    /** @param {number} step */
    step: (step) => `step ${step}`,
    untrainedOnly: 'Only the untrained model has been asked. After a run in Train its selected and final state stand beside it.',
    /** @param {{seen: [number, number], fresh: [number, number], unaligned: [number, number]}} hits */
    evidence: ({ seen, fresh, unaligned }) =>
      `The final model: ${seen[0]} of ${seen[1]} seen prompts, ${fresh[0]} of ${fresh[1]} with something new, ${unaligned[0]} of ${unaligned[1]} unaligned. ` +
      (seen[0] > fresh[0] && !fresh[0]
        ? 'What it has seen comes back, and nothing new is copied: evidence of memory, not of copying.'
        : fresh[0]
          ? 'Something new comes out right, too. One hit may be chance; look at its probability before calling it a rule.'
          : 'Little comes out right: evidence of neither memory nor copying.'),
    limits: 'Greedy shows one path of many, and a right word says nothing of why. Open it: its whole trace is here.',
    open: /** @param {string} prompt */ (prompt) => `Take ${prompt} as the prompt`,
  },
});

/** @param {import('./nouns.js').ChineseNoun} of @returns {ReturnType<typeof en>} */
const zh = (of) => ({
  title: '生成',
  prompt: '提示',
  useRecord: (index) => `用${of.one} ${index}`,
  useText: '用“探索”中的文本',
  keep: `存为${of.one}`,
  kept: `已存为${of.one}，可在“探索”中查看。`,
  keptText: `已存为${of.one}，但不含不成文本的字节。`,
  next: '下一个',
  run: '连续',
  pause: '暂停',
  greedy: '贪心',
  again: '丢弃',
  settings: { temperature: '温度', top_k: 'top-k', top_p: 'top-p', seed: '种子', max_new_tokens: '个数' },
  off: '关',
  noNumber: '请填写数字。',
  noWholeNumber: '请填写整数，最大 2⁵³ − 1。',
  range: (least, most) => `范围 ${least} 到 ${most < 1e15 ? most : '2⁶³ − 1'}。`,
  drawn: '抽中',
  probability: '概率',
  cell: (place, piece, p) => `第 ${place} 个词元：${piece}，概率 ${p}`,
  axis: '已抽取的词元。方向键移动，回车查看某个词元是怎样抽出的。',
  stops: { eos: '已停止：EOS', budget: (count) => `已停止：满 ${count} 个`, context: '已停止：上下文已满' },
  token: (place, all) => `第 ${place} 个，共 ${all} 个`,
  waiting: '服务器正在生成。',
  wished: '服务器正在生成；结果一到就开始抽取。按“暂停”或空格取消。',
  offline: '保存的页面不能生成：要由服务器来做。',
  candidates: { piece: '片段', id: 'ID', model: '模型', tempered: '÷ 温度', greedy: '去掉 BOS、PAD', asIs: '未用（贪心）', kept: '保留并归一' },
  isDrawn: '← 抽中',
  isTaken: '← 取用',
  removed: { forbidden: '从不选用', top_k: '被 top-k 去除', top_p: '被 top-p 去除' },
  others: (count) => `其余 ${count} 个`,
  never: 'BOS 与 PAD 从不选用',
  interval: '保留的词元按 ID 顺序并排，宽度即概率；u 落在其中一个上。',
  chance: (all, kept, piece) => `从 ${all} 个候选到一个：过滤后剩 ${kept} 个，抽中 ${piece}。`,
  likeliest: (all, piece) => `${all} 个候选中取最可能的：${piece}。温度为 0 时不抽签。`,
  inPrompt: (position, end) => `位置 ${position} 属于提示。第一个词元在位置 ${end} 抽取。`,
  behind: (position, stop) => `位置 ${position} 是最后抽出的词元，自己不再抽取。${stop}`,
  toFirst: '查看',
  notDrawn: '尚未抽取：按“下一个”即抽。',
  says: {
    chance: (place, piece, p, greedy) => `正在看第 ${place} 个：抽中 ${piece}，概率 ${p}。${greedy ? `贪心会取 ${greedy}。` : ''}`,
    greedy: (place, piece, p) => `正在看第 ${place} 个：贪心取 ${piece}，模型给它的概率是 ${p}。`,
    ready: '还没有抽取。“下一个”抽一个，“连续”抽完。',
    slides: (before) => `上下文已滑动：其前有 ${before} 个词元，模型看不到。`,
    earlier: (position) => `位置 ${position} 显示的是最后一次抽取所见；当时抽取它自己的词元时，上下文在别处。`,
    prompt: (position) => `位置 ${position} 属于提示：那里没有抽取。`,
    discarded: (count) => `改动丢弃了 ${count} 个词元。`,
    bytes: '抽出的字节不是 UTF-8 文本：字节写作 ⟨十六进制⟩。',
    over: (stop, count) => (stop === 'context' ? '上下文已满，不能再抽。' : stop === 'eos' ? '已抽到 EOS，其后没有内容。' : `要求的 ${count} 个已抽完。`),
    tooLong: (positions, limit, over) => `提示需要 ${positions} 个位置，上下文只有 ${limit} 个。请缩短 ${over} 个词元。`,
  },
  text: '抽出的文本',
  boundary: {
    title: '提示在一个词元中间断开',
    training: (id) => `${id} 中`,
    prompt: '本提示',
    why: (ours, theirs) => `作为文本，它是这条训练记录的开头；作为词元却不是：记录接着是 ${theirs}，提示接着是 ${ours}。在这里 ${ours} 之后该是什么，模型从未学过。`,
    complete: '补全这个词元',
  },
  probes: {
    title: '探针（贪心）',
    prompt: '提示',
    expected: '应得',
    untrained: '未训练',
    selected: '选中',
    final: '最终',
    kinds: { seen: '见过', colour: '新颜色', limit: '新限额', aligned: '对齐', unaligned: '未对齐' },
    right: '符合预期',
    wrong: '不符合预期',
    noRun: '尚未训练',
    bytes: '字节',
    nothing: '空',
    step: (step) => `第 ${step} 步`,
    untrainedOnly: '目前只问过未训练的模型。在“训练”中跑完一次后，选中与最终状态会列在旁边。',
    evidence: ({ seen, fresh, unaligned }) =>
      `最终模型：见过的提示 ${seen[1]} 中对 ${seen[0]}，含新内容的 ${fresh[1]} 中对 ${fresh[0]}，未对齐的 ${unaligned[1]} 中对 ${unaligned[0]}。` +
      (seen[0] > fresh[0] && !fresh[0]
        ? '见过的能复现，新的一个也抄不出：这是记忆的证据，不是照抄能力的证据。'
        : fresh[0]
          ? '新的内容也有答对的。一次命中可能只是巧合；先看它的概率，再谈规律。'
          : '答对的很少：既不能证明记忆，也不能证明照抄。'),
    limits: '贪心只走许多路中的一条，答对一个词也说明不了原因。点开它：全部计算都在这里。',
    open: (prompt) => `以 ${prompt} 为提示`,
  },
});

export const generation = withNouns(en, zh);
