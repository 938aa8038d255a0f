import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { inspect } from "../../src/inspect/inspect.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { labelStrings, readCsv, readJson } from "../../src/table/index.ts";
import { certifiedOf, independentProblems, libraryProblems, textOf } from "../verify/certified.ts";

/** Two neighbours that are one double. */
const [even, odd] = ["9007199254740992", "9007199254740993"];
const rows = Array.from({ length: 12 }, (_, row) => (row % 2 === 0 ? even : odd));
const table = readCsv(`number,illness\n${rows.map((number, row) => `${number},d${row % 3}`).join("\n")}\n`);
const attributes = { number: { role: "quasi-identifying" }, illness: { role: "sensitive" } } as const;
const privacy = [{ model: "k-anonymity" as const, k: 5 }];

describe("whole numbers beyond 2^53", () => {
  it("are compared as they are written, and published so", () => {
    for (const name of ["auto", "mondrian", "lattice", "cluster"] as const) {
      const release = anonymize(table, { attributes, privacy, algorithm: { name } });
      const [column] = release.table.columns;
      const published = Array.from(column.codes, (code) => labelStrings(column.labels)[code]).sort();
      expect(published, name).toEqual([...rows].sort());
      const found = audit(release.table, { quasiIdentifiers: ["number"], sensitive: ["illness"], privacy });
      expect([found.release.cohorts, found.k], name).toEqual([2, 6]);
    }
  });

  it("are two values to both verifiers, which count two cohorts of six", () => {
    const { bytes, text, certificate } = certifiedOf(table, { spec: { attributes, privacy, person: "none" } });
    expect(libraryProblems(bytes, text)).toEqual([]);
    expect(independentProblems(bytes, text)).toEqual([]);
    expect(certificate.cohorts).toHaveLength(2);
  });

  it("are not taken for one sensitive value, whatever a certificate says", () => {
    const secrets = readCsv(`age,secret\n${rows.map((number, row) => `${row % 2},${number}`).join("\n")}\n`);
    const spec = {
      attributes: { age: { role: "quasi-identifying" }, secret: { role: "sensitive" } },
      privacy,
    } as const;
    const { bytes, text } = certifiedOf(secrets, { spec: { ...spec, person: "none" } });
    expect([libraryProblems(bytes, text), independentProblems(bytes, text)]).toEqual([[], []]);
    const apart = JSON.stringify([[even], [odd]]);
    const merged = JSON.stringify(JSON.parse(text)).replace(apart, JSON.stringify([[even, odd]]));
    expect(merged).toContain(JSON.stringify([[even, odd]]));
    const forged = textOf(JSON.parse(merged));
    expect(libraryProblems(bytes, forged).join()).toContain("are not the same value");
    expect(independentProblems(bytes, forged).join()).toContain("taken for one value");
  });

  it.each(["9007199254740992", "-9007199254740993", "+123456789012345678901", "10000000000000000"])(
    "make a column a category: %s",
    (text) => {
      expect(readCsv(`a\n1\n${text}\n`).columns[0].kind).toBe("category");
      expect(readJson(`[{"a":1},{"a":${text.replace("+", "")}}]`).columns[0].kind).toBe("category");
    },
  );

  it.each(["9007199254740991", "-9007199254740991", "1e300", "96.12345678901234", "1234567890123456.5"])(
    "are not meant by %s",
    (text) => {
      expect(readCsv(`a\n1\n${text}\n`).columns[0].kind).toBe("number");
    },
  );

  it("are refused where a number is asked for, with the reason, unless they mark what is missing", () => {
    const text = `a\n1\n${odd}\n`;
    expect(() => readCsv(text, { kinds: { a: "number" } })).toThrow(/"9007199254740993" is beyond 2\^53/);
    expect(readCsv(text, { kinds: { a: "number" }, missing: [odd] }).columns[0].kind).toBe("number");
  });

  it("are refused by intervals, which might not hold them", () => {
    const grouped = {
      ...attributes,
      number: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 } },
    };
    const spec = { attributes: grouped as Parameters<typeof anonymize>[1]["attributes"], privacy };
    expect(() => anonymize(table, spec)).toThrow(/intervals cannot hold "9007199254740992"/);
  });

  it("are explained by inspect", () => {
    expect(JSON.stringify(inspect(table))).toContain("beyond 2^53");
  });
});
