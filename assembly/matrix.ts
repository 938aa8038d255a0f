// Kernels of the neural nets, single precision. All arguments are byte offsets into the one memory; see
// src/synthesis/matrix.ts, whose plain loops do the same operations in the same order.

/** Copies a matrix into panels of 8 columns (depth × 8 floats each), the last filled up with zeros. */
export function pack(from: usize, depth: i32, columns: i32, rowStride: i32, columnStride: i32, to: usize): void {
  for (let first = 0; first < columns; first += 8) {
    const wide = min(8, columns - first);
    if (wide == 8 && columnStride == 4) {
      let at = from + (<usize>first) * 4;
      for (let k = 0; k < depth; k++) {
        v128.store(to, v128.load(at));
        v128.store(to, v128.load(at, 16), 16);
        at += <usize>rowStride;
        to += 32;
      }
    } else {
      let row = from + <usize>(first * columnStride);
      for (let k = 0; k < depth; k++) {
        let at = row;
        for (let j = 0; j < 8; j++) {
          store<f32>(to, j < wide ? load<f32>(at) : 0);
          at += <usize>columnStride;
          to += 4;
        }
        row += <usize>rowStride;
      }
    }
  }
}

/**
 * c = a · b, or c + a · b: `a` is rows × depth with the strides given in bytes, `packed` is b in panels. A tile of 4 × 8
 * sums stays in registers; every sum runs over depth in order, multiply and add apart.
 */
export function multiply(
  a: usize,
  rowStride: i32,
  stepStride: i32,
  packed: usize,
  c: usize,
  rows: i32,
  columns: i32,
  depth: i32,
  add: i32,
  scratch: usize,
): void {
  const step = <usize>stepStride;
  const line = (<usize>columns) * 4;
  for (let j = 0; j < columns; j += 8) {
    const wide = min(8, columns - j);
    const panel = packed + (<usize>j) * (<usize>depth) * 4;
    for (let i = 0; i < rows; i += 4) {
      const high = min(4, rows - i);
      let a0 = a + (<usize>i) * (<usize>rowStride);
      let a1 = high > 1 ? a0 + <usize>rowStride : a0;
      let a2 = high > 2 ? a1 + <usize>rowStride : a0;
      let a3 = high > 3 ? a2 + <usize>rowStride : a0;
      let s00 = f32x4.splat(0);
      let s01 = f32x4.splat(0);
      let s10 = f32x4.splat(0);
      let s11 = f32x4.splat(0);
      let s20 = f32x4.splat(0);
      let s21 = f32x4.splat(0);
      let s30 = f32x4.splat(0);
      let s31 = f32x4.splat(0);
      let b = panel;
      const end = panel + ((<usize>depth) << 5);
      while (b < end) {
        const b0 = v128.load(b);
        const b1 = v128.load(b, 16);
        let x = v128.load_splat<f32>(a0);
        s00 = f32x4.add(s00, f32x4.mul(x, b0));
        s01 = f32x4.add(s01, f32x4.mul(x, b1));
        x = v128.load_splat<f32>(a1);
        s10 = f32x4.add(s10, f32x4.mul(x, b0));
        s11 = f32x4.add(s11, f32x4.mul(x, b1));
        x = v128.load_splat<f32>(a2);
        s20 = f32x4.add(s20, f32x4.mul(x, b0));
        s21 = f32x4.add(s21, f32x4.mul(x, b1));
        x = v128.load_splat<f32>(a3);
        s30 = f32x4.add(s30, f32x4.mul(x, b0));
        s31 = f32x4.add(s31, f32x4.mul(x, b1));
        a0 += step;
        a1 += step;
        a2 += step;
        a3 += step;
        b += 32;
      }
      v128.store(scratch, s00);
      v128.store(scratch, s01, 16);
      v128.store(scratch, s10, 32);
      v128.store(scratch, s11, 48);
      v128.store(scratch, s20, 64);
      v128.store(scratch, s21, 80);
      v128.store(scratch, s30, 96);
      v128.store(scratch, s31, 112);
      let to = c + (<usize>i) * line + (<usize>j) * 4;
      for (let r = 0; r < high; r++) {
        const from = scratch + ((<usize>r) << 5);
        if (wide == 8) {
          if (add) {
            v128.store(to, f32x4.add(v128.load(to), v128.load(from)));
            v128.store(to, f32x4.add(v128.load(to, 16), v128.load(from, 16)), 16);
          } else {
            v128.store(to, v128.load(from));
            v128.store(to, v128.load(from, 16), 16);
          }
        } else {
          for (let w = 0; w < wide; w++) {
            const cell = to + ((<usize>w) << 2);
            const value = load<f32>(from + ((<usize>w) << 2));
            store<f32>(cell, add ? load<f32>(cell) + value : value);
          }
        }
        to += line;
      }
    }
  }
}

/** Adds a bias to every row, then lets negative values through by `slope` only (1 for none). */
export function activate(values: usize, bias: usize, rows: i32, columns: i32, slope: f32): void {
  const wide = columns & ~3;
  const zero = f32x4.splat(0);
  const slopes = f32x4.splat(slope);
  for (let i = 0; i < rows; i++) {
    let j = 0;
    for (; j < wide; j += 4) {
      const at = (<usize>j) << 2;
      const sum = f32x4.add(v128.load(values + at), v128.load(bias + at));
      v128.store(values + at, v128.bitselect(sum, f32x4.mul(sum, slopes), f32x4.gt(sum, zero)));
    }
    for (; j < columns; j++) {
      const at = (<usize>j) << 2;
      const sum = load<f32>(values + at) + load<f32>(bias + at);
      store<f32>(values + at, sum > 0 ? sum : sum * slope);
    }
    values += (<usize>columns) << 2;
  }
}

/** Scales gradients by the slope that their activations had; a multiple of 4 values. */
export function slopes(gradients: usize, values: usize, count: i32, slope: f32): void {
  const zero = f32x4.splat(0);
  const factor = f32x4.splat(slope);
  const end = gradients + ((<usize>count) << 2);
  while (gradients < end) {
    const gradient = v128.load(gradients);
    const mask = f32x4.gt(v128.load(values), zero);
    v128.store(gradients, v128.bitselect(gradient, f32x4.mul(gradient, factor), mask));
    gradients += 16;
    values += 16;
  }
}

/** a = a ⊙ b; a multiple of 4 values. */
export function timesEach(a: usize, b: usize, count: i32): void {
  const end = a + ((<usize>count) << 2);
  while (a < end) {
    v128.store(a, f32x4.mul(v128.load(a), v128.load(b)));
    a += 16;
    b += 16;
  }
}

/** to = to + the sum of each column. */
export function sumColumns(values: usize, to: usize, rows: i32, columns: i32): void {
  const wide = columns & ~3;
  for (let i = 0; i < rows; i++) {
    let j = 0;
    for (; j < wide; j += 4) {
      const at = (<usize>j) << 2;
      v128.store(to + at, f32x4.add(v128.load(to + at), v128.load(values + at)));
    }
    for (; j < columns; j++) {
      const at = (<usize>j) << 2;
      store<f32>(to + at, load<f32>(to + at) + load<f32>(values + at));
    }
    values += (<usize>columns) << 2;
  }
}

/** One step of Adam (Kingma and Ba 2015) on a multiple of 4 values; rates are already corrected for the step. */
export function adam(
  values: usize,
  gradients: usize,
  means: usize,
  squares: usize,
  count: i32,
  rate: f32,
  beta1: f32,
  beta2: f32,
  correction: f32,
  epsilon: f32,
  decay: f32,
): void {
  const b1 = f32x4.splat(beta1);
  const c1 = f32x4.splat(1 - beta1);
  const b2 = f32x4.splat(beta2);
  const c2 = f32x4.splat(1 - beta2);
  const rates = f32x4.splat(rate);
  const corrections = f32x4.splat(correction);
  const epsilons = f32x4.splat(epsilon);
  const decays = f32x4.splat(decay);
  const end = values + ((<usize>count) << 2);
  while (values < end) {
    const value = v128.load(values);
    const gradient = f32x4.add(v128.load(gradients), f32x4.mul(value, decays));
    const mean = f32x4.add(f32x4.mul(v128.load(means), b1), f32x4.mul(gradient, c1));
    const square = f32x4.add(f32x4.mul(v128.load(squares), b2), f32x4.mul(f32x4.mul(gradient, gradient), c2));
    v128.store(means, mean);
    v128.store(squares, square);
    const scale = f32x4.add(f32x4.sqrt(f32x4.mul(square, corrections)), epsilons);
    v128.store(values, f32x4.sub(value, f32x4.div(f32x4.mul(mean, rates), scale)));
    values += 16;
    gradients += 16;
    means += 16;
    squares += 16;
  }
}
