import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hierarchyKinds } from "../../src/hierarchy/index.ts";
import { privacyModels } from "../../src/privacy/index.ts";
import { specJsonSchema } from "../../src/spec/index.ts";

const file = join(import.meta.dirname, "..", "..", "schema", "kohort.schema.json");

it("the JSON Schema in the package is the one the declaration gives (else run scripts/schema.mjs)", () => {
  expect(JSON.stringify(JSON.parse(readFileSync(file, "utf8")))).toBe(JSON.stringify(specJsonSchema()));
});

it("the JSON Schema knows every model and hierarchy, explains keys and leaves no key open", () => {
  const schema = JSON.stringify(specJsonSchema());
  for (const name of [...Object.keys(privacyModels), ...hierarchyKinds]) expect(schema).toContain(`"const":"${name}"`);
  for (const [key, member] of Object.entries(specJsonSchema().properties!)) {
    expect(member.description, key).toMatch(/\.$/);
  }
  expect(specJsonSchema().additionalProperties).toBe(false);
  expect(specJsonSchema().required).toEqual(["version", "attributes", "privacy"]);
});
