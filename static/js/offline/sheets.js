/** Stands in for sheets.js in a saved page, whose styles are all in it from the start. */
export async function loadSheets() {}
