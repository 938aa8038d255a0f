import { jsonText, KohortError } from "../../base/index.ts";
import { hierarchyFiles, truthFrom } from "../../engine/index.ts";
import { type Why, why, whySentences } from "../../why/index.ts";
import type { RunCommand } from "../context.ts";
import { printable, wrap } from "../format.ts";
import { hasFlag, textOf, wholeNumberOf } from "../parse.ts";
import { withSession } from "../session.ts";
import { headerOf, openSpec, refuseWithoutRoles } from "../spec-source.ts";

/** Says why a record is published as it is, and what would have kept it finer. */
export const runWhy: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const [path] = parsed.words as [string];
  const originalPath = textOf(parsed, "original");
  if (originalPath === undefined) {
    throw new KohortError("usage", "why needs the original", { hint: "name it with --original" });
  }
  const row = wholeNumberOf(parsed, "row", 1);
  const record = wholeNumberOf(parsed, "record", 1);
  if ((row === undefined) === (record === undefined)) {
    const both = row === undefined ? "" : ", not both";
    throw new KohortError("usage", `why needs a row of the release or a record of the original${both}`, {
      hint: "name one of them with --row or --record, counted from 1",
    });
  }
  refuseWithoutRoles(parsed, path);
  const source = await openSpec(parsed);
  const found = await withSession(context, async (session) => {
    const base = source.base?.spec;
    const original = await session.read(originalPath, base);
    const release = await session.readRelease(path, base);
    const spec = source.specFor(headerOf(original));
    const truthPath = textOf(parsed, "truth");
    const truth =
      truthPath === undefined ? undefined : truthFrom((await session.readPlain(truthPath)).table, truthPath);
    const options = {
      spec,
      files: hierarchyFiles(spec, source.folder),
      row: row === undefined ? undefined : row - 1,
      record: record === undefined ? undefined : record - 1,
      column: textOf(parsed, "column"),
      truth,
    };
    return session.drive(why.task(original.table, release.table, options));
  });
  if (hasFlag(parsed, "json")) {
    terminal.print(jsonText(countedFromOne(found)));
    return 0;
  }
  const width = Math.min(terminal.columns, 100);
  const lines = whySentences(found, { long: terminal.verbose });
  terminal.print(`${lines.map((line) => indented(printable(line), width)).join("\n")}\n`);
  const hint = hintFor(found, terminal.verbose);
  if (hint !== undefined) terminal.say(`hint: ${printable(hint)}`);
  return 0;
};

/** The answer with its rows and records counted as people count. */
function countedFromOne(found: Why): Why {
  return {
    ...found,
    record: found.record + 1,
    ...(found.row === undefined ? {} : { row: found.row + 1 }),
    ...(found.records === undefined ? {} : { records: found.records.map((record) => record + 1) }),
    ...(found.possible === undefined
      ? {}
      : { possible: found.possible.map((place) => ({ ...place, row: place.row + 1 })) }),
  };
}

/** What tells more. */
function hintFor(found: Why, verbose: boolean): string | undefined {
  if (found.possible !== undefined) {
    return "--truth, written by `kohort anonymize`, tells which; --row explains the cohort of a row";
  }
  if (!found.certain || !found.exact) return "--truth, written by `kohort anonymize`, makes it certain";
  const isMore = found.cells.some(({ finer }) => finer.length > 1 || (finer[0]?.missing ?? []).length > 0);
  return !verbose && isMore ? "-v names every finer step and each record that is missing" : undefined;
}

/** A sentence over several lines, all of them indented as its first. */
function indented(line: string, width: number): string {
  const start = line.length - line.trimStart().length;
  return wrap(line.trimStart(), width - start).replace(/^/gm, " ".repeat(start));
}
