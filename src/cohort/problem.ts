/**
 * @file What an algorithm works on: the quasi-identifiers as ranks, records with equal ranks folded into one weighted
 * tuple. Ranks are places on an attribute's axis, so every algorithm sees the same thing whatever a column held: a
 * number, a day, a name in a stated order or a leaf of a hierarchy.
 */

import type { Hierarchy, Tree } from "../hierarchy/index.ts";
import type { Codes, Column, Kind } from "../table/index.ts";
import type { Persons } from "./persons.ts";

/** A quasi-identifier as an axis of ranks 0 … size−1; what is missing has the last rank. */
export type Attribute = {
  readonly name: string;
  /** The column's place in the table. */
  readonly column: number;
  readonly kind: Kind;
  /** How many ranks occur. */
  readonly size: number;
  /** Where each rank lies: the number, the day, or for names the rank itself. */
  readonly positions: Float64Array;
  /** The number or day of each rank, under a hierarchy as well; names have none. */
  readonly numbers?: Float64Array;
  /** The label each rank is published as when it stands alone. */
  readonly labels: readonly string[];
  /** The rank of "not known", or −1. */
  readonly missing: number;
  /** Whether what is missing matches anything; a value of its own unless stated. */
  readonly wildcard?: true;
  /** Largest minus smallest position, what is missing apart. */
  readonly range: number;
  /** How much this attribute counts. */
  readonly weight: number;
  /** Whether the order of the ranks means something: numbers, days, names in a stated order or under a hierarchy. */
  readonly ordered: boolean;
  readonly tree?: AttributeTree;
  /** The lowest and highest level at which it may be published. */
  readonly levels?: readonly [lowest: number, highest: number];
  /** The level whose groups the ranks are, where they are not the values themselves. */
  readonly floor?: number;
};

/** A hierarchy laid over an attribute's ranks. */
export type AttributeTree = {
  readonly tree: Tree;
  /** The same hierarchy level by level. */
  readonly hierarchy: Hierarchy;
  /** The leaf that each rank is, the first of them where it is a group (missing: −1). */
  readonly leafOf: Int32Array;
};

/** A sensitive column as the models see it: a rank on its axis per tuple and how often each occurs in the whole table. */
export type SensitiveColumn = {
  readonly name: string;
  readonly column: number;
  readonly codes: Codes;
  readonly totals: Float64Array;
  /** What each tuple counts here, where that is not its weight: the people of a population. */
  readonly weights?: Uint32Array;
  /** What the ranks stand for. */
  readonly axis: Attribute;
};

/** A table ready to be searched. */
export type Problem = {
  readonly rows: number;
  readonly attributes: readonly Attribute[];
  readonly sensitive: readonly SensitiveColumn[];
  /** How many tuples differ. */
  readonly tuples: number;
  /** Per attribute the rank of each tuple. */
  readonly ranks: readonly Codes[];
  /** How many records share each tuple. */
  readonly weights: Uint32Array;
  /** The tuple of each record. */
  readonly tupleOf: Uint32Array;
  /** Whose records they are, where people are counted and not records; sensitive totals are then of (person, value) pairs. */
  readonly persons?: Persons;
};

/** An axis for a column, and the rank of each of the column's codes. */
export type Axis = { readonly attribute: Attribute; readonly rankOf: Uint32Array; readonly source: Column };
