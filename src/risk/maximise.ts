const golden = (Math.sqrt(5) - 1) / 2;

/** Where a function of one number with a single peak is largest between two ends, by golden section. */
export function peakOf(
  value: (at: number) => number,
  from: number,
  to: number,
  steps: number,
): { readonly at: number; readonly value: number } {
  let low = from;
  let high = to;
  let left = high - golden * (high - low);
  let right = low + golden * (high - low);
  let leftValue = value(left);
  let rightValue = value(right);
  for (let step = 0; step < steps; step++) {
    if (leftValue >= rightValue) {
      high = right;
      right = left;
      rightValue = leftValue;
      left = high - golden * (high - low);
      leftValue = value(left);
    } else {
      low = left;
      left = right;
      leftValue = rightValue;
      right = low + golden * (high - low);
      rightValue = value(right);
    }
  }
  return leftValue >= rightValue ? { at: left, value: leftValue } : { at: right, value: rightValue };
}
