/** An answer that is a refusal, whoever gives it. */
export class Refused extends Error {
  /** @param {import('../types.js').ApiError} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}
