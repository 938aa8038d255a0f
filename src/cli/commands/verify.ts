import { jsonText, KohortError } from "../../base/index.ts";
import { parseCertificate } from "../../certificate/index.ts";
import { bytesAt, type FileVerification, saltPath, verifyFile } from "../../engine/index.ts";
import type { RunCommand } from "../context.ts";
import { formatCount, formatNumber, formatTable, printable } from "../format.ts";
import { hasFlag, textOf } from "../parse.ts";
import { withSession } from "../session.ts";
import type { Paint } from "../terminal.ts";
import { packageVersion } from "../version.ts";

/** Checks a release against its certificate; exit code 1 if it is not what the certificate says. */
export const runVerify: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const [release, path] = parsed.words as [string, string];
  const original = textOf(parsed, "original");
  const certificate = parseCertificate((await bytesAt(path)).toString(), path);
  const found = await withSession(context, ({ pool, host }) =>
    verifyFile(
      {
        release,
        certificate,
        ...(original === undefined ? {} : { original, salt: textOf(parsed, "salt") ?? saltPath(path) }),
      },
      pool,
      host,
    ),
  );
  const document = { kohort: packageVersion(), verified: found.problems.length === 0, ...found };
  terminal.print(hasFlag(parsed, "json") ? jsonText(document) : describe(found, original, terminal.paintResult));
  if (found.problems.length === 0) return 0;
  if (found.isOriginal === false && found.problems.length === 1) {
    throw new KohortError("audit", `"${original}" is not the table that "${release}" was made of`, {
      hint: "the release itself is what its certificate says; give the very file it was made of, and its salt",
    });
  }
  throw new KohortError("audit", `"${release}" is not what its certificate says`, {
    hint: `${formatCount(found.problems.length, "thing")} did not fit; ask its publisher for both files again`,
  });
};

function describe(
  { problems, privacy, spelledApart, checked, unknowable, isOriginal }: FileVerification,
  original: string | undefined,
  paint: Paint,
): string {
  const apart = ", spellings of a value counted apart";
  const verdicts = privacy.map(({ model, attribute, asked, measured, holds }) => [
    printable(attribute === undefined ? model : `${model}(${attribute})`),
    `asked ${formatNumber(asked ?? 0, 4)}`,
    `measured ${formatNumber(measured, 4)}`,
    `${holds ? paint.green("holds") : paint.red("does not hold")}${spelledApart.includes(attribute ?? "") ? apart : ""}`,
  ]);
  const titles = Array.from({ length: 4 }, () => ({ title: "" }));
  const lines = [
    ...checked.map(printable),
    ...(verdicts.length === 0 ? [] : [formatTable(titles, verdicts)]),
    ...problems.map((problem) => `${paint.red("wrong")}: ${printable(problem)}`),
    ...(problems.length === 0 ? ["not known from these two files:", ...unknowable.map((line) => `  ${line}`)] : []),
    problems.length === 0 ? paint.green("the release is what its certificate says") : "",
    isOriginal === true ? paint.green(`it was made of ${JSON.stringify(original)}`) : "",
  ];
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}
