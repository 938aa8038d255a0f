/** @file Rows of places and choices as the CTGAN-style nets see them: how they are written, made from scores, and pulled on. */
import { exp, type Random } from "../base/index.ts";
import { ln } from "../learning/index.ts";
import type { Condition, Conditions } from "./conditions.ts";
import { choices, type EncodedColumn, hasPlace, type ModeColumn, modeWidth } from "./mode-encoding.ts";
import { drawGumbel } from "./noise.ts";
import { largest } from "./quantile-encoding.ts";

/** How sharp the soft choices are. */
const temperature = 0.2;

/** A matrix of floats: the first float, and floats from row to row. */
export type FloatRows = { readonly floats: Float32Array; readonly at: number; readonly stride: number };

/** Inputs of a whole row without its condition. */
export function rowWidth(encoding: readonly ModeColumn[]): number {
  return encoding.reduce((sum, column) => sum + modeWidth(column), 0);
}

/** Writes encoded rows: a place for every number, a 1 for every choice. */
export function writeRows(
  encoding: readonly ModeColumn[],
  encoded: readonly EncodedColumn[],
  chosen: ArrayLike<number>,
  { floats, at, stride }: FloatRows,
): void {
  const width = rowWidth(encoding);
  for (let i = 0; i < chosen.length; i++) {
    const row = chosen[i];
    let cell = at + i * stride;
    floats.fill(0, cell, cell + width);
    for (let c = 0; c < encoding.length; c++) {
      const column = encoding[c];
      if (column.kind === "number") floats[cell++] = encoded[c].place![row];
      floats[cell + encoded[c].choice[row]] = 1;
      cell += choices(column);
    }
  }
}

/** Writes conditions behind the rows. */
export function writeConditions(
  conditions: Conditions,
  asked: readonly Condition[],
  { floats, at, stride }: FloatRows,
): void {
  const { offsets, width } = conditions;
  asked.forEach(({ label, column, choice }, i) => {
    const first = at + i * stride;
    floats.fill(0, first, first + width);
    floats[first + offsets[conditions.label] + label] = 1;
    floats[first + offsets[column] + choice] = 1;
  });
}

/** Turns scores into rows: tanh for places, a soft choice with Gumbel noise for the rest. */
export function softRows(
  encoding: readonly ModeColumn[],
  count: number,
  scores: FloatRows,
  rows: FloatRows,
  random: Random,
): void {
  for (let i = 0; i < count; i++) {
    let from = scores.at + i * scores.stride;
    let to = rows.at + i * rows.stride;
    for (const column of encoding) {
      if (column.kind === "number") rows.floats[to++] = hyperbolic(scores.floats[from++]);
      const size = choices(column);
      let most = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < size; j++) {
        const value = (scores.floats[from + j] + drawGumbel(random)) / temperature;
        rows.floats[to + j] = value;
        if (value > most) most = value;
      }
      softmax(rows.floats, to, size, Math.fround(most));
      from += size;
      to += size;
    }
  }
}

/** Makes soft rows sharp, as real ones are: a 1 for the largest choice, and no place in a mode that has none. */
export function sharpenRows(encoding: readonly ModeColumn[], count: number, { floats, at, stride }: FloatRows): void {
  for (let i = 0; i < count; i++) {
    let cell = at + i * stride;
    for (const column of encoding) {
      const place = cell;
      if (column.kind === "number") cell += 1;
      const choice = largest(floats, cell, choices(column));
      if (column.kind === "number" && !hasPlace(column, choice)) floats[place] = 0;
      floats.fill(0, cell, cell + choices(column));
      floats[cell + choice] = 1;
      cell += choices(column);
    }
  }
}

function softmax(floats: Float32Array, at: number, size: number, most: number): void {
  let sum = 0;
  for (let j = at; j < at + size; j++) {
    const less = floats[j] - most;
    sum += floats[j] = less < -40 ? 0 : exp(less);
  }
  for (let j = at; j < at + size; j++) floats[j] /= sum;
}

/** tanh, the same bits everywhere. */
export function hyperbolic(x: number): number {
  if (x > 20) return 1;
  if (x < -20) return -1;
  const e = exp(2 * x);
  return (e - 1) / (e + 1);
}

/** Carries gradients of rows back to the scores they were made from. */
export function pullRows(
  encoding: readonly ModeColumn[],
  count: number,
  rows: FloatRows,
  gradients: FloatRows,
  scoreGradients: FloatRows,
): void {
  for (let i = 0; i < count; i++) {
    let from = rows.at + i * rows.stride;
    let given = gradients.at + i * gradients.stride;
    let to = scoreGradients.at + i * scoreGradients.stride;
    for (const column of encoding) {
      if (column.kind === "number") {
        const place = rows.floats[from++];
        scoreGradients.floats[to++] = gradients.floats[given++] * (1 - place * place);
      }
      const size = choices(column);
      let mean = 0;
      for (let j = 0; j < size; j++) mean += rows.floats[from + j] * gradients.floats[given + j];
      for (let j = 0; j < size; j++) {
        const share = rows.floats[from + j];
        scoreGradients.floats[to + j] = (share * (gradients.floats[given + j] - mean)) / temperature;
      }
      from += size;
      given += size;
      to += size;
    }
  }
}

/** Adds the pull of the conditions: cross-entropy of what was asked under the scores' softmax; gives its mean. */
export function pullConditions(
  encoding: readonly ModeColumn[],
  conditions: Conditions,
  asked: readonly Condition[],
  scores: FloatRows,
  scoreGradients: FloatRows,
): number {
  const starts = choiceStarts(encoding);
  let loss = 0;
  const pull = (row: number, column: number, choice: number): void => {
    const place = conditions.columns[column];
    const size = choices(encoding[place]);
    const from = scores.at + row * scores.stride + starts[place];
    const to = scoreGradients.at + row * scoreGradients.stride + starts[place];
    let most = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < size; j++) most = Math.max(most, scores.floats[from + j]);
    let sum = 0;
    for (let j = 0; j < size; j++) sum += exp(scores.floats[from + j] - most);
    for (let j = 0; j < size; j++) {
      const share = exp(scores.floats[from + j] - most) / sum;
      scoreGradients.floats[to + j] += (share - (j === choice ? 1 : 0)) / asked.length;
    }
    loss -= scores.floats[from + choice] - most - ln(sum);
  };
  asked.forEach(({ label, column, choice }, row) => {
    pull(row, conditions.label, label);
    if (column !== conditions.label) pull(row, column, choice);
  });
  return loss / asked.length;
}

/** Where the choices of each column start in a row. */
export function choiceStarts(encoding: readonly ModeColumn[]): number[] {
  let at = 0;
  return encoding.map((column) => {
    const start = at + (column.kind === "number" ? 1 : 0);
    at += modeWidth(column);
    return start;
  });
}
