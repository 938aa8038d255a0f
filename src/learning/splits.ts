import { append, indices, KohortError, randomFrom, remember, shuffle } from "../base/index.ts";

/** Rows to learn from and rows to be judged on. */
export type Split = { readonly train: Uint32Array; readonly test: Uint32Array };

/** Parts rows at random by a seed; the test part has `share` of the rows, rounded up. */
export function splitRandomly(rows: number, share: number, seed: number): Split {
  const order = shuffle(indices(rows), randomFrom(seed));
  const held = Math.ceil(rows * share);
  return { train: order.slice(0, rows - held), test: order.slice(rows - held) };
}

/** Parts rows so that every class has the same share in both parts, as near as whole rows allow. */
export function splitStratified(target: ArrayLike<number>, share: number, seed: number): Split {
  const random = randomFrom(seed);
  const train: number[] = [];
  const test: number[] = [];
  for (const rows of rowsByClass(target)) {
    shuffle(rows, random);
    const held = Math.round(rows.length * share);
    append(test, rows.slice(0, held));
    append(train, rows.slice(held));
  }
  return { train: Uint32Array.from(train).sort(), test: Uint32Array.from(test).sort() };
}

/** Parts rows into folds, each the test of one split, every class spread evenly over them. */
export function crossValidation(target: ArrayLike<number>, folds: number, seed: number): Split[] {
  if (folds < 2 || folds > target.length) {
    throw new KohortError("usage", `${target.length} rows cannot be parted into ${folds} folds`, {
      hint: "ask for 2 folds or more, and no more than there are rows",
    });
  }
  const random = randomFrom(seed);
  const foldOf = new Uint32Array(target.length);
  let next = 0;
  for (const rows of rowsByClass(target)) {
    for (const row of shuffle(rows, random)) foldOf[row] = next++ % folds;
  }
  const all = Uint32Array.from(foldOf, (_, row) => row);
  return Array.from({ length: folds }, (_, fold) => ({
    train: all.filter((row) => foldOf[row] !== fold),
    test: all.filter((row) => foldOf[row] === fold),
  }));
}

function rowsByClass(target: ArrayLike<number>): number[][] {
  const byClass = new Map<number, number[]>();
  for (let row = 0; row < target.length; row++) remember(byClass, target[row], () => []).push(row);
  return [...byClass].sort((a, b) => a[0] - b[0]).map(([, rows]) => rows);
}
