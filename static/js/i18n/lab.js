export const lab = { en: {}, zh: {} };
