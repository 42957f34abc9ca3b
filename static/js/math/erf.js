/**
 * The error function, erf(x) = 2 ÷ √π · ∫₀ˣ exp(−t²) dt, by the rational
 * approximations of FreeBSD's msun, file s_erf.c (Sun Microsystems 1993): five
 * ranges of |x|, each with a quotient of polynomials. C libraries use the same
 * ones, Python's math.erf among them. Error below one unit in the last place.
 */

/** erf(x) − x near 0, as x · P(x²) ÷ Q(x²); up to 0.84375. */
const NEAR = {
  over: [1.28379167095512558561e-1, -3.25042107247001499370e-1, -2.84817495755985104766e-2, -5.77027029648944159157e-3, -2.37630166566501626084e-5],
  under: [1, 3.97917223959155352819e-1, 6.50222499887672944485e-2, 5.08130628187576562776e-3, 1.32494738004321644526e-4, -3.96022827877536812320e-6],
};
/** erf(x) − ERF_ONE, in |x| − 1; up to 1.25. */
const AROUND_ONE = {
  over: [-2.36211856075265944077e-3, 4.14856118683748331666e-1, -3.72207876035701323847e-1, 3.18346619901161753674e-1, -1.10894694282396677476e-1, 3.54783043256182359371e-2, -2.16637559486879084300e-3],
  under: [1, 1.06420880400844228286e-1, 5.40397917702171048937e-1, 7.18286544141962662868e-2, 1.26171219808761642112e-1, 1.36370839120290507362e-2, 1.19844998467991074170e-2],
};
/** What the exponent of erfc lacks, in 1 ÷ x²; up to 1 ÷ 0.35. */
const FAR = {
  over: [-9.86494403484714822705e-3, -6.93858572707181764372e-1, -1.05586262253232909814e1, -6.23753324503260060396e1, -1.62396669462573470355e2, -1.84605092906711035994e2, -8.12874355063065934246e1, -9.81432934416914548592],
  under: [1, 1.96512716674392571292e1, 1.37657754143519042600e2, 4.34565877475229228821e2, 6.45387271733267880336e2, 4.29008140027567833386e2, 1.08635005541779435134e2, 6.57024977031928170135, -6.04244152148580987438e-2],
};
/** The same beyond. */
const FARTHER = {
  over: [-9.86494292470009928597e-3, -7.99283237680523006574e-1, -1.77579549177547519889e1, -1.60636384855821916062e2, -6.37566443368389627722e2, -1.02509513161107724954e3, -4.83519191608651397019e2],
  under: [1, 3.03380607434824582924e1, 3.25792512996573918826e2, 1.53672958608443695994e3, 3.19985821950859553908e3, 2.55305040643316442583e3, 4.74528541206955367215e2, -2.24409524465858183362e1],
};

const ERF_ONE = 8.45062911510467529297e-1;

/** @param {number} x @returns {number} in −1…1 */
export function erf(x) {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return NaN;
  if (size < 0.84375) return x + x * quotient(NEAR, x * x);
  return Math.sign(x) * (size < 1.25 ? ERF_ONE + quotient(AROUND_ONE, size - 1) : 1 - tail(size));
}

/** 1 − erf(x), for x of at least 1.25. @param {number} x */
function tail(x) {
  if (x >= 6) return 0;
  // x² exactly, in two parts: of a rounded square the exponential would show the rounding.
  const short = Math.fround(x);
  const rest = (short - x) * (short + x);
  const lacking = quotient(x < 1 / 0.35 ? FAR : FARTHER, 1 / (x * x));
  return (Math.exp(-short * short - 0.5625) * Math.exp(rest + lacking)) / x;
}

/** @param {{over: number[], under: number[]}} of @param {number} x */
function quotient({ over, under }, x) {
  return polynomial(over, x) / polynomial(under, x);
}

/** By Horner's rule, the constant first. @param {number[]} coefficients @param {number} x */
function polynomial(coefficients, x) {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}
