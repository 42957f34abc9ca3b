/**
 * Runs in every page of the tests, before its scripts. A large model's rows come
 * as typed arrays: they hold numbers alone, so what else they are mapped to is
 * lost without a word, and they have no flatMap. Both become an error here.
 */
for (const { prototype } of [Float32Array, Float64Array]) {
  const mapped = prototype.map;
  prototype.map = function map(use, self) {
    return mapped.call(this, (value, place, all) => {
      const made = use.call(self, value, place, all);
      if (typeof made !== 'number') console.error(new TypeError(`a typed row is mapped to ${made}`).stack);
      return made;
    });
  };
}
