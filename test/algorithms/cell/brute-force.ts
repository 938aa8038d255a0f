/**
 * @file The best tables by trying all of them, written from the definitions and sharing nothing with the search: texts
 * instead of codes, assignments listed one by one.
 */

/** A column of a small table: its values, and how they may be generalised. */
export type SlowColumn = {
  readonly values: readonly string[];
  readonly weight: number;
  readonly integer: boolean;
  /** Groups by name; values not in any can only be kept or starred. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
};

/** What is asked of a small table. */
export type SlowQuestion = {
  readonly columns: readonly SlowColumn[];
  readonly metric: "certainty" | "minimal-distortion";
  readonly k: number;
  readonly meaning: "classes" | "matching" | "original";
  /** A sensitive value per row and what every class must meet. */
  readonly secret?: { readonly values: readonly string[]; readonly l?: number; readonly t?: number };
};

type Cell = { readonly text: string; readonly cost: number; readonly covers: (value: string) => boolean };

function cellsOf(column: SlowColumn, value: string, metric: SlowQuestion["metric"]): Cell[] {
  const { weight, values, groups } = column;
  const price = (cost: number): number => weight * (metric === "certainty" ? cost : 1);
  const cells: Cell[] = [
    { text: "*", cost: price(1), covers: () => true },
    { text: value, cost: 0, covers: (other) => other === value },
  ];
  if (groups !== undefined) {
    for (const [text, members] of Object.entries(groups)) {
      if (!members.includes(value)) continue;
      const cost = price(Object.keys(groups).length / new Set(values).size);
      cells.push({ text, cost, covers: (other) => members.includes(other) });
    }
  } else if (column.integer) {
    const numbers = [...new Set(values.map(Number))].sort((a, b) => a - b);
    const range = numbers.at(-1)! - numbers[0];
    for (const low of numbers) {
      for (const high of numbers) {
        if (low >= high || Number(value) < low || Number(value) > high || high - low === range) continue;
        const covers = (other: string): boolean => Number(other) >= low && Number(other) <= high;
        cells.push({ text: `[${low}-${high}]`, cost: price((high - low) / range), covers });
      }
    }
  }
  return cells;
}

/** The least cost of any table that holds, and how many tables have it. */
export function bruteForce(question: SlowQuestion): { readonly cost: number; readonly tables: number } {
  const { columns, metric } = question;
  const rows = columns[0].values.length;
  const cells = Array.from({ length: rows * columns.length }, (_, at) => {
    const column = columns[at % columns.length];
    return cellsOf(column, column.values[Math.floor(at / columns.length)], metric);
  });
  const chosen: Cell[] = [];
  let cost = Number.POSITIVE_INFINITY;
  let tables = 0;
  const visit = (at: number, spent: number): void => {
    if (at === cells.length) {
      if (spent > cost + 1e-9 || !holds(question, chosen, rows)) return;
      tables = spent < cost - 1e-9 ? 1 : tables + 1;
      cost = Math.min(cost, spent);
      return;
    }
    for (const cell of cells[at]) {
      chosen[at] = cell;
      visit(at + 1, spent + cell.cost);
    }
  };
  visit(0, 0);
  return { cost, tables };
}

function holds(question: SlowQuestion, chosen: readonly Cell[], rows: number): boolean {
  return question.meaning === "classes"
    ? holdsByClasses(question, chosen, rows)
    : holdsByMatching(question, chosen, rows);
}

function holdsByClasses({ columns, k, secret }: SlowQuestion, chosen: readonly Cell[], rows: number): boolean {
  const classes = new Map<string, number[]>();
  for (let row = 0; row < rows; row++) {
    const key = columns.map((_, column) => chosen[row * columns.length + column].text).join("|");
    classes.set(key, [...(classes.get(key) ?? []), row]);
  }
  return [...classes.values()].every((members) => {
    if (members.length < k) return false;
    if (secret === undefined) return true;
    const seen = members.map((row) => secret.values[row]);
    if (secret.l !== undefined && new Set(seen).size < secret.l) return false;
    if (secret.t === undefined) return true;
    const share = (list: readonly string[], value: string): number =>
      list.filter((one) => one === value).length / list.length;
    const all = [...new Set(secret.values)];
    const distance = all.reduce(
      (sum, value) => sum + Math.abs(share(seen, value) - share(secret.values, value)) / 2,
      0,
    );
    return distance <= secret.t + 1e-9;
  });
}

function holdsByMatching({ columns, k, meaning }: SlowQuestion, chosen: readonly Cell[], rows: number): boolean {
  const covers = (released: number, original: number): boolean =>
    columns.every((column, at) => chosen[released * columns.length + at].covers(column.values[original]));
  return countPartners(rows, covers, meaning === "original").every((count) => count >= k);
}

/** How many partners each row has over all complete assignments, by listing them. */
export function countPartners(
  rows: number,
  covers: (released: number, original: number) => boolean,
  perOriginal: boolean,
): number[] {
  const pairs = Array.from({ length: rows }, () => new Set<number>());
  const taken: number[] = [];
  const assign = (released: number): void => {
    if (released === rows) {
      for (const [row, original] of taken.entries())
        pairs[perOriginal ? original : row].add(perOriginal ? row : original);
      return;
    }
    for (let original = 0; original < rows; original++) {
      if (taken.slice(0, released).includes(original) || !covers(released, original)) continue;
      taken[released] = original;
      assign(released + 1);
    }
    taken.length = released;
  };
  assign(0);
  return pairs.map((set) => set.size);
}
