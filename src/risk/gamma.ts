/** ln Γ(x) for x > 0, to about 15 digits: Stirling's series after shifting x up to 15. */
export function logGamma(x: number): number {
  let shift = 0;
  let product = 1;
  let at = x;
  while (at < 15) {
    product *= at;
    at += 1;
    if (product > 1e250) {
      shift += Math.log(product);
      product = 1;
    }
  }
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188)))));
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift - Math.log(product);
}
