/** @file Every setting of every registry says what it does, and what it says holds unless stated does hold. */
import { describe, expect, it } from "vitest";
import { type AlgorithmSpec, algorithms } from "../../src/algorithms/index.ts";
import { buildHierarchy, type HierarchySetting, hierarchyBuilders } from "../../src/hierarchy/index.ts";
import { replacements } from "../../src/identifiers/index.ts";
import { anonymize, clinicCsv, readCsv, writeCsv } from "../../src/index.ts";
import { privacyModels } from "../../src/privacy/index.ts";
import { jsonSchemaOf, type Spec } from "../../src/spec/index.ts";
import { transformations } from "../../src/transform/index.ts";

type Entry = readonly [registry: string, name: string, schema: unknown];

const entries: Entry[] = Object.entries({
  algorithms,
  privacyModels,
  hierarchyBuilders,
  transformations,
  replacements,
}).flatMap(([registry, members]) =>
  Object.entries(members as Record<string, { readonly schema: unknown }>).map(
    ([name, { schema }]): Entry => [registry, name, schema],
  ),
);

/** The settings of an entry, less the one that names it. */
function settingsOf([, , schema]: Entry) {
  const { properties = {} } = jsonSchemaOf(schema as Parameters<typeof jsonSchemaOf>[0]);
  return Object.entries(properties).filter(([, { const: fixed }]) => fixed === undefined);
}

it.each(entries)("%s: every setting of %s has a sentence", (...entry) => {
  for (const [setting, { description = "" }] of settingsOf(entry)) {
    expect(description, setting).toMatch(/^.{10,180}\.$/);
    // the first word is a name where it is not a capital: of a value, a letter of a formula
    expect(description, setting).toMatch(/^([A-Z]|[a-z-]+: |[a-z-]+ )/);
  }
});

/** Settings of a registry that have a value unless stated. */
function usualOf(registry: string): (readonly [name: string, setting: string, usual: unknown])[] {
  return entries
    .filter(([of]) => of === registry)
    .flatMap((entry) =>
      settingsOf(entry).flatMap(([setting, { default: usual }]) =>
        usual === undefined ? [] : [[entry[1], setting, usual] as const],
      ),
    );
}

const table = readCsv(clinicCsv({ rows: 24 }));
const attributes = {
  name: { role: "identifying" },
  age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 } },
  sex: { role: "quasi-identifying" },
  diagnosis: { role: "sensitive" },
} as const;

/** The release of a spec as text. */
async function released(change: object): Promise<string> {
  const spec = { version: 1, attributes, privacy: [{ model: "k-anonymity", k: 3 }], ...change } as unknown as Spec;
  const release = await anonymize(table, spec, { key: new TextEncoder().encode("0123456789abcdef") });
  return new TextDecoder().decode(writeCsv(release.table));
}

/** `anonymize` cannot wait for the solver of `exact`. */
describe("what is said to hold unless stated", () => {
  it.each(usualOf("algorithms"))("%s: %s is %s", async (name, setting, usual) => {
    // searches that could go on for long are given little to do, on both sides alike
    const little =
      name === "mingen" ? { iterations: 400 } : name === "genetic" ? { population: 8, generations: 5 } : {};
    const given = { name, ...little } as AlgorithmSpec;
    const bare = Object.fromEntries(Object.entries(given).filter(([key]) => key !== setting));
    expect(await released({ algorithm: { ...bare, [setting]: usual } })).toBe(await released({ algorithm: bare }));
  });

  it.each(usualOf("hierarchyBuilders"))("%s: %s is %s", (name, setting, usual) => {
    const values = name === "intervals" ? ["3", "17", "20", "41"] : ["aa", "ab", "b", "cc", "d", "e"];
    const built = (more: object) => buildHierarchy(values, { kind: name, ...more } as unknown as HierarchySetting);
    const needed = name === "frequency" ? { keep: 2 } : {};
    expect(built({ ...needed, [setting]: usual })).toEqual(built(needed));
  });

  it.each(usualOf("transformations"))("%s: %s is %s", async (name, setting, usual) => {
    const needed = name === "rare" ? { below: 8 } : { keep: ["influenza"] };
    const coded = (more: object) =>
      released({
        attributes: { ...attributes, diagnosis: { role: "sensitive", transform: [{ kind: name, ...more }] } },
      });
    expect(await coded({ ...needed, [setting]: usual })).toBe(await coded(needed));
    expect(await coded(needed)).toContain(String(usual));
  });

  it.each(usualOf("replacements"))("%s: %s is %s", async (name, setting, usual) => {
    const column = name === "shift-dates" ? "admission" : "name";
    const needed = name === "shift-dates" ? { by: "name" } : name === "mask" ? { keep: 0 } : {};
    const replaced = (more: object) =>
      released({ attributes: { ...attributes, [column]: { role: "identifying", replace: { kind: name, ...more } } } });
    expect(await replaced({ ...needed, [setting]: usual })).toBe(await replaced(needed));
  });

  it.each(usualOf("privacyModels").filter(([, setting]) => setting !== "within"))(
    "%s: %s is %s",
    async (name, setting, usual) => {
      const needed: Readonly<Record<string, object>> = {
        "l-diversity": { l: 2 },
        "beta-likeness": { beta: 3 },
        "delta-disclosure": { delta: 4 },
        "k-concealment": { k: 2 },
        "k-map": { k: 6, fraction: 0.3 },
      };
      const met = (more: object) =>
        released({
          privacy: [{ model: name, ...more }],
          ...(name === "k-concealment" ? { algorithm: { name: "genetic", population: 8, generations: 5 } } : {}),
          suppression: 0,
        }).catch((error: Error) => error.message);
      expect(await met({ ...needed[name], [setting]: usual })).toBe(await met(needed[name]));
    },
  );
});
