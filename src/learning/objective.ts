import { exp, log2 } from "../base/index.ts";

/** What is learned: one of two classes, one of several, or a number. */
export type ObjectiveName = "binary" | "multiclass" | "regression";

/** How an objective starts, pulls on the scores, turns scores into predictions, and judges them. */
export type Objective = {
  readonly name: ObjectiveName;
  /** Scores per row, hence trees per round. */
  readonly outputs: number;
  /** The score every row starts with, per output. */
  readonly start: (target: Float64Array) => number[];
  /** Writes (gradient, hessian) of one output, as floats; asked for the outputs in turn, scores are those of the round's start. */
  readonly pull: (scores: Float64Array, target: Float64Array, output: number, pairs: Float64Array) => void;
  /** Scores to probabilities or numbers, in place. */
  readonly settle: (scores: Float64Array) => Float64Array;
  /** The loss to be kept low: log loss, or mean squared error. */
  readonly loss: (predictions: Float64Array, target: Float64Array) => number;
};

const tiny = /* @__PURE__ */ Math.fround(1e-15);

/** The natural logarithm, the same bits on every engine. */
export function ln(x: number): number {
  return x <= 0 ? -745 : log2(x) * Math.LN2;
}

/** 1 / (1 + e^−x). */
export function logistic(x: number): number {
  return 1 / (1 + exp(-x));
}

/** The objective of a name; classes count for multiclass. */
export function objectiveOf(name: ObjectiveName, classes: number): Objective {
  if (name === "binary") return binary;
  return name === "multiclass" ? multiclass(classes) : regression;
}

const clamp = (p: number): number => Math.min(1 - tiny, Math.max(tiny, p));

const binary: Objective = {
  name: "binary",
  outputs: 1,
  start: (target) => {
    const share = clamp(mean(target));
    return [ln(share / (1 - share))];
  },
  pull: (scores, target, _output, pairs) => {
    for (let row = 0; row < target.length; row++) {
      const sign = target[row] > 0 ? 1 : -1;
      const response = -sign / (1 + exp(sign * scores[row]));
      const size = Math.abs(response);
      pairs[row * 2] = Math.fround(response);
      pairs[row * 2 + 1] = Math.fround(size * (1 - size));
    }
  },
  settle: (scores) => {
    for (let row = 0; row < scores.length; row++) scores[row] = logistic(scores[row]);
    return scores;
  },
  loss: (predictions, target) => {
    let sum = 0;
    for (let row = 0; row < target.length; row++) {
      sum -= ln(clamp(target[row] > 0 ? predictions[row] : 1 - predictions[row]));
    }
    return sum / target.length;
  },
};

function multiclass(classes: number): Objective {
  const factor = classes / (classes - 1);
  const chance = new Float64Array(classes);
  /** Chances of all rows; computed for the first output of a round, used for all. */
  let chances = new Float64Array(0);
  const softmax = (scores: Float64Array, row: number): void => {
    const first = row * classes;
    let most = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < classes; c++) most = Math.max(most, scores[first + c]);
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += chance[c] = exp(scores[first + c] - most);
    for (let c = 0; c < classes; c++) chance[c] /= sum;
  };
  return {
    name: "multiclass",
    outputs: classes,
    start: (target) => {
      const counts = new Float64Array(classes);
      for (const value of target) counts[value] += 1;
      return Array.from(counts, (count) => ln(Math.max(tiny, count / target.length)));
    },
    pull: (scores, target, output, pairs) => {
      if (output === 0) {
        if (chances.length !== scores.length) chances = new Float64Array(scores.length);
        for (let row = 0; row < target.length; row++) {
          softmax(scores, row);
          chances.set(chance, row * classes);
        }
      }
      for (let row = 0; row < target.length; row++) {
        const p = chances[row * classes + output];
        pairs[row * 2] = Math.fround(target[row] === output ? p - 1 : p);
        pairs[row * 2 + 1] = Math.fround(factor * p * (1 - p));
      }
    },
    settle: (scores) => {
      for (let row = 0; row < scores.length / classes; row++) {
        softmax(scores, row);
        scores.set(chance, row * classes);
      }
      return scores;
    },
    loss: (predictions, target) => {
      let sum = 0;
      for (let row = 0; row < target.length; row++) sum -= ln(clamp(predictions[row * classes + target[row]]));
      return sum / target.length;
    },
  };
}

const regression: Objective = {
  name: "regression",
  outputs: 1,
  start: (target) => [mean(target.map(Math.fround))],
  pull: (scores, target, _output, pairs) => {
    for (let row = 0; row < target.length; row++) {
      pairs[row * 2] = Math.fround(scores[row] - Math.fround(target[row]));
      pairs[row * 2 + 1] = 1;
    }
  },
  settle: (scores) => scores,
  loss: (predictions, target) => {
    let sum = 0;
    for (let row = 0; row < target.length; row++) sum += (predictions[row] - target[row]) ** 2;
    return sum / target.length;
  },
};

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
