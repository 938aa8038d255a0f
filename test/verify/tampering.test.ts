/** Every kind of tampering is shown to both verifiers: the library's and the independent one of `verify/`. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { independentProblems, libraryProblems, textOf, verifier } from "./certified.ts";

const cwd = temporaryFolder();
let certificate = "";
let header: string[] = [];
let rows: string[][] = [];

beforeAll(() => {
  const lines = Array.from({ length: 90 }, (_, i) => {
    const illness = ["flu", "cold", "ulcer", "gout"][(i * 7) % 4];
    return `P${i},${20 + ((i * 13) % 47)},${["Ulm", "Ems", "Pau"][i % 3]},${illness},${1000 + 37 * i}`;
  });
  writeFileSync(join(cwd, "input.csv"), `name,age,town,illness,cost\n${lines.join("\n")}\n`);
  const words = [
    "--identifying",
    "name",
    "--quasi",
    "age,town",
    "--sensitive",
    "illness",
    "-k",
    "4",
    "-l",
    "2",
    "--rest",
    "insensitive",
  ];
  const made = kohort(
    [
      "anonymize",
      "input.csv",
      ...words,
      "--algorithm",
      "mondrian",
      "-o",
      "release.csv",
      "--certificate",
      "c.json",
      "-q",
    ],
    { cwd },
  );
  expect(made.code, made.stderr).toBe(0);
  certificate = readFileSync(join(cwd, "c.json"), "utf8");
  [header, ...rows] = readFileSync(join(cwd, "release.csv"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(",")) as [string[], ...string[][]];
});

type Tampered = { readonly header?: string[]; readonly rows: string[][] };

/** What both verifiers say of a release and a certificate: whether it is accepted, and why not. */
function verdicts(
  release: string,
  stated: string,
): { readonly library: boolean; readonly independent: boolean; readonly said: string } {
  const bytes = Buffer.from(release);
  const problems = libraryProblems(bytes, stated);
  const independent = independentProblems(bytes, stated);
  return { library: problems.length === 0, independent: independent.length === 0, said: problems.join("\n") };
}

function csv({ header: names = header, rows: cells }: Tampered): string {
  return `${[names, ...cells].map((row) => row.join(",")).join("\n")}\n`;
}

function rehashed(release: string, stated = certificate): string {
  const changed = JSON.parse(stated);
  changed.release.sha256 = createHash("sha256").update(release).digest("hex");
  changed.release.bytes = Buffer.byteLength(release);
  return textOf(changed);
}

const column = (name: string): number => header.indexOf(name);
const cohortOf = (row: readonly string[]): string => `${row[column("age")]}|${row[column("town")]}`;

/** Row numbers by cohort. */
function cohorts(): number[][] {
  const found = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) found.set(cohortOf(row), [...(found.get(cohortOf(row)) ?? []), at]);
  return [...found.values()];
}

function changed(changes: Readonly<Record<number, Readonly<Record<string, string>>>>): Tampered {
  return {
    rows: rows.map((row, at) => header.map((name, place) => changes[at]?.[name] ?? row[place])),
  };
}

/** Two rows of different cohorts whose illnesses differ. */
function strangers(): [number, number] {
  for (const [a, first] of rows.entries()) {
    for (const [b, second] of rows.entries()) {
      if (cohortOf(first) !== cohortOf(second) && first[column("illness")] !== second[column("illness")]) return [a, b];
    }
  }
  throw new Error("all cohorts are alike");
}

function exact(at: number): string {
  return String(Number(/\d+/.exec(rows[at][column("age")])![0]));
}

const tamperings: Readonly<Record<string, () => Tampered>> = {
  "a changed cell": () => changed({ 3: { cost: "1" } }),
  "a dropped row": () => ({ rows: rows.slice(1) }),
  "a doubled row": () => ({ rows: [...rows, rows[0]] }),
  "a made-up row": () => ({ rows: [...rows, header.map((name) => (name === "age" ? "99" : "x"))] }),
  "a cohort cut below k": () => {
    const [small] = cohorts().sort((a, b) => a.length - b.length);
    return { rows: rows.filter((_, at) => !small.slice(3).includes(at)) };
  },
  "a record moved to another cohort": () => {
    const [a, b] = strangers();
    return changed({ [a]: { age: rows[b][column("age")], town: rows[b][column("town")] } });
  },
  "a sensitive value swapped across cohorts": () => {
    const [a, b] = strangers();
    return changed({ [a]: { illness: rows[b][column("illness")] }, [b]: { illness: rows[a][column("illness")] } });
  },
  "a changed sensitive value": () => changed({ 0: { illness: rows[0][column("illness")] === "flu" ? "cold" : "flu" } }),
  "a sensitive value nobody had": () => changed({ 0: { illness: "plague" } }),
  "a value published exactly": () => {
    const at = rows.findIndex((row) => row[column("age")].startsWith("["));
    return changed({ [at]: { age: exact(at) } });
  },
  "a cohort published exactly": () => {
    const [members] = cohorts().filter(([at]) => rows[at][column("age")].startsWith("["));
    return changed(Object.fromEntries(members.map((at) => [at, { age: exact(members[0]) }])));
  },
  "an insensitive value swapped across cohorts": () => {
    const [a, b] = strangers();
    return changed({ [a]: { cost: rows[b][column("cost")] }, [b]: { cost: rows[a][column("cost")] } });
  },
  "a cohort left out": () => ({ rows: rows.filter((row) => cohortOf(row) !== cohortOf(rows[0])) }),
  "a renamed column": () => ({ header: header.map((name) => (name === "cost" ? "price" : name)), rows }),
  "a dropped column": () => ({ header: header.slice(0, -1), rows: rows.map((row) => row.slice(0, -1)) }),
  "an added column": () => ({ header: [...header, "id"], rows: rows.map((row, at) => [...row, String(at)]) }),
};

describe("a release that is what its certificate says", () => {
  it("is accepted by both verifiers, and nothing else is needed", () => {
    const { library, independent } = verdicts(csv({ rows }), certificate);
    expect([library, independent]).toEqual([true, true]);
  });

  it("is accepted by a verifier copied into an empty folder, of at most 700 lines and without a dependency", () => {
    const text = readFileSync(verifier, "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(700);
    const imports = [...text.matchAll(/from "([^"]+)"/g)].map((found) => found[1]);
    expect(imports).toEqual(["node:crypto", "node:fs", "node:url"]);
    copyFileSync(verifier, join(cwd, "alone.mjs"));
    const alone = spawnSync(process.execPath, ["alone.mjs", "release.csv", "c.json"], { cwd, encoding: "utf8" });
    expect(alone.status, alone.stderr).toBe(0);
  });

  it("may have its rows in another order once its hash is stated", () => {
    const shuffled = csv({ rows: [...rows].reverse() });
    expect(verdicts(shuffled, certificate)).toMatchObject({ library: false, independent: false });
    expect(verdicts(shuffled, rehashed(shuffled))).toMatchObject({ library: true, independent: true });
  });
});

describe("a tampered release", () => {
  it.each(Object.keys(tamperings))("with %s is rejected, also after its hash was stated anew", (kind) => {
    const release = csv(tamperings[kind]());
    expect(release).not.toBe(csv({ rows }));
    for (const stated of [certificate, rehashed(release)]) {
      const { library, independent } = verdicts(release, stated);
      expect([library, independent], kind).toEqual([false, false]);
    }
  });

  it("below k is rejected even when the whole certificate was made anew for it", () => {
    const [small] = cohorts().sort((a, b) => a.length - b.length);
    const kept = rows.filter((_, at) => !small.slice(3).includes(at));
    const release = csv({ rows: kept });
    const forged = JSON.parse(rehashed(release));
    const gone = rows.length - kept.length;
    forged.release.rows -= gone;
    forged.input.rows -= gone;
    for (const one of forged.cohorts) {
      const key = `${one.values[0]}|${one.values[1]}`;
      const members = kept.filter((row) => cohortOf(row) === key);
      one.records = members.length;
      const { values } = forged.sensitive[0];
      const ranks = members.map((row) => values.findIndex((texts: string[]) => texts.includes(row[column("illness")])));
      one.sensitive = [Object.fromEntries(ranks.map((rank) => [rank, ranks.filter((other) => other === rank).length]))];
      one.sha256 = createHash("sha256")
        .update(
          members
            .map((row) => JSON.stringify(row))
            .sort()
            .join("\n"),
        )
        .digest("hex");
    }
    const { library, independent, said } = verdicts(release, textOf(forged));
    expect([library, independent]).toEqual([false, false]);
    expect(said).toContain("k-anonymity does not hold: 3 where 4 is asked");
    expect(said).not.toContain("cohort ");
  });
});

describe("a tampered certificate", () => {
  const changes: Readonly<Record<string, (stated: ReturnType<typeof JSON.parse>) => void>> = {
    "a requirement taken lightly": (stated) => (stated.asked.privacy[0].k = 2),
    "a requirement raised everywhere": (stated) => {
      stated.asked.privacy[0].k = 50;
      stated.measured.privacy[0].k = 50;
    },
    "a better measured figure": (stated) => (stated.measured.privacy[0].measured = 17),
    "a quasi-identifier made insensitive": (stated) => (stated.columns[1].role = "insensitive"),
    "a column without a role": (stated) => delete stated.columns[3].role,
    "an identifying column in the file": (stated) => (stated.columns[3].role = "identifying"),
    "no sensitive column": (stated) => (stated.sensitive = []),
    "values that nobody has": (stated) => stated.sensitive[0].values.push(["plague"]),
    "all values taken for one": (stated) => (stated.sensitive[0].values = [stated.sensitive[0].values.flat()]),
    "more records read": (stated) => (stated.input.rows += 1),
    "ten million suppressed records": (stated) => {
      stated.release.suppressed = 10_000_000;
      stated.input.rows += 10_000_000;
      stated.measured.suppression.measured = 10_000_000 / (stated.input.rows - stated.input.leftOut);
    },
  };

  it.each(Object.keys(changes))("with %s is rejected", (kind) => {
    const stated = JSON.parse(certificate);
    changes[kind](stated);
    const { library, independent } = verdicts(csv({ rows }), textOf(stated));
    expect([library, independent], kind).toEqual([false, false]);
  });

  it("or release is told by the command, with exit code 1", () => {
    writeFileSync(join(cwd, "short.csv"), csv({ rows: rows.slice(1) }));
    const { code, stdout, stderr } = kohort(["verify", "short.csv", "c.json", "-q"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("wrong: the file's sha256 is not the certificate's");
    expect(stderr).toContain('error: "short.csv" is not what its certificate says');
  });

  it("that is none is refused with a sentence", () => {
    writeFileSync(join(cwd, "none.json"), '{"certificate":2}\n');
    const { code, stderr } = kohort(["verify", "release.csv", "none.json", "-q"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('"none.json" is no certificate');
  });

  it("of an earlier version is refused, with the advice to make it again", () => {
    writeFileSync(join(cwd, "old.json"), '{"certificate":1}\n');
    const { code, stderr } = kohort(["verify", "release.csv", "old.json", "-q"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("it is of version 1\nhint: that form could be forged; make the certificate again");
  });
});

describe("the input's hash", () => {
  it("is salted, and checked with the salt that only the owner has", () => {
    const own = ["verify", "release.csv", "c.json", "--original", "input.csv", "-q"];
    expect(kohort(own, { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/is what its certificate says\nit was made of "input.csv"/),
    });
    writeFileSync(join(cwd, "other.csv"), readFileSync(join(cwd, "input.csv"), "utf8").replace("P1,", "P2,"));
    const wrong = kohort(["verify", "release.csv", "c.json", "--original", "other.csv", "-q"], { cwd });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('error: "other.csv" is not the table that "release.csv" was made of');
    expect(wrong.stderr).not.toContain("ask its publisher");
    const input = readFileSync(join(cwd, "input.csv"));
    expect(certificate).not.toContain(createHash("sha256").update(input).digest("hex"));
    expect(certificate).not.toContain(readFileSync(join(cwd, "c.salt"), "utf8").trim());
  });
});
