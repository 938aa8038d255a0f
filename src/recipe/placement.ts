import type { Problem } from "../cohort/index.ts";
import type { ColumnSpans, Region, Span } from "./label-spans.ts";
import type { TileCut } from "./tile-tree.ts";

/** Records that one label per column is written for: those of a leaf, apart from values that its labels do not hold. */
export type PlacedClass = {
  readonly leaf: number;
  /** What is published, wide enough for every record of the class; no other class has the same texts. */
  readonly spans: readonly Span[];
};

/** Where the tuples of another table belong. */
export type Placement = {
  readonly columns: readonly ColumnSpans[];
  /** The cuts that led there; leaves are named by classes. */
  readonly cuts: readonly Pick<TileCut, "left" | "right">[];
  readonly classes: readonly PlacedClass[];
  /** The class of each tuple. */
  readonly classOf: Int32Array;
  /** Per column how many records belong to each label of the recipe, before it was widened. */
  readonly labelled: readonly ReadonlyMap<string, number>[];
  /** Per column the ranks that the recipe does not list, with their records. */
  readonly unseen: readonly Map<number, number>[];
  /** Per column the ranks that their cohort's label did not hold and was widened by, with their records. */
  readonly outside: readonly Map<number, number>[];
  /** Records published as `*` because the recipe alone does not tell their label. */
  readonly withheld: readonly number[];
};

/** The labels of a leaf's box, and the region that they may be widened in. */
export type Box = {
  readonly leaf: number;
  /** Names the box among all. */
  readonly key: string;
  readonly spans: readonly Span[];
  readonly regions: readonly Region[];
};

/** Collects tuples into classes. */
export type ClassBuilder = {
  /** Adds a tuple to a box; the box's labels are widened where they do not hold its values. */
  readonly add: (tuple: number, box: Box) => void;
  readonly withhold: (tuple: number, column: number) => void;
  readonly finish: (cuts: Placement["cuts"]) => Placement;
};

/** Starts to collect the tuples of a table. */
export function classBuilder(problem: Problem, columns: readonly ColumnSpans[]): ClassBuilder {
  const { ranks, weights } = problem;
  const unseen = columns.map(() => new Map<number, number>());
  const outside = columns.map(() => new Map<number, number>());
  const withheld = columns.map(() => 0);
  const known = new Map<string, number>();
  const labelled = columns.map(() => new Map<string, number>());
  const classes: { readonly leaf: number; readonly spans: Span[] }[] = [];
  const classOf = new Int32Array(problem.tuples);
  const blame = (whom: Map<number, number>, tuple: number, rank: number): void => {
    whom.set(rank, (whom.get(rank) ?? 0) + weights[tuple]);
  };
  return {
    add: (tuple, { leaf, key, spans, regions }) => {
      const apart = new Map<number, Span>();
      const wider: number[] = [];
      for (const [index, column] of columns.entries()) {
        const rank = ranks[index][tuple];
        if (column.holds(spans[index], rank)) continue;
        const widened = column.widen(spans[index], rank, regions[index]);
        if (widened.apart) apart.set(index, widened.span);
        else wider.push(index);
        blame((widened.apart ? unseen : outside)[index], tuple, rank);
      }
      const name = apart.size === 0 ? key : JSON.stringify([key, ...apart].map((one) => textOf(one)));
      let own = known.get(name);
      if (own === undefined) {
        const first = spans.map((span, index) => apart.get(index) ?? span);
        own = classes.push({ leaf, spans: first }) - 1;
        known.set(name, own);
      }
      classOf[tuple] = own;
      spans.forEach((span, index) => {
        const { text } = apart.get(index) ?? span;
        labelled[index].set(text, (labelled[index].get(text) ?? 0) + weights[tuple]);
      });
      const held = classes[own].spans;
      for (const index of wider) {
        const rank = ranks[index][tuple];
        if (columns[index].holds(held[index], rank)) continue;
        held[index] = columns[index].widen(held[index], rank, regions[index]).span;
      }
    },
    withhold: (tuple, column) => {
      withheld[column] += weights[tuple];
    },
    finish: (cuts) => ({ columns, cuts, ...distinct(classes, classOf), labelled, unseen, outside, withheld }),
  };
}

/** Classes that are published alike are one. */
function distinct(classes: readonly PlacedClass[], classOf: Int32Array): Pick<Placement, "classes" | "classOf"> {
  const known = new Map<string, number>();
  const found: PlacedClass[] = [];
  const placeOf = classes.map((one) => {
    const key = JSON.stringify(one.spans.map(({ text }) => text));
    let place = known.get(key);
    if (place === undefined) {
      place = found.push(one) - 1;
      known.set(key, place);
    }
    return place;
  });
  return { classes: found, classOf: classOf.map((own) => placeOf[own]) };
}

function textOf(one: string | readonly [number, Span]): string | readonly [number, string] {
  return typeof one === "string" ? one : [one[0], one[1].text];
}
