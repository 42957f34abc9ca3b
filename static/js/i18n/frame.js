/** Words of the frame: header, badge, errors. */

/** The chapter writes MG-1 in capitals. @param {string} name */
export const title = (name) => name.replace(/^mg-/, 'MG-');

/** Below 0 for weights whose file does not say. @param {number | null} step */
const at = (step) => step && (step < 0 ? 'imported' : `step ${step}`);
/** @param {number | null} step */
const atZh = (step) => step && (step < 0 ? '导入' : `第 ${step} 步`);

/** @param {unknown} codePoint such as U+00E9 */
const character = (codePoint) => String.fromCodePoint(Number.parseInt(String(codePoint).slice(2), 16));

/** @param {Pick<typeof en, 'refusals'>} frame @param {import('../types.js').ApiError} error */
export function refusalIn({ refusals }, { code, message, details }) {
  const said = refusals[code];
  return typeof said === 'function' ? said(details) : (said ?? message);
}

const en = {
  skip: 'Skip to the stage detail',
  language: 'Language',
  themes: { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' },
  share: 'Share',
  help: 'Help',
  present: 'Present',
  models: 'Models',
  /** @param {string} name @param {number | null} step */
  modelShort: (name, step) => `${title(name)}, ${at(step) || 'untrained'}`,
  /** @param {string} name @param {number} seed @param {number | null} step */
  modelName: (name, seed, step) => `${title(name)} · ${at(step) || `untrained, seed ${seed}`}`,
  waiting: 'Waiting for the first numbers',
  /** @param {string} name of a model */
  opening: (name) => `Opening ${name}`,
  stale: 'Not of this text:',
  /** Of records and of texts; else the server's words. @type {Record<string, string | ((details: Record<string, unknown>) => string)>} */
  refusals: {
    unreachable: 'the server does not answer. Trying again; nothing is lost.',
    record_too_long: 'it is too long.',
    json_invalid: 'half a surrogate pair is no text.',
    text_not_unicode: 'half a surrogate pair is no text.',
    body_too_large: 'all of it is too large to send. Shorten it.',
    records_too_many: 'it is too many at once.',
    internal_error: 'the server failed on it.',
    server_error: 'the server failed on it.',
    offline: 'only the server computes this, and a saved page has none.',
    record_empty: 'it is empty; write at least one token.',
  },
};

/** @type {typeof en} */
const zh = {
  skip: '跳到阶段详情',
  language: '语言',
  themes: { auto: '主题：跟随系统', light: '主题：浅色', dark: '主题：深色' },
  share: '分享',
  help: '帮助',
  present: '放映',
  models: '模型',
  modelShort: (name, step) => `${title(name)}，${atZh(step) || '未训练'}`,
  modelName: (name, seed, step) => `${title(name)} · ${atZh(step) || `未训练，种子 ${seed}`}`,
  waiting: '正在等待第一批数',
  opening: (name) => `正在打开 ${name}`,
  stale: '与所写内容不符：',
  refusals: {
    unreachable: '服务器没有应答。正在重试，内容不会丢失。',
    record_too_long: '写得太长。',
    json_invalid: '含半个代理对，不是合法文本。',
    text_not_unicode: '含半个代理对，不是合法文本。',
    body_too_large: '合起来太大，无法发送。请缩短。',
    records_too_many: '一次写得太多。',
    internal_error: '服务器处理时出错。',
    server_error: '服务器处理时出错。',
    offline: '这只有服务器能算，而保存的页面没有服务器。',
    record_empty: '是空的，没有可作依据的词元；请至少写一个。',
    character_unknown: ({ position, line, column, code_point }) => `第 ${position} 个字符（第 ${line} 行第 ${column} 列）是“${character(code_point)}”（${code_point}），不在这个模型的字符表里。`,
    text_not_ids: ({ position }) => `第 ${position} 个字符处读不出 ID；请写 ID，如“12 5 #7”。`,
  },
};

export const frame = { en, zh };
