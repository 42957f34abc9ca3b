export const output = { en: {}, zh: {} };
