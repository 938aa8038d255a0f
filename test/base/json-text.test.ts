import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jsonText } from "../../src/base/index.ts";

it("writes infinite figures as the string Infinity, where JSON.stringify says null", () => {
  expect(jsonText({ measured: Number.POSITIVE_INFINITY, list: [Number.NEGATIVE_INFINITY, 1] })).toBe(
    '{\n  "measured": "Infinity",\n  "list": [\n    "-Infinity",\n    1\n  ]\n}',
  );
});

it("is how every command, report and download prints JSON", () => {
  const root = join(import.meta.dirname, "../../src");
  const files = ["cli", "report", "web/worker"].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((file) => join(root, room, file)),
  );
  const own = files.filter((file) => {
    if (!/\.tsx?$/.test(file) || file.endsWith("sections/repeat.ts")) return false;
    return readFileSync(file, "utf8").includes(", null, 2)");
  });
  expect(own).toEqual([]);
});
