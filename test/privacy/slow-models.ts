/**
 * @file Privacy models once more, from their definitions and as slowly as one likes: cohorts are lists of values, and
 * the earth mover's distance is found by moving earth, one cheapest load after the other, instead of by its closed form.
 */

/** Sensitive values cohort by cohort. */
export type SlowTable = {
  readonly cohorts: readonly (readonly string[])[];
  /** The values in their order. */
  readonly order: readonly string[];
  /** For each value its groups from the narrowest to the one that holds all. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
};

function count(values: readonly string[], value: string): number {
  return values.filter((other) => other === value).length;
}

function all({ cohorts }: SlowTable): string[] {
  return cohorts.flat();
}

function present(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** The share of a value. */
function share(values: readonly string[], value: string): number {
  return count(values, value) / values.length;
}

function worst(table: SlowTable, figure: (cohort: readonly string[]) => number, least = false): number {
  const figures = table.cohorts.map(figure);
  return least ? Math.min(...figures) : Math.max(...figures);
}

export const slow = {
  k: (table: SlowTable): number => worst(table, (cohort) => cohort.length, true),
  alpha: (table: SlowTable): number =>
    worst(table, (cohort) => Math.max(...present(cohort).map((value) => share(cohort, value)))),
  distinct: (table: SlowTable): number => worst(table, (cohort) => present(cohort).length, true),
  entropy: (table: SlowTable): number =>
    worst(
      table,
      (cohort) =>
        Math.exp(
          -present(cohort).reduce((sum, value) => sum + share(cohort, value) * Math.log(share(cohort, value)), 0),
        ),
      true,
    ),
  recursive: (table: SlowTable, l: number): number =>
    worst(table, (cohort) => {
      const counts = present(cohort)
        .map((value) => count(cohort, value))
        .sort((a, b) => b - a);
      if (counts.length < l) return Number.POSITIVE_INFINITY;
      return counts[0] / counts.slice(l - 1).reduce((a, b) => a + b, 0);
    }),
  equal: (table: SlowTable): number => worst(table, (cohort) => emd(table, cohort, (a, b) => (a === b ? 0 : 1))),
  ordered: (table: SlowTable): number => {
    const places = table.order.filter((value) => all(table).includes(value));
    if (places.length === 1) return 0;
    return worst(table, (cohort) =>
      emd(table, cohort, (a, b) => Math.abs(places.indexOf(a) - places.indexOf(b)) / (places.length - 1)),
    );
  },
  hierarchical: (table: SlowTable): number => {
    const groups = table.groups!;
    const height = Object.values(groups)[0].length;
    return worst(table, (cohort) =>
      emd(table, cohort, (a, b) => {
        if (a === b) return 0;
        const level = groups[a].findIndex((group, i) => groups[b][i] === group);
        return (level + 1) / height;
      }),
    );
  },
  "largest-difference": (table: SlowTable): number =>
    worst(table, (cohort) =>
      Math.max(...present(cohort).map((value) => Math.abs(share(cohort, value) - share(all(table), value)))),
    ),
  beta: (table: SlowTable): number =>
    worst(table, (cohort) =>
      Math.max(0, ...present(cohort).map((value) => share(cohort, value) / share(all(table), value) - 1)),
    ),
  /** Whether every gain is within its cap of −ln p. */
  betaPossible: (table: SlowTable): boolean =>
    table.cohorts.every((cohort) =>
      present(cohort).every((value) => {
        const p = share(all(table), value);
        return share(cohort, value) / p - 1 <= -Math.log(p) + 1e-9;
      }),
    ),
  delta: (table: SlowTable, onlyPresent: boolean): number =>
    worst(table, (cohort) =>
      Math.max(
        ...present(onlyPresent ? cohort : all(table)).map((value) =>
          Math.abs(Math.log2(share(cohort, value) / share(all(table), value))),
        ),
      ),
    ),
  highestRisk: (table: SlowTable): number => worst(table, (cohort) => 1 / cohort.length),
  averageRisk: (table: SlowTable): number => {
    const risks = table.cohorts.flatMap((cohort) => cohort.map(() => 1 / cohort.length));
    return risks.reduce((a, b) => a + b, 0) / risks.length;
  },
  sampleUniqueness: (table: SlowTable): number => {
    const records = table.cohorts.flatMap((cohort) => cohort.map(() => cohort.length));
    return records.filter((size) => size === 1).length / records.length;
  },
};

/** The least work that turns the cohort's shares into the table's, in whole grains: a record of a cohort of n is N grains. */
function emd(table: SlowTable, cohort: readonly string[], distance: (a: string, b: string) => number): number {
  const whole = all(table);
  const values = present(whole);
  const supply = values.map((value) => count(cohort, value) * whole.length);
  const demand = values.map((value) => count(whole, value) * cohort.length);
  const moved = values.map(() => values.map(() => 0));
  let cost = 0;
  for (;;) {
    const from = supply.map((left, i) => (left > 0 ? i : -1)).filter((i) => i >= 0);
    if (from.length === 0) break;
    // shortest way from any supply to any demand, in a graph where what was moved may be moved back
    const size = values.length;
    const way = new Array<number>(2 * size).fill(Number.POSITIVE_INFINITY);
    const back = new Array<number>(2 * size).fill(-1);
    for (const i of from) way[i] = 0;
    for (let round = 0; round < 2 * size; round++) {
      for (let a = 0; a < size; a++) {
        for (let b = 0; b < size; b++) {
          const step = distance(values[a], values[b]);
          if (way[a] + step < way[size + b] - 1e-12) {
            way[size + b] = way[a] + step;
            back[size + b] = a;
          }
          if (moved[a][b] > 0 && way[size + b] - step < way[a] - 1e-12) {
            way[a] = way[size + b] - step;
            back[a] = size + b;
          }
        }
      }
    }
    const wanting = demand.map((left, i) => (left > 0 ? i : -1)).filter((i) => i >= 0);
    const to = wanting.reduce((best, i) => (way[size + i] < way[size + best] ? i : best));
    const path = [size + to];
    while (back[path[0]] >= 0) path.unshift(back[path[0]]);
    let load = Math.min(supply[path[0]], demand[to]);
    for (let i = 1; i < path.length - 1; i += 2) load = Math.min(load, moved[path[i + 1]][path[i] - size]);
    for (let i = 0; i + 1 < path.length; i++) {
      const [a, b] = [path[i], path[i + 1]];
      if (a < size) moved[a][b - size] += load;
      else moved[b][a - size] -= load;
    }
    supply[path[0]] -= load;
    demand[to] -= load;
    cost += load * way[size + to];
  }
  return cost / (whole.length * cohort.length);
}
