/**
 * @file A logarithm that every JavaScript engine computes to the same bits, for decisions that hang on one.
 * `Math.log2` may differ in the last bit from engine to engine; this uses only +, −, ×, ÷ on doubles, which may not.
 */

const view = /* @__PURE__ */ new DataView(new ArrayBuffer(8));

/** log₂ of a positive, normal number, within 2 units in the last place. */
export function log2(x: number): number {
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  let exponent = (high >>> 20) - 1023;
  view.setUint32(0, (high & 0x000f_ffff) | 0x3ff0_0000);
  let mantissa = view.getFloat64(0);
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent += 1;
  }
  // ln m = 2 artanh((m − 1) / (m + 1)), a series in s² ≤ 0.0295
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 0;
  for (let odd = 23; odd >= 3; odd -= 2) sum = (sum + 1 / odd) * square;
  return exponent + 2 * (s + s * sum) * Math.LOG2E;
}
