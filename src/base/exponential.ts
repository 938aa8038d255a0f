/**
 * @file e to the power x that every JavaScript engine computes to the same bits; `Math.exp` need not. The reduction and
 * the rational approximation are those of fdlibm's e_exp.c (Sun Microsystems, 1993), good to one unit in the last place.
 */

const powers = /* @__PURE__ */ powersOfTwo();

/** Two to the power −1074 … 1023. */
function powersOfTwo(): Float64Array {
  const table = new Float64Array(2098);
  table[1074] = 1;
  for (let k = 1; k <= 1023; k++) table[1074 + k] = table[1073 + k] * 2;
  for (let k = 1; k <= 1074; k++) table[1074 - k] = table[1075 - k] / 2;
  return table;
}

/** e to the power x. */
export function exp(x: number): number {
  if (!(x > -745.2)) return Number.isNaN(x) ? x : 0;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * 0.6931471803691238;
  const low = k * 1.9082149292705877e-10;
  const r = high - low;
  const t = r * r;
  const c =
    r -
    t *
      (0.16666666666666602 +
        t *
          (-0.0027777777777015593 +
            t * (6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  return k === 1024 ? y * 2 * powers[2097] : y * powers[k + 1074];
}
