import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { drop, go, pick, saved, settled, useBrowser } from "./browser.ts";

const folder = temporaryFolder();

/** A ward's list as an office program saves it: semicolons, days with dots, letters in Latin-1, a mark for not known. */
const ward = Buffer.from(
  `${[
    "Name;Geburtsdatum;Geschlecht;PLZ;Aufnahme;Diagnose;Liegetage",
    "Müller, Jürgen;12.03.1957;M;80331;14.01.2024;I21.9;4",
    "Grüß, Käthe;03.11.1949;W;80333;15.01.2024;E11.9;",
    "Ångström, Åke;22.07.1962;M;80335;15.01.2024;J18.9;7",
    "Peña, Inés;30.01.1988;W;81369;;O80;3",
    "Lefèvre, Zoë;17.05.1971;W;81371;17.01.2024;k.A.;2",
    "Schön, Óscar;09.09.1980;M;81373;18.01.2024;S72.0;11",
    "Weiß, Renée;25.12.1955;W;80331;18.01.2024;I50.0;9",
    "Lind, Yrsa;01.06.1990;;80333;19.01.2024;F32.1;1",
    "Bäcker, Uwe;14.02.1966;M;80335;20.01.2024;E11.9;5",
    "Çelik, Can;08.08.1977;W;81369;20.01.2024;J18.9;6",
    "Maß, Olaf;19.10.1943;M;81371;21.01.2024;I21.9;12",
    "Høyer, Søren;27.04.1995;M;81373;22.01.2024;S72.0;2",
  ].join("\r\n")}\r\n`,
  "latin1",
);

describe("a data steward", needing("Chromium"), () => {
  const browser = useBrowser();

  it("opens a small list in Latin-1, names what is not known, and takes home what the command line makes", async () => {
    const data = join(folder, "ward.csv");
    writeFileSync(data, ward);
    const page = await browser.open();
    await pick(page, "ward.csv", ward);
    await page.waitForSelector("text=12 records in 7 columns, written in Windows-1252");
    await page.waitForSelector("text=Grüß, Käthe");
    const diagnosis = page.locator("tr", { hasText: "Diagnose" }).last();
    expect((await diagnosis.locator("td.number").allInnerTexts()).slice(0, 2)).toEqual(["8", "0"]);
    const marks = page.getByLabel(/values that mean/);
    await marks.fill("(empty), k.A.");
    await marks.blur();
    await expect
      .poll(async () => (await diagnosis.locator("td.number").allInnerTexts()).slice(0, 2))
      .toEqual(["7", "1"]);
    await go(page, "protect");
    await page.getByLabel("k", { exact: true }).fill("3");
    await page.getByLabel("k", { exact: true }).blur();
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    await go(page, "report");
    const { bytes } = await saved(page, () => page.getByRole("button", { name: /^Release/ }).click());
    const spec = join(folder, "ward.json");
    const written = await saved(page, () => page.getByRole("button", { name: "Spec", exact: true }).click());
    writeFileSync(spec, written.bytes);
    const made = join(folder, "made.csv");
    expect(kohort(["anonymize", data, "-c", spec, "-o", made]).code).toBe(0);
    expect(bytes.equals(readFileSync(made))).toBe(true);
    await go(page, "synthetic");
    await page.locator("[data-menu=synthesizers]").selectOption("ctgan");
    await page.getByLabel("epochs").fill("2");
    await page.getByRole("button", { name: "Train" }).click();
    await page.waitForSelector("[data-synthetic]");
    expect(await page.locator(".main").innerText()).not.toContain("NaN");
    await page.close();
  });

  it("may drop files anywhere: a table with its spec and the hierarchy that the spec names", async () => {
    const page = await browser.open();
    await go(page, "risk");
    const spec = {
      version: 1,
      attributes: {
        town: { role: "quasi-identifying", hierarchy: { kind: "file", path: "towns.csv" } },
        ill: { role: "sensitive" },
      },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "datafly" },
    };
    await drop(page, ".rail", [
      ["towns.csv", "Ems;north;*\nDorn;north;*\nBrenn;south;*\nAldorf;south;*\n"],
      ["kohort.json", JSON.stringify(spec)],
      ["list.csv", "town,ill\nEms,flu\nDorn,gout\nBrenn,flu\nAldorf,none\n"],
    ]);
    await page.waitForSelector("text=4 records in 2 columns");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    const rows = page.getByRole("region", { name: "rows before and after" });
    expect((await rows.locator("tbody td:first-child").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "north",
      "north",
      "south",
      "south",
    ]);
    await page.close();
  });

  it("is told what a file is that cannot be a table", async () => {
    const page = await browser.open();
    const error = page.locator("[data-state=error]");
    for (const [name, bytes, said] of [
      ["book.xlsx", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /a spreadsheet or a zip.*save the sheet as CSV/s],
      ["empty.csv", "", /the file is empty/],
      ["header.csv", "a,b\n", /a header but no records/],
      ["twice.csv", "a,a\n1,2\n", /both named "a"/],
    ] as const) {
      await pick(page, name, bytes as string);
      await expect.poll(() => error.innerText()).toMatch(said);
    }
    await page.close();
  });

  it("gives many columns a role at once, as one step", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `m${i}`);
    const lines = Array.from({ length: 40 }, (_, row) => names.map((_name, i) => (row * (i + 3)) % 23).join(","));
    const page = await browser.open();
    await pick(page, "wide.csv", `${names.join(",")}\n${lines.join("\n")}\n`);
    await page.waitForSelector("text=40 records in 300 columns");
    await go(page, "attributes");
    await page.getByLabel("role for all of them").selectOption("quasi-identifying");
    await page.getByRole("button", { name: "Give it to 300 columns" }).click();
    await page.waitForSelector("text=300 columns are quasi-identifying");
    await page.getByLabel("columns whose name has").fill("m29");
    await page.getByLabel("role for all of them").selectOption("sensitive");
    await page.getByRole("button", { name: "Give it to 11 columns" }).click();
    const sensitive = page.locator("input[type=radio][aria-label$=': sensitive']:checked");
    expect(await sensitive.count()).toBe(11);
    await page.getByLabel("columns whose name has").fill("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => sensitive.count()).toBe(0);
    await page.waitForSelector("text=300 columns are quasi-identifying");
    await page.close();
  });
});
