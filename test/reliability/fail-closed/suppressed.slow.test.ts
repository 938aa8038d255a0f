/**
 * @file Suppressed people stay suppressed: what is kept of them is judged like anything else, or blank; models that
 * compare with the table compare with what is released; and no certificate tells what a suppressed person has.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AlgorithmSpec } from "../../../src/algorithms/index.ts";
import { type Audit, audit } from "../../../src/audit/audit.ts";
import { KohortError, type Random, randomFrom } from "../../../src/base/index.ts";
import { parseCertificate } from "../../../src/certificate/certificate-form.ts";
import { anonymizeFile, applyFile, auditFile, openPool, verifyFile } from "../../../src/engine/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import { parseRecipe } from "../../../src/recipe/recipe.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { auditInStore } from "../../../src/store/audit-in-store.ts";
import { openStore } from "../../../src/store/open.ts";
import { parseAddress } from "../../../src/store/source.ts";
import { readCsv, writeCsv } from "../../../src/table/index.ts";
import type { Api, Fault, FromWorker, QuestionName } from "../../../src/web/protocol.ts";
import { openSession } from "../../../src/web/worker/session.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";
import { cohortsIn, rowsIn, slowVerdict } from "./judge-bytes.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const pool = openPool(1);
afterAll(() => pool.close());
const verifier = join(import.meta.dirname, "..", "..", "..", "verify", "verify.mjs");

const quasi = ["age", "zip"];
const attributes: Spec["attributes"] = {
  age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10, factor: 2 } },
  zip: { role: "quasi-identifying", kind: "category" },
  illness: { role: "sensitive" },
  ward: { role: "insensitive" },
};
const narrow: Spec["attributes"] = {
  ...attributes,
  age: { ...attributes.age, levels: [0, 1] },
  zip: { ...attributes.zip, hierarchy: { kind: "masking", from: "right" }, levels: [0, 0] },
};

const k5: PrivacyGoal = { model: "k-anonymity", k: 5 };
const l2: PrivacyGoal = { model: "l-diversity", attribute: "illness", l: 2 };

/** Twenty people like each other, and odd ones, with what they have. */
function people(odd: readonly string[]): string {
  const usual = Array.from({ length: 20 }, (_, i) => `${31 + (i % 8)},100,${i % 3 === 0 ? "flu" : "cold"},w${i % 2}`);
  const others = odd.map((illness, i) => `${50 + 7 * i},${200 + i},${illness},w9`);
  return `age,zip,illness,ward\n${[...usual, ...others].join("\n")}\n`;
}

function specFor(privacy: readonly PrivacyGoal[], changes: Partial<Spec> = {}): Spec {
  return { version: 1, attributes: narrow, privacy, algorithm: { name: "lattice" }, suppression: 0.3, ...changes };
}

let made = 0;

/** A release of a text, as files: the release and, where it can be made, its certificate. */
async function released(text: string, spec: Spec, keepSuppressed = true, certify = true) {
  const name = `r${++made}`;
  writeFileSync(at(`${name}-in.csv`), text);
  const certificate = { path: at(`${name}.json`), version: "1.0.0" };
  const { release, audit: own } = await anonymizeFile(
    {
      input: { path: at(`${name}-in.csv`), options: { kinds: { zip: "category" } } },
      specOf: () => spec,
      folder,
      output: at(`${name}.csv`),
      keepSuppressed,
      ...(certify ? { certificate } : {}),
    },
    pool,
  );
  return { release, own, path: at(`${name}.csv`), text: readFileSync(at(`${name}.csv`), "utf8"), certificate };
}

type Judged = {
  readonly rows: number;
  readonly blank: number;
  readonly verdicts: readonly (readonly [model: string, measured: number, holds: boolean])[];
};

function judgedIn({ release, privacy }: Audit): Judged {
  const verdicts = privacy.filter(({ asked }) => asked !== undefined);
  return {
    rows: release.rows,
    blank: release.suppressed,
    verdicts: verdicts.map(({ model, measured, holds }) => [model, Number(measured.toFixed(9)), holds]),
  };
}

function bySlow(text: string, goals: readonly PrivacyGoal[]): Judged {
  const table = cohortsIn(text, quasi, "illness");
  return {
    rows: rowsIn(text).rows.length,
    blank: table.blank,
    verdicts: goals.map((goal) => {
      const { measured, holds } = slowVerdict(goal, table);
      return [goal.model, Number(measured.toFixed(9)), holds] as const;
    }),
  };
}

/** What every surface finds in a file whose making nobody knows. */
async function everySurface(path: string, goals: readonly PrivacyGoal[]): Promise<Record<string, Judged>> {
  const options = { quasiIdentifiers: quasi, sensitive: ["illness"], privacy: goals };
  const store = await openStore({ name: "duckdb" }, { scratch: folder, threads: 1 });
  try {
    return {
      library: judgedIn(audit(readCsv(readFileSync(path, "utf8")), options)),
      memory: judgedIn(
        await auditFile({ input: { path, options: { released: true } }, optionsOf: () => options }, pool),
      ),
      duckdb: judgedIn(
        (await auditInStore(store, { address: parseAddress(path, undefined), optionsOf: () => options })).audit,
      ),
    };
  } finally {
    await store.close();
  }
}

async function verifiedBy(path: string, certificate: string): Promise<{ library: boolean; independent: boolean }> {
  const text = readFileSync(certificate, "utf8");
  const { problems } = await verifyFile({ release: path, certificate: parseCertificate(text, certificate) }, pool, {});
  const independent = spawnSync(process.execPath, [verifier, path, certificate], { encoding: "utf8" });
  return { library: problems.length === 0, independent: independent.status === 0 };
}

describe("a file with rows of stars is judged alike by every surface", () => {
  const usual = Array.from({ length: 6 }, (_, i) => `30,100,${i % 2 === 0 ? "flu" : "cold"},w`);
  const files: readonly (readonly [string, readonly string[], boolean])[] = [
    ["one row of stars that has HIV is a cohort of one", [...usual, "*,*,HIV,w"], false],
    ["one row of stars that has a ward is a cohort of one", [...usual, "*,*,*,w9"], false],
    ["one row of nothing but stars is in no cohort", [...usual, "*,*,*,*"], true],
    ["six rows of stars are a cohort", [...usual, ...usual.map((row) => row.replace("30,100", "*,*"))], true],
    ["six rows of stars with one illness are a cohort", [...usual, ...usual.map(() => "*,*,HIV,w")], false],
    ["rows with a star somewhere are cohorts", [...usual, ...usual.map((row) => row.replace("30", "*"))], true],
  ];
  it.each(files)("%s", async (name, rows, holds) => {
    const text = `age,zip,illness,ward\n${rows.join("\n")}\n`;
    const path = at(`${name.replaceAll(" ", "-")}.csv`);
    writeFileSync(path, text);
    const goals = [k5, l2, { model: "t-closeness", attribute: "illness", t: 0.6 }] as const;
    const expected = bySlow(text, goals);
    const found = await everySurface(path, goals);
    for (const [surface, judged] of Object.entries(found)) expect(judged, surface).toEqual(expected);
    expect(expected.verdicts.every((verdict) => verdict[2])).toBe(holds);
  });

  it("numbers beside rows of stars are numbers", async () => {
    const rows = [...Array.from({ length: 8 }, (_, i) => `30,100,${(i % 4) * 10},w`), "*,*,*,*"];
    writeFileSync(at("numbers.csv"), `age,zip,illness,ward\n${rows.join("\n")}\n`);
    const goals = [{ model: "t-closeness", attribute: "illness", t: 0.1, distance: "ordered" }] as const;
    const found = await everySurface(at("numbers.csv"), goals);
    for (const [surface, { verdicts, blank }] of Object.entries(found)) {
      expect([surface, blank, verdicts]).toEqual([surface, 1, [["t-closeness", 0, true]]]);
    }
  });
});

describe("--keep-suppressed", () => {
  it("does not publish the one *,*,HIV of a release with k = 5", async () => {
    const { text, path, certificate, own, release } = await released(people(["HIV"]), specFor([k5]));
    expect(text).not.toContain("HIV");
    expect(rowsIn(text).rows.filter((row) => row.every((cell) => cell === "*"))).toHaveLength(1);
    expect(text).not.toContain("w9");
    expect([own.k, own.release.suppressed, release.suppressed, release.suppressedAs]).toEqual([20, 1, 1, "blank"]);
    expect(await verifiedBy(path, certificate.path)).toEqual({ library: true, independent: true });
    expect(readFileSync(certificate.path, "utf8")).not.toContain("HIV");
    expect(release.table.columns.some(({ labels }) => new TextDecoder().decode(labels.bytes).includes("HIV"))).toBe(
      false,
    );
  });

  it("keeps the cells of suppressed people who are a cohort that holds", async () => {
    const odd = ["HIV", "flu", "cold", "HIV", "cold"];
    const { text, path, certificate, own, release } = await released(people(odd), specFor([k5, l2]));
    expect(text.split("\n").filter((line) => line.startsWith("*,*,") && line.endsWith(",w9"))).toHaveLength(5);
    expect([own.k, own.release.cohorts, release.cohorts.smallest, release.suppressedAs]).toEqual([5, 2, 5, "starred"]);
    expect(await verifiedBy(path, certificate.path)).toEqual({ library: true, independent: true });
  });

  it("blanks suppressed people who are enough but all have the same", async () => {
    const { text, path, certificate } = await released(people(new Array(6).fill("HIV")), specFor([k5, l2]));
    expect(text).not.toContain("HIV");
    expect(await verifiedBy(path, certificate.path)).toEqual({ library: true, independent: true });
  });

  it("blanks numbers as well, in CSV and in JSON", async () => {
    const numbers = people(["900"]).replaceAll("flu", "10").replaceAll("cold", "20");
    const goals = [k5, { model: "t-closeness", attribute: "illness", t: 0.2 }] as const;
    const { text, path, own } = await released(numbers, specFor(goals));
    expect(text).not.toContain("900");
    for (const judged of Object.values(await everySurface(path, goals))) expect(judged).toEqual(judgedIn(own));
    writeFileSync(at("numbers-in.csv"), numbers);
    const input = { path: at("numbers-in.csv"), options: { kinds: { zip: "category" as const } } };
    const request = { input, specOf: () => specFor(goals), folder, output: at("numbers.json"), keepSuppressed: true };
    expect(judgedIn((await anonymizeFile(request, pool)).audit)).toEqual(judgedIn(own));
    const options = { quasiIdentifiers: quasi, sensitive: ["illness"], privacy: goals };
    const again = {
      input: { path: at("numbers.json"), format: "json" as const, options: {} },
      optionsOf: () => options,
    };
    expect(judgedIn(await auditFile(again, pool))).toEqual(judgedIn(own));
  });

  it("is held to by apply", async () => {
    writeFileSync(at("first.csv"), people([]));
    writeFileSync(at("next.csv"), people(["HIV"]).replace("50,200", "35,100").replace("31,100", "90,100"));
    const input = (path: string) => ({ path: at(path), options: { kinds: { zip: "category" as const } } });
    const spec = specFor([k5]);
    const request = { input: input("first.csv"), specOf: () => spec, folder, output: at("first-out.csv") };
    await anonymizeFile({ ...request, recipe: at("recipe.json") }, pool);
    const recipe = parseRecipe(readFileSync(at("recipe.json"), "utf8"), "recipe.json");
    const apply = { recipe, folder, suppressFailing: true, keepSuppressed: true };
    const outcome = await applyFile({ ...apply, input: input("next.csv"), output: at("next-out.csv") }, pool);
    const text = readFileSync(at("next-out.csv"), "utf8");
    expect(outcome.applied.suppressed).toBe(1);
    expect(rowsIn(text).rows.filter((row) => row[0] === "*")).toEqual([["*", "*", "*", "*"]]);
    expect(judgedIn(outcome.audit)).toEqual(bySlow(text, [k5]));
  });

  it("is refused by the engines that cannot blank", async () => {
    const { kohort } = await import("../../cli/run-kohort.ts");
    writeFileSync(at("engine.csv"), people(["HIV"]));
    const words = ["anonymize", at("engine.csv"), "--quasi", "age,zip", "-k", "5", "--keep-suppressed"];
    const { code, stderr } = kohort([...words, "--engine", "duckdb", "-o", at("engine-out.csv")]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("the duckdb engine knows no --keep-suppressed")]);
  });
});

/** The methods that suppress records. */
const methods: readonly AlgorithmSpec[] = [
  { name: "lattice" },
  { name: "lattice", local: "levels" },
  { name: "datafly" },
  { name: "incognito" },
  { name: "auto" },
  { name: "auto", partition: false },
];

function relativeGoals(random: Random): readonly PrivacyGoal[] {
  const nth = Math.floor(random.unit() * 4);
  const attribute = "illness";
  const goal: PrivacyGoal = [
    { model: "t-closeness" as const, attribute, t: 0.1 + 0.3 * random.unit() },
    { model: "beta-likeness" as const, attribute, beta: 0.3 + 1.5 * random.unit() },
    { model: "delta-disclosure" as const, attribute, delta: 0.5 + 1.5 * random.unit() },
    { model: "delta-disclosure" as const, attribute, delta: 0.5 + random.unit(), variant: "present-values" as const },
  ][nth];
  return [{ model: "k-anonymity", k: 2 }, goal];
}

/** Some thirty people whose zip tells something about what they have. */
function randomPeople(random: Random): string {
  const lines = Array.from({ length: 24 + Math.floor(random.unit() * 12) }, () => {
    const zip = Math.floor(random.unit() * 3);
    const illness = ["flu", "cold", "gout", "HIV"][random.unit() < 0.5 ? zip : Math.floor(random.unit() * 4)];
    return `${20 + Math.floor(random.unit() * 50)},${100 + zip},${illness},w${Math.floor(random.unit() * 2)}`;
  });
  return `age,zip,illness,ward\n${lines.join("\n")}\n`;
}

describe("models relative to the table hold by the shares of the released bytes", () => {
  it.each(methods.map((algorithm) => [JSON.stringify(algorithm), algorithm] as const))(
    "with %s",
    (label, algorithm) => {
      let suppressed = 0;
      for (let seed = 1; seed <= 24; seed++) {
        const random = randomFrom(seed * 104_729);
        const table = readCsv(randomPeople(random), { kinds: { zip: "category" } });
        const goals = relativeGoals(random);
        const keepSuppressed = seed % 2 === 0;
        const spec = { ...specFor(goals), attributes, algorithm, suppression: 0.25 };
        try {
          const release = anonymize(table, spec, { keepSuppressed });
          const text = new TextDecoder().decode(writeCsv(release.table));
          const found = audit(readCsv(text), { quasiIdentifiers: quasi, sensitive: ["illness"], privacy: goals });
          const expected = bySlow(text, goals);
          expect(judgedIn(found), `${label} seed ${seed} ${JSON.stringify(goals)}`).toEqual(expected);
          expect(expected.verdicts.map((verdict) => verdict[2])).toEqual([true, true]);
          expect(release.suppressed).toBeLessThanOrEqual(0.25 * table.rows);
          expect(release.search.optimal ?? false).toBe(false);
          suppressed += release.suppressed;
        } catch (error) {
          if (!(error instanceof KohortError)) throw error;
          expect(error.code).toBe("infeasible");
        }
      }
      // Datafly raises levels until next to nothing fails
      if (algorithm.name !== "datafly") expect(suppressed).toBeGreaterThan(0);
    },
  );

  it("claims an optimum only where the shares are certain", () => {
    const table = readCsv(randomPeople(randomFrom(5)), { kinds: { zip: "category" } });
    const t = { model: "t-closeness", attribute: "illness", t: 0.4 } as const;
    const optimal = (goal: PrivacyGoal, suppression: number): unknown =>
      anonymize(table, { ...specFor([k5, goal], { suppression }), attributes }).search.optimal;
    expect([optimal(t, 0), optimal(t, 0.3), optimal({ ...t, reference: "input" }, 0.3)]).toEqual([true, false, true]);
  });

  it("in the studio as well", async () => {
    const waiting = new Map<number, { done: (value: unknown) => void; failed: (fault: Fault) => void }>();
    const hear = openSession({
      post: (message: FromWorker) => {
        if ("answer" in message) waiting.get(message.id)!.done(message.answer);
        if ("fault" in message) waiting.get(message.id)!.failed(message.fault);
      },
    });
    let last = 0;
    const ask = <K extends QuestionName>(name: K, question: Api[K]["ask"]): Promise<Api[K]["answer"]> =>
      new Promise((done, failed) => {
        waiting.set(++last, { done: done as (value: unknown) => void, failed });
        void hear({ id: last, ask: name, with: question });
      });
    const goals = [k5, { model: "t-closeness", attribute: "illness", t: 0.2 }] as const;
    const spec = specFor(goals);
    const file = new File([people(["HIV"])], "people.csv");
    await ask("open", { blob: file, name: "people.csv", kinds: { zip: "category" } });
    const { report } = await ask("run", { key: "one", spec });
    const { files } = await ask("download", { what: "release", of: { key: "one", spec } });
    const expected = bySlow(new TextDecoder().decode(files[0].bytes), goals);
    expect(report.release.suppressed).toBeGreaterThan(0);
    expect(report.privacy.map(({ model, measured, holds }) => [model, Number(measured.toFixed(9)), holds])).toEqual(
      expected.verdicts,
    );
  });
});

/** Multisets of so many values. */
function multisets(values: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return values.flatMap((value, i) => multisets(values.slice(i), size - 1).map((rest) => [value, ...rest]));
}

type Published = {
  readonly sensitive: readonly {
    readonly values: readonly (readonly string[])[];
    readonly totals?: readonly number[];
  }[];
  readonly privacy?: readonly { readonly model: string; readonly measured: number | null }[];
  readonly measured?: { readonly privacy: Published["privacy"] };
};

/**
 * What the suppressed people can have, as somebody finds who has the release and its certificate: totals that exceed
 * the release are theirs, and a figure that the released records do not explain is explained with theirs added to the
 * table that is compared with.
 */
function possible(text: string, certificate: Published, goals: readonly PrivacyGoal[], suppressed: number): string[][] {
  const table = cohortsIn(text, quasi, "illness");
  const shown = table.cohorts.flat();
  const count = (values: readonly string[], value: string): number => values.filter((one) => one === value).length;
  const { values, totals } = certificate.sensitive[0];
  const figures = (certificate.measured?.privacy ?? certificate.privacy ?? []).filter(({ model }) =>
    goals.some((goal) => goal.model === model),
  );
  const near = (a: number | null, b: number): boolean =>
    a === null || !Number.isFinite(b)
      ? (a ?? Infinity) === b || Math.abs((a ?? 1e300) - b) < 1e-9
      : Math.abs(a - b) < 1e-9;
  const universe = [...new Set([...shown, "a value that nobody has"])];
  const hidden = values.flatMap((texts, i) =>
    texts.length === 0 && (totals?.[i] ?? 0) > 0 ? ["a value that nobody has"] : [],
  );
  return multisets(universe, suppressed).filter((theirs) => {
    const isCounted =
      totals === undefined ||
      totals.reduce((a, b) => a + b, 0) === shown.length ||
      ((hidden.length > 0
        ? count(theirs, hidden[0]) === totals.reduce((sum, total, i) => sum + (values[i].length === 0 ? total : 0), 0)
        : true) &&
        values.every(
          (texts, i) => texts.length === 0 || count(shown, texts[0]) + count(theirs, texts[0]) === totals[i],
        ));
    return (
      isCounted &&
      goals.every((goal, i) => {
        const stated = figures[i].measured;
        if (near(stated, slowVerdict(goal, table).measured)) return true;
        return near(stated, againstInput(goal, table.cohorts, [...shown, ...theirs]));
      })
    );
  });
}

/** A figure of cohorts against another table than their own. */
function againstInput(goal: PrivacyGoal, cohorts: readonly (readonly string[])[], input: readonly string[]): number {
  const share = (values: readonly string[], value: string): number =>
    values.filter((one) => one === value).length / values.length;
  const values = [...new Set(input)];
  const figures = cohorts.map((cohort) => {
    if (goal.model === "t-closeness") {
      return values.reduce((sum, value) => sum + Math.abs(share(cohort, value) - share(input, value)), 0) / 2;
    }
    if (goal.model === "beta-likeness") {
      return Math.max(0, ...values.map((value) => share(cohort, value) / share(input, value) - 1));
    }
    return Math.max(...values.map((value) => Math.abs(Math.log2(share(cohort, value) / share(input, value)))));
  });
  return Math.max(...figures);
}

/** Whether somebody's value is the same however the values are dealt out: all of them are one value, in every way. */
function isTold(ways: readonly (readonly string[])[]): boolean {
  const [first] = ways;
  return ways.length > 0 && ways.every((way) => way.every((value) => value === first[0]));
}

describe("what a certificate and its release tell about suppressed people", () => {
  const t: PrivacyGoal = { model: "t-closeness", attribute: "illness", t: 0.5, distance: "equal" };
  const beta: PrivacyGoal = { model: "beta-likeness", attribute: "illness", beta: 2 };
  const delta: PrivacyGoal = { model: "delta-disclosure", attribute: "illness", delta: 3 };
  const asked: readonly (readonly PrivacyGoal[])[] = [
    [k5],
    [k5, l2],
    [k5, t],
    [k5, beta],
    [k5, delta],
    [k5, l2, t],
    [k5, t, beta, delta],
  ];
  const odd = [["HIV"], ["flu"], ["cold", "cold"], ["HIV", "flu"], ["HIV", "HIV", "HIV"]];
  const cases = asked.flatMap((goals) =>
    odd.map((illnesses) => [goals.map(({ model }) => model).join(), goals, illnesses] as const),
  );

  it.each(cases)("is nobody's value with %s", async (_, goals, illnesses) => {
    for (const keepSuppressed of [false, true]) {
      const { text, certificate, release } = await released(people(illnesses), specFor(goals), keepSuppressed);
      expect(release.suppressed).toBe(illnesses.length);
      const published = JSON.parse(readFileSync(certificate.path, "utf8")) as Published;
      const ways = possible(text, published, goals, release.suppressed);
      expect(ways.length).toBeGreaterThan(0);
      expect(isTold(ways), JSON.stringify(ways)).toBe(false);
    }
  });

  it("is seen where it is told: by the counts of the input, and by a figure relative to them", async () => {
    const { text, certificate } = await released(people(["flu"]), specFor([k5, t]), false);
    const published = JSON.parse(readFileSync(certificate.path, "utf8")) as Published;
    const [column] = published.sensitive;
    const before = rowsIn(people(["flu"])).rows.map((row) => row[2]);
    const totals = column.values.map((texts) => before.filter((value) => texts.includes(value)).length);
    const counted = { ...published, sensitive: [{ ...column, totals }] };
    expect(isTold(possible(text, counted, [k5, t], 1))).toBe(true);
    const figure = againstInput(t, cohortsIn(text, quasi, "illness").cohorts, before);
    const privacy = published.measured!.privacy!.map((one) =>
      one.model === t.model ? { ...one, measured: figure } : one,
    );
    expect(isTold(possible(text, { ...published, measured: { privacy } }, [k5, t], 1))).toBe(true);
    expect(isTold(possible(text, published, [k5, t], 1))).toBe(false);
  });
});

describe("goals that compare with the input", () => {
  const t = { model: "t-closeness", attribute: "illness", t: 0.5, reference: "input" } as const;

  it("have a certificate that leaves them out and only its owner may read where records are suppressed", async () => {
    const mode = (path: string): number => statSync(path).mode & 0o777;
    const kept = await released(people([]), specFor([k5, t]), false);
    const secret = await released(people(["HIV"]), specFor([k5, t]), false);
    const open = await released(people(["HIV"]), specFor([k5, { ...t, reference: "released" }]), false);
    expect([
      mode(kept.certificate.path) & 0o44,
      mode(secret.certificate.path),
      mode(open.certificate.path) & 0o44,
    ]).toEqual([0o44 & ~process.umask(), 0o600, 0o44 & ~process.umask()]);
    const certified = [kept, secret, open].map(({ certificate }) => {
      const { measured } = JSON.parse(readFileSync(certificate.path, "utf8")) as Published;
      return measured!.privacy!.map(({ model }) => model).join();
    });
    expect(certified).toEqual(["k-anonymity,t-closeness", "k-anonymity", "k-anonymity,t-closeness"]);
    for (const one of [kept, secret, open]) {
      expect(await verifiedBy(one.path, one.certificate.path)).toEqual({ library: true, independent: true });
    }
  });

  it.each(["json", "html", "md"])(
    "have a %s report that only its owner may read where records are suppressed",
    (form) => {
      const mode = (path: string): number => statSync(path).mode & 0o777;
      const words = ["--quasi", "age,zip", "--sensitive", "illness", "--insensitive", "ward", "-k", "5"];
      const run = (name: string, odd: readonly string[], goal: string, more: readonly string[] = []) => {
        writeFileSync(at(`${name}.csv`), people(odd));
        const report = at(`${name}-report.${form}`);
        const how = [
          "--algorithm",
          "lattice",
          "--suppression",
          "0.3",
          "--hierarchy",
          "age=intervals(width=10,factor=2)",
        ];
        const levels = ["--levels", "age=0..1", "--levels", "zip=0..0", "--hierarchy", "zip=masking(from=right)"];
        const made = kohort([
          ...["anonymize", at(`${name}.csv`), ...words, ...how, ...levels, "--require", goal],
          ...["-o", at(`${name}-out.csv`), "--report", report, "--json", ...more],
        ]);
        return { ...made, report };
      };
      const warning = "the report tells about suppressed people";
      const ofInput = "t-closeness(t=0.5,reference=input)";
      const secret = run(`secret-${form}`, ["HIV"], ofInput);
      expect(secret.stderr).toContain(warning);
      expect(JSON.parse(secret.stdout).privacyWarnings).toContainEqual(expect.objectContaining({ kind: "suppressed" }));
      expect(readFileSync(secret.report, "utf8")).toContain(warning);
      expect(mode(secret.report)).toBe(0o600);
      const audited = (name: string, goal: string) => {
        const report = at(`${name}-audit.${form}`);
        const asked = ["--require", goal, "--original", at(`${name}.csv`), "--report", report];
        return { ...kohort(["audit", at(`${name}-out.csv`), ...words, ...asked]), report };
      };
      const again = audited(`secret-${form}`, ofInput);
      expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) });
      expect(mode(again.report)).toBe(0o600);
      for (const open of [run(`kept-${form}`, [], ofInput), run(`open-${form}`, ["HIV"], "t-closeness(t=0.5)")]) {
        expect(open).toMatchObject({ code: 0, stderr: expect.not.stringContaining(warning) });
        expect(mode(open.report) & 0o44).toBe(0o44 & ~process.umask());
      }
      for (const open of [audited(`kept-${form}`, ofInput), audited(`open-${form}`, "t-closeness(t=0.5)")]) {
        expect(open).toMatchObject({ code: 0, stderr: expect.not.stringContaining(warning) });
        expect(mode(open.report) & 0o44).toBe(0o44 & ~process.umask());
      }
      const refused = run(`refused-${form}`, ["HIV"], ofInput, ["--warnings", "refuse"]);
      expect(refused.stderr).toContain(warning);
      expect([refused.code, existsSync(refused.report)]).toEqual([1, false]);
    },
  );

  it("are judged with the original only", async () => {
    const { text, release } = await released(people(["HIV"]), specFor([k5, t]), false);
    const options = { quasiIdentifiers: quasi, sensitive: ["illness"], privacy: [t] };
    const table = readCsv(text);
    expect(() => audit(table, options)).toThrow(
      "t-closeness with reference input cannot be judged without the original",
    );
    const [found] = audit(table, { ...options, original: release.original }).privacy.filter(
      ({ asked }) => asked !== undefined,
    );
    const before = rowsIn(people(["HIV"])).rows.map((row) => row[2]);
    const cohorts = cohortsIn(text, quasi, "illness").cohorts;
    expect(found.measured).toBeCloseTo(againstInput(t, cohorts, before), 12);
  });
});
