/**
 * @file What the page and its worker say to each other. The page asks by name and number; the worker answers once, and
 * on the way may tell how far it is and hand over parts. Everything here survives a structured clone.
 */
import type { AlgorithmSpec } from "../algorithms/index.ts";
import type { Finding, Findings } from "../attacks/index.ts";
import type { Audit, RiskySets } from "../audit/index.ts";
import type { ErrorCode, Fix } from "../base/index.ts";
import type { HierarchySetting } from "../hierarchy/index.ts";
import type { AnonymizeReport } from "../report/index.ts";
import type { InputSpec, Spec } from "../spec/index.ts";
import type { Kind } from "../table/index.ts";
import type { ClassifierUtility, Comparison, FrontierPoint, NamedValue } from "../utility/index.ts";

/** A setting of a method as a form draws it, read from the method's own schema. */
export type Field = {
  readonly name: string;
  readonly type: "number" | "boolean" | "choice" | "text" | "list" | "json" | "column" | "file";
  readonly required: boolean;
  /** What it does, in one sentence for people. */
  readonly help?: string;
  /** The value it has unless stated, where it has one. */
  readonly usual?: boolean | number | string;
  readonly choices?: readonly string[];
  readonly whole?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A word that may stand instead of a number. */
  readonly words?: readonly string[];
};

/** An entry of a registry. */
export type Method = {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  readonly fields: readonly Field[];
  /** For privacy models: whether it looks at a sensitive column. For attacks: whether it is after one. */
  readonly sensitive?: boolean;
  /** For privacy models and algorithms: the settings it starts with, and whether it is proposed first. */
  readonly start?: object;
  readonly usual?: true;
  /** For algorithms: whether it is for small tables, and why it cuts the attribute that it cuts. */
  readonly small?: true;
  readonly cutReason?: string;
  /** For privacy models: what its numbers mean, and what it judges. */
  readonly meaning?: string;
  readonly subject?: "matching" | "sets";
  /** For replacements: whether it needs a key. */
  readonly keyed?: boolean;
};

/** Everything that can be chosen, from the registries. */
export type Catalogue = {
  readonly version: string;
  readonly privacy: readonly Method[];
  readonly algorithms: readonly Method[];
  /** The method that a spec means when it names none. */
  readonly usualAlgorithm: string;
  readonly measures: readonly Method[];
  readonly attacks: readonly (Method & { readonly knows: string; readonly mitigation: string })[];
  readonly hierarchies: readonly Method[];
  readonly replacements: readonly Method[];
  readonly transformations: readonly Method[];
  readonly synthesizers: readonly Method[];
  /** What the keys of a spec and of its columns mean, by name. */
  readonly keys: Readonly<Record<string, string>>;
};

/** What the page knows of a column. */
export type ColumnProfile = {
  readonly name: string;
  readonly kind: Kind;
  readonly distinct: number;
  readonly missing: number;
  /** Why it was taken for this kind. */
  readonly evidence: string;
  /** The share of records that this column alone singles out. */
  readonly unique: number;
  /** Counts of 24 equal spans of a number or day, or of the most frequent values of a category, falling. */
  readonly spark: readonly number[];
  /** The least and the greatest value, for numbers and days. */
  readonly range?: readonly [string, string];
  /** The most frequent values with their counts. */
  readonly top: readonly (readonly [string, number])[];
  readonly suggestion: { readonly role: string; readonly reason: string };
};

/** What the page knows of the table that is open. */
export type OpenTable = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly rowsRead: number;
  readonly leftOut: number;
  readonly delimiter: string;
  /** How its letters are written. */
  readonly encoding: string;
  readonly format: string;
  readonly columns: readonly ColumnProfile[];
  /** The spec that is proposed, or the one that came with the sample. */
  readonly suggestion: Spec;
  readonly warnings: readonly string[];
};

/** How many records, or people where these are counted, stand out as the table is. */
export type CurrentRisk = {
  readonly k: number;
  readonly cohorts: number;
  readonly highestRisk: number;
  readonly unique: number;
  /** The share of all records, or people, that are unique. */
  readonly share: number;
};

/** The tree of cuts laid over a unit square, as arrays over nodes in the order of the cuts. */
export type PaintingData = {
  /** Left, top, right, bottom of each node in turn, on a canvas of 1.6 × 1. */
  readonly boxes: Float32Array;
  readonly depth: Uint16Array;
  readonly upright: Uint8Array;
  /** The cut attribute of each node, −1 for a cohort. */
  readonly attribute: Int32Array;
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  readonly records: Uint32Array;
  readonly cohort: Int32Array;
  /** What stands on the last value of the first side of each cut, where it was a cut in two. */
  readonly cutLabels: readonly string[];
  /** Whether these are the method's own cuts, or values laid side by side. */
  readonly own: boolean;
};

/** A cohort's mark: nothing to say, at the limit, one sensitive value dominates, both, left out. */
export const marks = ["plain", "limit", "alike", "both", "gone"] as const;

/** What a run came to, as the page keeps it. */
export type Result = {
  readonly key: string;
  readonly spec: Spec;
  readonly report: AnonymizeReport;
  readonly attributes: readonly string[];
  /** How many values each attribute has. */
  readonly attributeSizes: readonly number[];
  readonly sensitive: readonly string[];
  readonly painting: PaintingData;
  /** The mark of each cohort, as a place in `marks`. */
  readonly marks: Uint8Array;
  /** Records of each cohort. */
  readonly sizes: Uint32Array;
  readonly k: number;
  /** The columns that are not published, in words; empty where all are. */
  readonly unpublished: string;
  readonly seconds: number;
  /** Milliseconds since 1970 at which it was made. */
  readonly when: number;
  readonly bytes: number;
  /** How many rows of the table were used, where it was a sample. */
  readonly trialRows?: number;
};

/** Which release is meant: held under a key, or made again of its spec and of as many rows. */
export type ReleaseName = { readonly key: string; readonly spec: Spec; readonly trialRows?: number };

/** The release that a result shows. */
export function releaseOf({ key, spec, trialRows }: Result): ReleaseName {
  return { key, spec, trialRows };
}

/** One axis of a projection: where its values lie between 0 and 1. */
export type ProjectionAxis = {
  readonly name: string;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
};

/** Two attributes of a release: boxes at their published intervals and dots for records. */
export type Projection = {
  readonly x: ProjectionAxis;
  readonly y: ProjectionAxis;
  /** Left, top, right, bottom of each cohort's box, between 0 and 1, y upwards. */
  readonly boxes: Float32Array;
  readonly cohorts: Uint32Array;
  /** How many cohorts there are, of which these boxes are a part where they are many. */
  readonly all: number;
  /** x and y of each record in turn, a sample where there are many. */
  readonly dots: Float32Array;
  readonly dotCohorts: Uint32Array;
  readonly records: number;
  /** The value at which another attribute is held. */
  readonly slice?: string;
};

/** What a cohort holds. */
export type CohortDetail = {
  readonly cohort: number;
  readonly size: number;
  readonly values: readonly { readonly name: string; readonly text: string }[];
  readonly sensitive: readonly { readonly name: string; readonly counts: readonly (readonly [string, number])[] }[];
};

/** A level of a hierarchy, drawn over its column's values. */
export type HierarchyLevel = {
  readonly groups: number;
  readonly smallest: number;
  /** The groups in the order of the values, with their records; at most 400. */
  readonly blocks: readonly { readonly label: string; readonly records: number; readonly leaves: number }[];
};

/** A hierarchy built for a column. */
export type HierarchyPreview = {
  readonly levels: readonly HierarchyLevel[];
  /** As the `;`-separated file that other tools read. */
  readonly csv: string;
};

/** How a column's distribution moved. */
export type Shift = {
  readonly name: string;
  readonly ncp: number;
  /** Parts of the column with the share of records before and after, a generalised value spread over what it covers. */
  readonly parts: readonly { readonly label: string; readonly before: number; readonly after: number }[];
  /** Total variation distance of the two, 0 … 1. */
  readonly distance: number;
};

/** What was lost, per column, per pair and per query. */
export type UtilityReport = {
  readonly comparison: Comparison;
  readonly shifts: readonly Shift[];
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly distance: number }[];
  /** Relative errors of counting queries on the release, by how many columns they ask about. */
  readonly queries: readonly {
    readonly columns: number;
    readonly count: number;
    readonly median: number;
    readonly p90: number;
  }[];
  readonly classifiers?: ClassifierUtility & { readonly label: string };
};

/** Losses of a training so far. */
export type LossPoint = { readonly step: number; readonly discriminator: number; readonly generator: number };

/** Made rows and what they are worth. */
export type SyntheticResult = {
  readonly key: string;
  readonly model: string;
  readonly label: string;
  readonly rows: number;
  readonly losses: readonly LossPoint[];
  readonly utility: Readonly<Record<string, { readonly accuracy: number; readonly f1: number; readonly auc: number }>>;
  readonly similarity: { readonly marginals: number; readonly pairs: number; readonly discriminator: number };
  readonly privacy: readonly {
    readonly name: string;
    readonly success: number;
    readonly baseline: number;
    readonly verdict: string;
  }[];
  /** What to know before these rows go out. */
  readonly warnings: readonly string[];
  readonly preview: readonly (readonly string[])[];
  readonly columns: readonly string[];
};

/** A file to be saved. */
export type Download = { readonly name: string; readonly type: string; readonly bytes: Uint8Array };

/** How a sweep stands. */
export type Sweep = { readonly points: readonly FrontierPoint[] };

/** What the page may ask: the question and the answer of each. */
export type Api = {
  catalogue: { ask: Record<never, never>; answer: Catalogue };
  open: {
    ask: {
      readonly name: string;
      /** The file; the one that is open, to be read another way, when left out. */
      readonly blob?: Blob;
      /** A number that tells one opened file from another. */
      readonly source?: number;
      readonly input?: InputSpec;
      readonly kinds?: Readonly<Record<string, Kind>>;
    };
    answer: OpenTable;
  };
  sample: { ask: { readonly rows?: number; readonly source?: number }; answer: OpenTable };
  parseSpec: { ask: { readonly text: string; readonly name: string }; answer: Spec };
  addFile: { ask: { readonly path: string; readonly blob: Blob }; answer: { readonly isReplaced: boolean } };
  setKey: { ask: { readonly text: string }; answer: { readonly isSet: true } };
  rows: {
    ask: {
      readonly of: "original" | "release";
      readonly key?: string;
      readonly from: number;
      readonly count: number;
      readonly cohort?: number;
    };
    answer: { readonly rows: readonly (readonly string[])[] };
  };
  pairs: {
    ask: { readonly key: string; readonly from: number; readonly count: number; readonly cohort?: number };
    answer: {
      readonly columns: readonly string[];
      readonly before: readonly (readonly string[])[];
      readonly after: readonly (readonly string[])[];
    };
  };
  now: { ask: { readonly spec: Spec }; answer: CurrentRisk | undefined };
  combinations: { ask: { readonly spec: Spec }; answer: RiskySets };
  hierarchy: { ask: { readonly column: string; readonly setting?: HierarchySetting }; answer: HierarchyPreview };
  run: { ask: ReleaseName; answer: Result };
  estimate: { ask: { readonly spec: Spec }; answer: { readonly seconds: number; readonly from: readonly number[] } };
  projection: {
    ask: {
      readonly key: string;
      readonly x: number;
      readonly y: number;
      readonly slice?: { readonly attribute: number; readonly at: number };
      /** A cohort that is drawn in any case. */
      readonly selected?: number;
    };
    answer: Projection;
  };
  cohort: { ask: { readonly key: string; readonly cohort: number }; answer: CohortDetail };
  cohortOfRow: { ask: { readonly key: string; readonly row: number }; answer: { readonly cohort: number } };
  frontier: {
    ask: {
      readonly spec: Spec;
      readonly ks: readonly number[];
      readonly methods: readonly NamedValue<AlgorithmSpec>[];
    };
    answer: Sweep;
  };
  risk: {
    ask: ReleaseName & { readonly fraction?: number };
    answer: { readonly before: Audit; readonly after: Audit };
  };
  attacks: {
    ask: ReleaseName & { readonly knows?: readonly string[]; readonly kinds?: readonly string[] };
    answer: Findings;
  };
  story: {
    ask: ReleaseName & { readonly knows?: readonly string[]; readonly row: number };
    answer: { readonly lines: readonly string[]; readonly why: readonly string[] };
  };
  utility: { ask: ReleaseName & { readonly label?: string }; answer: UtilityReport };
  synthesize: {
    ask: {
      /** The release to learn from; the table itself when left out. */
      readonly from?: ReleaseName;
      readonly spec: Spec;
      readonly label: string;
      readonly model: string;
      readonly epochs: number;
      readonly rows?: number;
    };
    answer: SyntheticResult;
  };
  download: {
    ask: {
      readonly what: "release" | "report.html" | "report.json" | "spec" | "hierarchies" | "zip" | "synthetic";
      /** The release that it is about; rows that were made need none. */
      readonly of?: ReleaseName;
    };
    answer: { readonly files: readonly Download[]; readonly audited?: Audit };
  };
};

/** The name of a question. */
export type QuestionName = keyof Api;

/** Parts that are handed over before the answer. */
export type Part = {
  readonly points?: readonly FrontierPoint[];
  readonly findings?: readonly Finding[];
  readonly loss?: LossPoint;
};

/** An error as both sides know it. */
export type Fault = {
  readonly code: ErrorCode | "bug";
  readonly message: string;
  readonly hint?: string;
  readonly where?: string;
  /** Changes of the spec that would mend it. */
  readonly fixes?: readonly Fix[];
};

/** How far a question is. */
export type Step = {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly note?: string;
  readonly canSettle?: true;
};

/** From the page. */
export type ToWorker =
  | { readonly id: number; readonly ask: QuestionName; readonly with: unknown }
  | { readonly id: number; readonly stop: "cancel" | "settle" | "pause" | "go-on" };

/** From the worker. */
export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly fault: Fault }
  | { readonly id: number; readonly step: Step }
  | { readonly id: number; readonly part: Part };
