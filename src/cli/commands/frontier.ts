import { jsonText, KohortError, largest } from "../../base/index.ts";
import { hierarchyFiles } from "../../engine/index.ts";
import { isSizeGoal } from "../../privacy/index.ts";
import { frontierFigure, frontierPage } from "../../report/index.ts";
import type { Spec } from "../../spec/index.ts";
import { type FrontierPlan, type FrontierPoint, frontier, type NamedValue } from "../../utility/index.ts";
import type { RunCommand } from "../context.ts";
import { formatNumber, formatShare, formatTable, printable, wrap } from "../format.ts";
import type { Header } from "../input.ts";
import { type CommandLine, hasFlag, textOf, valuesOf } from "../parse.ts";
import { draftReport, provenanceOf, refuseReport, sayReport } from "../report-file.ts";
import { draftText, publishTogether, refuseExisting, withSession } from "../session.ts";
import { headerOf, openSpec, refuseWithoutRoles } from "../spec-source.ts";
import { isToStdout, outputFile } from "../streams.ts";
import { packageVersion } from "../version.ts";

const usualKs = [2, 3, 5, 8, 11, 15, 20, 30, 50, 75, 100];

/** Values of k past which a sweep would hardly end. */
const mostKs = 1000;

/** The methods that are swept unless others are named, and what each is. */
const usualMethods: Readonly<Record<string, string>> = {
  mondrian: "cuts at medians",
  auto: "is what `kohort anonymize` does unless told otherwise",
  "auto(effort=fast,partition=false)": "searches less long and lets the ranges of cohorts overlap (local recoding)",
};

/** Makes many releases, over k, methods and models, and sets loss against risk and disclosure. */
export const runFrontier: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const output = outputFile(parsed);
  if (output !== undefined && !/\.(csv|json|svg)$/i.test(output)) {
    throw new KohortError("usage", `a frontier cannot be written as "${output}"`, {
      hint: "name it *.csv, *.json or *.svg",
    });
  }
  refuseExisting(output, context);
  refuseReport(context);
  refuseWithoutRoles(parsed, parsed.words[0]);
  const ks = ksFrom(textOf(parsed, "ks"));
  const points = await withSession(context, async (session) => {
    const read = await session.read(parsed.words[0], (await openSpec(withK(parsed))).base?.spec);
    const header = headerOf(read);
    const source = await openSpec(withK(parsed));
    const spec = source.specFor(header);
    const plan = await planOf(parsed, header, spec, ks, read.table.rows);
    const options = {
      files: hierarchyFiles(spec, source.folder),
      threads: session.pool.threads,
      onPoints: (found: readonly FrontierPoint[]) => {
        for (const point of found) terminal.say(printable(lineOf(point)));
      },
    };
    return session.drive(frontier.task(read.table, withoutK(spec), plan, options));
  });
  const document = { kohort: packageVersion(), points };
  const notes = notesOn(points);
  const drafts = await draftReport(context, document, () => frontierPage(points, provenanceOf(context), notes));
  if (output !== undefined) drafts.push(await draftText(output, textFor(output, points, document), context));
  await publishTogether(drafts, context);
  if (output !== undefined) terminal.say(`wrote ${printable(output)}`);
  sayReport(context);
  if (isToStdout(parsed)) terminal.write(csvOf(points));
  else terminal.print(hasFlag(parsed, "json") ? jsonText(document) : tableOf(points));
  terminal.say(wrap(`methods: ${notes}`, Math.min(terminal.columns, 100)));
  return 0;
};

/** What the methods of a sweep are. */
function notesOn(points: readonly FrontierPoint[]): string {
  const methods = [...new Set(points.map(({ method }) => method))];
  const known = methods.filter((method) => Object.hasOwn(usualMethods, method));
  const others = [
    ...new Set(methods.filter((method) => !known.includes(method)).map((method) => method.split("(")[0])),
  ];
  return [
    ...known.map((method) => `${method} ${usualMethods[method]}`),
    ...others.map((name) => `\`kohort explain ${name.trim()}\` tells what ${name.trim()} and its options are`),
  ].join("; ");
}

/** A spec needs some k to be complete; the sweep puts its own in its place. */
function withK(parsed: CommandLine, changes: Readonly<Record<string, readonly string[]>> = {}): CommandLine {
  const values = new Map([...parsed.values, ["k", ["1"]] as const, ...Object.entries(changes)]);
  return { ...parsed, values } as CommandLine;
}

function withoutK(spec: Spec): Spec {
  return { ...spec, privacy: spec.privacy.filter((goal) => !isSizeGoal(goal)) };
}

function ksFrom(text: string | undefined): readonly number[] {
  if (text === undefined) return usualKs;
  const ks = text.split(",").flatMap((part) => {
    const ends = part.split("..").map((end) => (/^\d+$/.test(end.trim()) ? Number(end) : Number.NaN));
    const [from = Number.NaN, to = from] = ends;
    if (ends.length > 2 || !(from >= 1 && to >= from)) {
      throw new KohortError("usage", `"${part}" is no value of k`, { hint: "write --ks 2,5,10 or --ks 2..100" });
    }
    if (to - from >= mostKs) {
      throw new KohortError("usage", `"${part}" are too many values of k to sweep`, {
        hint: `${mostKs} at most; leave some out, such as --ks 2,5,10,20,50`,
      });
    }
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
  return [...new Set(ks)].sort((a, b) => a - b);
}

function suppressionsFrom(text: string): number[] {
  return text.split(",").map((part) => {
    const share = part.trim() === "" ? Number.NaN : Number(part);
    if (share >= 0 && share <= 1) return share;
    throw new KohortError("usage", `"${part}" is no share of records`, { hint: "write --suppressions 0,0.02,0.1" });
  });
}

async function planOf(
  parsed: CommandLine,
  header: Header,
  spec: Spec,
  ks: readonly number[],
  rows: number,
): Promise<FrontierPlan> {
  const methods: NamedValue<NonNullable<Spec["algorithm"]>>[] = [];
  const asked = valuesOf(parsed, "method");
  for (const label of asked.length === 0 ? Object.keys(usualMethods) : asked) {
    const [, name = "", inside = ""] = /^\s*([^(\s]+)\s*(?:\((.*)\))?\s*$/.exec(label) ?? [];
    const option = inside.trim() === "" ? [] : inside.split(",").map((part) => part.trim());
    const source = await openSpec(withK(parsed, { algorithm: [name], option }));
    methods.push({ label, value: source.specFor(header).algorithm! });
  }
  const models: NamedValue<Spec["privacy"]>[] = [{ label: "", value: [] }];
  for (const label of valuesOf(parsed, "model")) {
    const source = await openSpec(withK(parsed, { require: [label] }));
    models.push({ label, value: source.specFor(header).privacy.filter((goal) => !isSizeGoal(goal)) });
  }
  const sweep = textOf(parsed, "sweep") ?? "k";
  const suppressions = textOf(parsed, "suppressions");
  const quasi = Object.values(spec.attributes).filter(({ role }) => role === "quasi-identifying").length;
  return {
    ks,
    methods,
    models,
    suppressions: suppressions === undefined ? undefined : suppressionsFrom(suppressions),
    quasiIdentifiers: sweep === "quasi" ? Array.from({ length: quasi }, (_, i) => i + 1) : undefined,
    rows: sweep === "rows" ? [0.1, 0.2, 0.4, 0.6, 0.8, 1].map((share) => Math.round(share * rows)) : undefined,
  };
}

function lineOf(point: FrontierPoint): string {
  const model = point.model === "" ? "" : ` ${point.model}`;
  const limit = point.suppression === 0 ? "" : ` suppression ${point.suppression}`;
  const where = `k ${point.k}  ${point.method}${model}${limit}`;
  return point.infeasible === undefined ? `${where}  NCP ${formatShare(point.ncp)}` : `${where}  ${point.infeasible}`;
}

const keys = [
  "k",
  "method",
  "model",
  "suppression",
  "quasiIdentifiers",
  "rows",
  "ncp",
  "loss",
  "cohorts",
  "smallest",
  "largest",
  "suppressed",
  "highestRisk",
  "averageRisk",
] as const;

/** The points as CSV: figures of the release, disclosure per sensitive column, and the fronts a point is on. */
function csvOf(points: readonly FrontierPoint[]): string {
  const attributes = [...new Set(points.flatMap(({ disclosure }) => disclosure.map(({ attribute }) => attribute)))];
  const quoted = (value: unknown): string => {
    const text = String(value ?? "");
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const levelled = points.some(({ search }) => search !== undefined);
  const given = attributes.flatMap((name) => [`homogeneity(${name})`, `inference(${name})`]);
  const header = [...keys, ...given, ...(levelled ? ["levels"] : []), "front"];
  const lines = points.map((point) => {
    const figures = attributes.flatMap((name) => {
      const found = point.disclosure.find(({ attribute }) => attribute === name);
      return [found?.homogeneity, found?.inference];
    });
    const levels = levelled ? [(point.search?.levels as readonly number[] | undefined)?.join(" ")] : [];
    return [...keys.map((key) => point[key]), ...figures, ...levels, point.front.join(" ")].map(quoted).join(",");
  });
  return `${[header.map(quoted).join(","), ...lines].join("\n")}\n`;
}

function textFor(path: string, points: readonly FrontierPoint[], document: object): string {
  if (/\.csv$/i.test(path)) return csvOf(points);
  return /\.svg$/i.test(path) ? frontierFigure(points) : `${jsonText(document)}\n`;
}

function tableOf(points: readonly FrontierPoint[]): string {
  const right = { align: "right" } as const;
  const varies = (key: "model" | "suppression" | "quasiIdentifiers" | "rows"): boolean =>
    new Set(points.map((one) => one[key])).size > 1;
  const columns = [
    { title: "k", ...right },
    { title: "method" },
    ...(varies("model") ? [{ title: "with" }] : []),
    ...(varies("suppression")
      ? [
          { title: "may leave out", ...right },
          { title: "left out", ...right },
        ]
      : []),
    ...(varies("quasiIdentifiers") ? [{ title: "quasi-identifiers", ...right }] : []),
    ...(varies("rows") ? [{ title: "rows", ...right }] : []),
    { title: "NCP", ...right },
    { title: "cohorts", ...right },
    { title: "highest risk", ...right },
    { title: "one value", ...right },
    { title: "guessed", ...right },
    { title: "unbeaten in" },
  ];
  const worst = (point: FrontierPoint, key: "homogeneity" | "inference"): string =>
    point.disclosure.length === 0 ? "" : formatShare(largest(point.disclosure.map((one) => one[key])));
  const rows = points.map((point) => [
    formatNumber(point.k),
    point.method,
    ...(varies("model") ? [point.model] : []),
    ...(varies("suppression") ? [formatShare(point.suppression), formatNumber(point.suppressed)] : []),
    ...(varies("quasiIdentifiers") ? [formatNumber(point.quasiIdentifiers)] : []),
    ...(varies("rows") ? [formatNumber(point.rows)] : []),
    point.infeasible === undefined ? formatShare(point.ncp) : "–",
    formatNumber(point.cohorts),
    formatShare(point.highestRisk),
    worst(point, "homogeneity"),
    worst(point, "inference"),
    point.infeasible ?? point.front.join(", "),
  ]);
  return `${formatTable(columns, rows)}\n`;
}
