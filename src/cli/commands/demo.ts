import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audit } from "../../audit/index.ts";
import { finish, KohortError } from "../../base/index.ts";
import { publish, rowCohorts } from "../../cohort/index.ts";
import { type AnonymizeOutcome, anonymizeFile } from "../../engine/index.ts";
import { kAnonymity } from "../../privacy/index.ts";
import { clinicCsv, clinicSpec } from "../../sample/index.ts";
import { columnsWith, type Spec, specText } from "../../spec/index.ts";
import { cell, columnIndex, type Table, takeRows } from "../../table/index.ts";
import { compare } from "../../utility/index.ts";
import { compareOptions } from "../compare-options.ts";
import type { Context, RunCommand } from "../context.ts";
import { demonstrate, demonstrationText } from "../demo-attacks.ts";
import { formatCount, formatNumber, formatShare } from "../format.ts";
import { hasFlag, textOf } from "../parse.ts";
import { preview } from "../preview.ts";
import { type Session, withSession, writeText } from "../session.ts";
import { runDemoPaper } from "./demo-paper.ts";

const spec: Spec = clinicSpec;
const quasiIdentifiers = columnsWith(spec, "quasi-identifying");

/** Tells the whole story on the built-in clinic: look, anonymize, audit, compare, attack. */
export const runDemo: RunCommand = async (context) => {
  const [story] = context.parsed.words;
  if (story === "paper") return runDemoPaper(context);
  if (story !== undefined) {
    throw new KohortError("usage", `there is no demo "${story}"`, {
      hint: "write `kohort demo` or `kohort demo paper`",
    });
  }
  const kept = textOf(context.parsed, "output");
  const folder = kept ?? mkdtempSync(join(tmpdir(), "kohort-demo-"));
  if (kept === undefined) context.interrupt.onExit(() => rmSync(folder, { recursive: true, force: true }));
  else refuseFolder(kept, hasFlag(context.parsed, "force"));
  mkdirSync(folder, { recursive: true });
  await writeText(join(folder, "clinic.csv"), clinicCsv(), context);
  await writeText(join(folder, "kohort.json"), specText(spec), context);
  await withSession(context, (session) => tell(folder, context, session));
  if (!hasFlag(context.parsed, "quiet")) context.terminal.print(howTo(kept));
  return 0;
};

function refuseFolder(folder: string, force: boolean): void {
  if (force) return;
  const there = ["clinic.csv", "kohort.json", "release.csv"].find((name) => existsSync(join(folder, name)));
  if (there === undefined) return;
  throw new KohortError("file", `file "${join(folder, there)}" exists already`, {
    hint: "use --force to replace the demo's files, or name another folder",
  });
}

async function tell(folder: string, context: Context, session: Session): Promise<void> {
  const { terminal } = context;
  const { bold } = terminal.paintResult;
  const isQuiet = hasFlag(context.parsed, "quiet");
  const say = (text: string): void => (isQuiet ? undefined : terminal.print(`${text}\n\n`));
  const { table } = await session.read(join(folder, "clinic.csv"));
  terminal.settle();
  say(`${bold("1. The table")}\n\nA clinic's admissions: ${formatCount(table.rows, "record")}. The first of them:`);
  say(preview(table, 4, terminal.columns));

  const privacy = [kAnonymity(2)];
  const before = await session.drive(audit.task(table, { quasiIdentifiers, privacy }));
  const unique = before.privacy[0].failing;
  terminal.settle();
  say(`${bold("2. Who stands out")}

Leaving out the names is not enough. Somebody who knows a patient's ${quasiIdentifiers.join(", ")}
finds ${formatNumber(unique)} of ${formatNumber(table.rows)} patients (${formatShare(unique / table.rows)}) as the only record that fits, and reads the diagnosis.`);

  const outcome = await anonymizeFile(
    {
      input: { path: join(folder, "clinic.csv"), options: {} },
      specOf: () => spec,
      folder,
      output: join(folder, "release.csv"),
      force: hasFlag(context.parsed, "force"),
    },
    session.pool,
    session.host,
  );
  terminal.settle();
  say(`${bold("3. A release in which nobody does")}

Asked for k = 5, kohort puts the records into ${cohortsOf(outcome)}. One of them before`);
  const members = membersOf(outcome, 1);
  say(preview(rowsOf(table, members), members.length, terminal.columns));
  say("and as it is published, sorted so that the order tells nothing:");
  const published = publishedAs(outcome, 1);
  say(preview(rowsOf(outcome.release.table, published), published.length, terminal.columns));
  const { k, highestRisk } = outcome.audit;
  say(`${bold("4. Measured again, from the written file")}

k-anonymity: asked 5, measured ${k}. The most anybody can do is to guess among ${k}: a risk of ${formatShare(highestRisk)}.`);

  const lost = await session.drive(compare.task(table, outcome.release, compareOptions(spec, table, { folder })));
  terminal.settle();
  const worst = Object.entries(lost.attributes).sort((a, b) => b[1] - a[1]);
  const named = worst.map(([name, share]) => `${name} ${formatShare(share, 1)}`).join(", ");
  say(`${bold("5. What it cost")}

NCP ${formatShare(outcome.release.quality.ncp, 1)}: how wide the published values are, as a share of their whole range.
By column: ${named}.`);

  if (isQuiet) return;
  const shown = await session.drive(demonstrate(table));
  terminal.settle();
  say(`${bold("6. What attackers could still do, and what helps")}\n\n${demonstrationText(shown)}`);
}

function cohortsOf({ release }: AnonymizeOutcome): string {
  const { count, smallest, largest } = release.cohorts;
  return `${formatCount(count, "cohort")} of ${formatNumber(smallest)} to ${formatNumber(largest)} records`;
}

/** The records of the cohort that a record belongs to. */
function membersOf({ release }: AnonymizeOutcome, record: number): Uint32Array {
  const cohorts = finish(rowCohorts(release.problem, release.recoding));
  return Uint32Array.from(cohorts.keys()).filter((row) => cohorts[row] === cohorts[record]);
}

/** The records of the release that are published as the cohort of a record. */
function publishedAs({ release }: AnonymizeOutcome, record: number): Uint32Array {
  const { problem, recoding, table } = release;
  const cohort = finish(rowCohorts(problem, recoding))[record];
  const wanted = finish(publish(problem, recoding, { form: "range" })).map(
    ({ texts, textOf }) => texts[textOf[cohort]],
  );
  const columns = problem.attributes.map(({ name }) => columnIndex(table, name));
  return Uint32Array.from({ length: table.rows }, (_, row) => row).filter((row) =>
    columns.every((column, i) => cell(table, row, column) === wanted[i]),
  );
}

function rowsOf(table: Table, rows: Uint32Array): Table {
  return { rows: rows.length, columns: table.columns.map((column) => takeRows(column, rows)) };
}

function howTo(kept: string | undefined): string {
  const folder = kept ?? "kohort-demo";
  const start = kept === undefined ? ["kohort demo -o kohort-demo        # the same, and the files stay"] : [];
  const commands = [
    ...start,
    `kohort inspect ${folder}/clinic.csv`,
    `kohort anonymize ${folder}/clinic.csv -c ${folder}/kohort.json -o ${folder}/my-release.csv`,
    `kohort audit ${folder}/my-release.csv -c ${folder}/kohort.json`,
    `kohort compare ${folder}/clinic.csv ${folder}/my-release.csv -c ${folder}/kohort.json`,
    `kohort attack ${folder}/clinic.csv ${folder}/my-release.csv -c ${folder}/kohort.json`,
    "kohort explain k-anonymity",
  ];
  return `The same by hand:\n\n${commands.map((command) => `  ${command}`).join("\n")}\n`;
}
