import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { KohortError } from "../../base/index.ts";
import { paperPage } from "../../report/index.ts";
import { clinicCsv } from "../../sample/index.ts";
import { settingsFrom } from "../../synthesis/index.ts";
import { columnIndex, readCsv, type Table } from "../../table/index.ts";
import { type PaperOptions, type PaperStory, paperStory } from "../../utility/index.ts";
import type { Context, RunCommand } from "../context.ts";
import { textOf, valuesOf, wholeNumberOf } from "../parse.ts";
import { refuseExisting, type Session, withSession, writeText } from "../session.ts";
import { intervalTable, utilityTable } from "../utility-table.ts";

type Subject = Pick<PaperOptions, "label" | "cases" | "epochs" | "overlay"> & { readonly columns?: readonly string[] };

/** Adult, and the four cases of the paper. */
const adult: Subject = {
  label: "income",
  cases: [
    ["age", "education-num"],
    ["age", "race"],
    ["occupation", "native-country"],
    ["age", "education-num", "hours-per-week"],
  ],
  epochs: 500,
  overlay: 2000,
};

/** The built-in clinic, told in a minute or two. */
const clinic: Subject = {
  label: "sex",
  cases: [
    ["age", "education"],
    ["age", "job"],
    ["age", "education", "job"],
  ],
  columns: ["age", "sex", "education", "job", "diagnosis"],
  epochs: 40,
  overlay: 20,
};

/** Tells the story of the paper: k, l and t, a conditional GAN on the original and on the t-close rows, classifiers, attacks. */
export const runDemoPaper: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const folder = textOf(parsed, "output") ?? "kohort-demo";
  const target = join(folder, "paper.html");
  mkdirSync(folder, { recursive: true });
  refuseExisting(target, context);
  return withSession(context, async (session) => {
    const { table, subject } = await subjectOf(context, session);
    const options: PaperOptions = {
      label: subject.label,
      cases: subject.cases,
      k: 5,
      l: 2,
      t: 0.2,
      epochs: wholeNumberOf(parsed, "epochs", 1) ?? subject.epochs,
      overlay: wholeNumberOf(parsed, "overlay", 1) ?? subject.overlay,
      runs: 5,
      seed: 1,
      seeds: wholeNumberOf(parsed, "seeds", 2) ?? 3,
      attempts: 500,
      settings: settingsFrom("cgan", valuesOf(parsed, "option")),
      threads: session.pool.threads,
    };
    const story = await session.drive(paperStory(table, options));
    terminal.settle();
    await writeText(target, paperPage(story, options), context);
    terminal.print(described(story, target));
    return 0;
  });
};

async function subjectOf(context: Context, session: Session): Promise<{ table: Table; subject: Subject }> {
  const path = context.parsed.words[1];
  if (path === undefined) return { table: chosen(readCsv(clinicCsv()), clinic), subject: clinic };
  const { table } = await session.read(path);
  const missing = [...adult.cases.flat(), adult.label].find((name) => !table.columns.some((c) => c.name === name));
  if (missing !== undefined) {
    throw new KohortError("column", `the paper's story needs Adult, but column "${missing}" is not in the table`, {
      hint: "give the path of Adult with its usual column names, or none for the built-in sample",
    });
  }
  return { table, subject: adult };
}

function chosen(table: Table, { columns }: Subject): Table {
  if (columns === undefined) return table;
  return { rows: table.rows, columns: columns.map((name) => table.columns[columnIndex(table, name)]) };
}

function described(story: PaperStory, target: string): string {
  const { original, anonymized, overSeeds } = story;
  const rows = [
    ["original", original.own],
    ["t-close release", anonymized.own],
    ["made from the original", original.made],
    ["made from the t-close release", anonymized.made],
    ["the GAN's own, original", original.discriminator],
    ["the GAN's own, t-close", anonymized.discriminator],
  ] as const;
  return `${utilityTable(rows)}\n\n${intervalTable(overSeeds.utility, `over ${overSeeds.seeds.length} seeds, trained on`)}\n\nThe whole story with its figures: ${target}\n`;
}
