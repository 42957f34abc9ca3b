/** Words around the lessons: what opens, moves and leaves them, and what an answer earns. */

const en = {
  label: 'Learn',
  tour: 'Tour of one prediction',
  exercises: 'Exercises',
  stops: 'stops',
  stop: (/** @type {number} */ place, /** @type {string} */ title) => `${place}. ${title}`,
  exercise: (/** @type {string} */ id, /** @type {string} */ title) => `${id}. ${title}`,
  leave: 'Leave',
  leaveHint: 'Close the lesson and keep the page as it is now',
  back: 'Back to where I was',
  backHint: 'Close the lesson and bring back records, selection and mask from before it',
  previous: '‹ Back',
  next: 'Next ›',
  then: (/** @type {string} */ does) => `Next: ${does}`,
  end: 'That was all. Change the text, and all of it tells another story.',
  check: 'Check',
  show: 'Show me',
  right: 'Yes.',
  wrong: 'Not yet.',
  unread: { whole: 'Every field wants a whole number.', decimal: 'This wants a number, such as 1.2345.', choice: '' },
  high: (/** @type {string} */ given) => [`${given} is too many.`],
  low: (/** @type {string} */ given) => [`${given} is too few.`],
  highDecimal: (/** @type {string} */ given) => [`${given} is too large.`],
  lowDecimal: (/** @type {string} */ given) => [`${given} is too small.`],
  live: 'Answers are computed from what is on the page. Edit the text, and the question follows.',
  /** Why an exercise can't be asked of the model on show. */
  lacking: {
    /** @param {string} name */
    frame: (name) => `This exercise is about BOS, EOS and PAD. ${name} reads pieces of a running text, and has none of these IDs.`,
    /** @param {string} name */
    ids: (name) => `This exercise is about BOS, EOS and PAD. ${name} came without a tokenizer: its records are IDs alone, and none is known to be one of these.`,
    /** @param {string} name */
    size: (name) => `For this exercise the page runs the model four times, at once and by itself. ${name} is too large for that.`,
  },
  otherModel: 'Open MG-1, where it can be asked',
  unscored: 'This stop follows a prediction whose outcome is known, and nothing here has one. Write two tokens or more.',
  unavailable: 'This exercise needs a record with at least one token, and the model’s parameters, which come after the first trace.',
  waiting: 'The lesson waits for the first numbers.',
};

/** @type {typeof en} */
const zh = {
  label: '学习',
  tour: '一次预测之旅',
  exercises: '练习',
  stops: '站点',
  stop: (place, title) => `${place}. ${title}`,
  exercise: (id, title) => `${id}. ${title}`,
  leave: '离开',
  leaveHint: '关闭课程，页面保持现在的样子',
  back: '回到原处',
  backHint: '关闭课程，恢复之前的记录、选择和掩码',
  previous: '‹ 上一步',
  next: '下一步 ›',
  then: (does) => `下一步：${does}`,
  end: '到此为止。换一段文字，整个故事就会不同。',
  check: '检查',
  show: '演示',
  right: '正确。',
  wrong: '还不对。',
  unread: { whole: '每一栏都要填整数。', decimal: '这里要填一个数，例如 1.2345。', choice: '' },
  high: (given) => [`${given} 太多了。`],
  low: (given) => [`${given} 太少了。`],
  highDecimal: (given) => [`${given} 太大了。`],
  lowDecimal: (given) => [`${given} 太小了。`],
  live: '答案由页面上的内容算出。改动文字，题目也随之改变。',
  lacking: {
    frame: (name) => `这道题问的是 BOS、EOS 和 PAD。${name} 读的是连续文本中的一段，没有这些 ID。`,
    ids: (name) => `这道题问的是 BOS、EOS 和 PAD。${name} 没有带分词器：它的记录只是 ID，不知道哪个是它们。`,
    size: (name) => `这道题要在页面里把模型当场运行四遍。${name} 太大了。`,
  },
  otherModel: '打开 MG-1，在那里可以做',
  unscored: '这一站跟着一次知道结果的预测走，而这里没有。请写至少两个词元。',
  unavailable: '这道题需要一条至少有一个词元的记录，以及模型参数；参数在第一批结果之后到达。',
  waiting: '课程正在等待第一批数。',
};

export const lesson = { en, zh };
