// Kernels of the boosted trees. All arguments are byte offsets into the one memory; see src/learning/kernels.ts.

/** Adds the (gradient, hessian) pair of each row to the bin of every feature. */
export function histogram(bins: usize, rows: usize, count: i32, gradients: usize, target: usize, features: i32): void {
  const stride = (<usize>features) << 1;
  const pairs = features & ~1;
  const end = rows + ((<usize>count) << 2);
  for (let place = rows; place < end; place += 4) {
    const row = <usize>load<u32>(place);
    const pair = v128.load(gradients + (row << 4));
    let at = bins + row * stride;
    const stop = at + ((<usize>pairs) << 1);
    while (at < stop) {
      const two = load<u32>(at);
      const first = target + ((<usize>(two & 0xffff)) << 4);
      const second = target + ((<usize>(two >>> 16)) << 4);
      v128.store(first, f64x2.add(v128.load(first), pair));
      v128.store(second, f64x2.add(v128.load(second), pair));
      at += 4;
    }
    if (features & 1) {
      const last = target + ((<usize>load<u16>(at)) << 4);
      v128.store(last, f64x2.add(v128.load(last), pair));
    }
  }
}

/** Takes the histogram at `part` away from the one at `whole`. */
export function subtract(whole: usize, part: usize, slots: i32): void {
  const end = whole + ((<usize>slots) << 4);
  while (whole < end) {
    v128.store(whole, f64x2.sub(v128.load(whole), v128.load(part)));
    whole += 16;
    part += 16;
  }
}

/** Parts rows by whether the side of their bin is 1 (left), keeping their order; gives how many went left. */
export function partition(bins: usize, stride: i32, rows: usize, count: i32, sides: usize, scratch: usize): i32 {
  let left: usize = rows;
  let right: usize = scratch;
  const end = rows + ((<usize>count) << 2);
  for (let place = rows; place < end; place += 4) {
    const row = load<u32>(place);
    const bin = <usize>load<u16>(bins + <usize>row * <usize>stride);
    const side = <usize>load<u8>(sides + bin);
    store<u32>(left, row);
    store<u32>(right, row);
    left += side << 2;
    right += (1 - side) << 2;
  }
  memory.copy(left, scratch, right - scratch);
  return <i32>((left - rows) >> 2);
}

/**
 * The best cut of one numeric feature from the right, as src/learning/split-search.ts defines it: the sums on the left
 * and the gain go to `result` (gradient, hessian, count, gain); gives the last bin on the left, −1 for none.
 */
export function cutFromRight(
  data: usize,
  lastBin: i32,
  sumGradient: f64,
  sumHessian: f64,
  count: f64,
  leastCount: f64,
  leastHessian: f64,
  l2: f64,
  floor: f64,
  epsilon: f64,
  result: usize,
): i32 {
  const factor = count / sumHessian;
  let rightGradient: f64 = 0;
  let rightHessian: f64 = epsilon;
  let rightCount: f64 = 0;
  let best: i32 = -1;
  let bestGain = floor;
  for (let bin = lastBin; bin >= 1; bin--) {
    const at = data + ((<usize>bin) << 4);
    const hessian = load<f64>(at, 8);
    rightGradient += load<f64>(at);
    rightHessian += hessian;
    rightCount += Math.floor(hessian * factor + 0.5);
    if (rightCount < leastCount || rightHessian < leastHessian) continue;
    const leftCount = count - rightCount;
    if (leftCount < leastCount) break;
    const leftHessian = sumHessian - rightHessian;
    if (leftHessian < leastHessian) break;
    const leftGradient = sumGradient - rightGradient;
    const gain =
      (leftGradient * leftGradient) / (leftHessian + l2) + (rightGradient * rightGradient) / (rightHessian + l2);
    if (gain > bestGain) {
      bestGain = gain;
      best = bin - 1;
      store<f64>(result, leftGradient);
      store<f64>(result, leftHessian, 8);
      store<f64>(result, leftCount, 16);
      store<f64>(result, gain, 24);
    }
  }
  return best;
}
