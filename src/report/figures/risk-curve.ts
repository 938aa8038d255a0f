import { linesFigure } from "./lines.ts";

/** Cohort sizes under the name by which their curve is shown. */
export type NamedSizes = { readonly name: string; readonly sizes: Float64Array | Uint32Array };

/** For every risk of recognition the share of people, or records, that run a higher one; a step at each size of cohort. */
export function riskCurveFigure(named: readonly NamedSizes[], counted: "people" | "records"): string {
  const lines = named.map(({ name, sizes }) => ({ name, ...stepsOf(sizes) }));
  const title = `${counted === "people" ? "People" : "Records"} that run a higher risk`;
  return linesFigure(lines, title, { x: "risk of recognition", y: `share of ${counted}` });
}

function stepsOf(sizes: NamedSizes["sizes"]): { readonly x: number[]; readonly y: number[] } {
  const records = new Map<number, number>();
  let all = 0;
  for (const size of sizes) {
    if (size === 0) continue;
    records.set(size, (records.get(size) ?? 0) + size);
    all += size;
  }
  const [x, y] = [[0], [1]];
  let above = all;
  for (const size of [...records.keys()].sort((a, b) => b - a)) {
    x.push(1 / size, 1 / size);
    y.push(above / all);
    above -= records.get(size)!;
    y.push(above / all);
  }
  return { x: [...x, 1], y: [...y, 0] };
}
