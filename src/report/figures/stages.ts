import type { Attribute, Problem } from "../../cohort/index.ts";
import type { Release } from "../../release/index.ts";
import type { Stages } from "../../utility/index.ts";
import { type BarPanel, barFigure } from "./bars.ts";
import { type FigureAxis, type PartitionPanel, partitionFigure } from "./partitions.ts";

/** How many distinct combinations each stage of each case loses, the paper's discernibility, as bar charts. */
export function discernibilityFigure(cases: readonly { readonly name: string; readonly found: Stages }[]): string {
  const panels: BarPanel[] = cases.map(({ name, found }) => ({
    title: name,
    bars: found.stages.map((stage) => ({ name: stage.name, value: stage.release.quality.distinctLost })),
  }));
  return barFigure("Distinct combinations lost", "before − after", panels);
}

/** The scatter of the first two quasi-identifiers before, and the cohorts of each release drawn over it. */
export function cohortsFigure(releases: readonly { readonly name: string; readonly release: Release }[]): string {
  const { problem } = releases[0].release;
  const [x, y] = problem.attributes;
  const before: PartitionPanel = {
    title: `before: ${problem.rows} records`,
    points: pointsOf(problem),
    boxes: new Float64Array(0),
  };
  const panels = releases.map(({ name, release }) => ({
    title: `${name}: ${release.cohorts.count} cohorts`,
    points: pointsOf(release.problem),
    boxes: boxesOf(release),
  }));
  return partitionFigure(`Cohorts over ${x.name} and ${y.name}`, { x: axisOf(x), y: axisOf(y) }, [before, ...panels]);
}

/** Whether a release has the two attributes that the figure needs. */
export function canDrawCohorts({ problem }: Release): boolean {
  return problem.attributes.length >= 2;
}

function axisOf({ name, kind, positions, labels, size }: Attribute): FigureAxis {
  if (kind === "category") return { name, low: 0, high: size - 1, names: labels };
  const known = positions.filter((position) => !Number.isNaN(position));
  return { name, low: known[0] ?? 0, high: known[known.length - 1] ?? 1 };
}

/** Where a rank lies; what is missing lies just past the end. */
function placeOf({ kind, positions }: Attribute, rank: number): number {
  const place = kind === "category" ? rank : positions[rank];
  return Number.isNaN(place) ? (positions[rank - 1] ?? 0) : place;
}

function pointsOf({ attributes, ranks, tuples, weights }: Problem): Float64Array {
  const [x, y] = attributes;
  const records = new Map<number, number>();
  for (let tuple = 0; tuple < tuples; tuple++) {
    const key = ranks[0][tuple] * y.size + ranks[1][tuple];
    records.set(key, (records.get(key) ?? 0) + weights[tuple]);
  }
  const keys = [...records.keys()].sort((a, b) => a - b);
  return Float64Array.from(
    keys.flatMap((key) => [placeOf(x, Math.floor(key / y.size)), placeOf(y, key % y.size), records.get(key)!]),
  );
}

function boxesOf({ problem, recoding }: Release): Float64Array {
  const [x, y] = problem.attributes;
  const seen = new Set<string>();
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    const ends = [recoding.low[0], recoding.high[0], recoding.low[1], recoding.high[1]].map((end) => end[cohort]);
    seen.add(ends.join());
  }
  return Float64Array.from(
    [...seen].flatMap((ends) => ends.split(",").map((rank, i) => placeOf(i < 2 ? x : y, Number(rank)))),
  );
}
