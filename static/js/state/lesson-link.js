/**
 * The open lesson in a link: stop=<1…> or ex=<letter>. Pure. How many there are
 * and where they stand is told in full in lessons/; a link needs only this much
 * of it, before the lessons are loaded.
 */

/** @typedef {import('../types.js').Lesson} Lesson */
/** @typedef {import('../types.js').Stage} Stage */

/** The stage at which each stop of the tour stands, and each exercise. */
const STOP_STAGES = '11233333344566';
/** @type {Record<string, Stage>} */
const EXERCISE_STAGES = { A: 1, B: 1, C: 3, D: 6, E: 2, F: 3 };

/** @param {URLSearchParams} fields @param {Lesson | null} lesson */
export function writeLesson(fields, lesson) {
  if (lesson?.kind === 'stop') fields.set('stop', String(lesson.stop + 1));
  if (lesson?.kind === 'exercise') fields.set('ex', lesson.id);
}

/** @param {URLSearchParams} fields @returns {Lesson | null} */
export function readLesson(fields) {
  const id = fields.get('ex');
  if (id !== null && Object.hasOwn(EXERCISE_STAGES, id)) return { kind: 'exercise', id };
  const stop = /^\d{1,2}$/.test(fields.get('stop') ?? '') ? Number(fields.get('stop')) - 1 : -1;
  return STOP_STAGES[stop] ? { kind: 'stop', stop } : null;
}

/** The stage a lesson opens; a link names another one only. @param {Lesson | null} lesson @returns {Stage | null} */
export function stageOfLesson(lesson) {
  if (!lesson) return null;
  const stage = lesson.kind === 'stop' ? Number(STOP_STAGES[lesson.stop]) : EXERCISE_STAGES[lesson.id];
  return /** @type {Stage} */ (stage ?? null);
}
