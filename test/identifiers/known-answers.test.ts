/**
 * @file What identifiers are replaced by under a fixed key, text by text, so that none changes unnoticed: a table that was
 * published before can be joined with one of tomorrow. The answers were computed apart from the code under test: HMAC and
 * SHA-256 by node:crypto, FF1 by @noble/ciphers, ranks and rounds by the formulas of docs/identifiers.md.
 */
import { expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import { type Replacement, replaceIdentifiers } from "../../src/identifiers/index.ts";
import { categoryColumn, cell, readCsv, type Table } from "../../src/table/index.ts";

const key = new TextEncoder().encode("c6f0b1d27a9e48355fd07b1e9a24c3f8");

function replacedIn(table: Table, column: string, replace: Replacement): string[] {
  const { table: out } = finish(replaceIdentifiers(table, new Map([[column, replace]]), key));
  const place = out.columns.findIndex(({ name }) => name === column);
  return Array.from({ length: out.rows }, (_, row) => cell(out, row, place));
}

const olderFormat = { kind: "format", scheme: "feistel-sha256" } as const;

it.each<readonly [replace: Replacement, answers: Readonly<Record<string, string>>]>([
  [
    { kind: "hash" },
    {
      "Ada Moor": "42ad47a4faf2db16fafc7d43dcf4e8d97a48f436ee135ff3fcef4718159757a3",
      Zoë: "f506906c15d7f59c2c88cc0320056809992a965b2b3bca59d1176c0cf3ec4614",
      "0": "47a22fdfeba6886e8f662dfb7328af9d907a320d5625eb238d8e6dd732f937ee",
    },
  ],
  [
    { kind: "hash", length: 20, domain: "study" },
    { "Ada Moor": "5f60ba415405f9520625", Zoë: "95458d70bc5a116dcb37", "0": "500d37471162ad316bfa" },
  ],
  [{ kind: "pseudonym" }, { "Ada Moor": "FCDGFBVPF9MG7RKM", Zoë: "13AJ1WMJZN5CT26Q", "0": "PKE2FSV8R1H1K040" }],
  [
    { kind: "pseudonym", prefix: "P-", length: 51, domain: "study" },
    {
      "Ada Moor": "P-QCBMQ9FZFNT79W5DS1AX5BSJFNJYM7YBE6FYS052NBV2CGQZ55M",
      Zoë: "P-32XKG8PH9DWEWC2TJ6HGNXHH14NCJCRG5DJ8SQXDQVH7P1WJFCN",
      "0": "P-038RG69NNWPAR5M29CT1XB1JFTE1WKRFMKA9FM38ENJXPHFGQ9T",
    },
  ],
  [
    { kind: "format" },
    {
      "4111111111111111": "4558519805349949",
      "+49 30 1234567": "+11 07 4540827",
      "Ada Moor 1987": "Ssp Arqc 1866",
      "Zoë Ångström": "Xfê Êxcrfjóa",
      "DE-004711-xy": "TS-333905-mb",
    },
  ],
  [
    { kind: "format", scheme: "ff1", domain: "study" },
    {
      "4111111111111111": "2342096014674091",
      "+49 30 1234567": "+96 15 1759532",
      "Ada Moor 1987": "Bpr Ivrg 4108",
      "Zoë Ångström": "Ixò Ñzmwqjál",
      "DE-004711-xy": "PJ-846032-ke",
    },
  ],
  [
    olderFormat,
    {
      "4111111111111111": "8506754347823854",
      "+49 30 1234567": "+07 20 9488802",
      "Zoë Ångström": "Plü Ózouqoèo",
      Bo: "Ho",
      "7": "5",
      "12345678901234567890123456789012345678901": "35542565036124481117839114132056117788950",
    },
  ],
  [
    { ...olderFormat, domain: "study" },
    {
      "4111111111111111": "5054872777545737",
      "+49 30 1234567": "+67 81 5120942",
      "Zoë Ångström": "Lkä Újerwkàs",
      Bo: "Ix",
      "7": "0",
      "12345678901234567890123456789012345678901": "30340292672647232856988186060855842204607",
    },
  ],
  [
    { kind: "mask", keep: 3 },
    { "Ada Moor": "Ada*****", Zoë1: "Zoë*" },
  ],
  [
    { kind: "mask", keep: 1, from: "left", with: "·" },
    { "Ada Moor": "·······r", Zoë: "··ë" },
  ],
  [{ kind: "redact" }, { "Ada Moor": "[redacted]", Zoë: "[redacted]" }],
  [{ kind: "redact", text: "∅" }, { "Ada Moor": "∅" }],
])("replaces by %o as ever", (replace, answers) => {
  const values = Object.keys(answers);
  const table = { rows: values.length, columns: [categoryColumn("id", values)] };
  const replaced = replacedIn(table, "id", replace);
  expect(Object.fromEntries(values.map((value, row) => [value, replaced[row]]))).toEqual(answers);
});

it.each([
  [{}, ["2024-05-27", "2023-04-20"]],
  [{ days: 30, domain: "study" }, ["2024-03-09", "2024-02-07"]],
])("shifts dates by %o as ever", (settings, answers) => {
  const visits = readCsv("who,seen\nAda Moor,2024-03-01\nZoë,2024-03-01\n");
  expect(replacedIn(visits, "seen", { kind: "shift-dates", by: "who", ...settings })).toEqual(answers);
});
