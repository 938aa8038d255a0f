/** @file The spec follows the registries: a model that is added there is known everywhere here. */
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Spec } from "../../src/spec/index.ts";

vi.mock("../../src/privacy/index.ts", async (original) => {
  const z = await import("zod/mini");
  const real = await original<typeof import("../../src/privacy/index.ts")>();
  const schema = z.strictObject({
    model: z.literal("l-diversity"),
    attribute: z.optional(z.string()),
    l: z.number().check(z.minimum(1)),
    variant: z.optional(z.enum(["distinct", "entropy"])),
    weights: z.optional(z.array(z.number())),
  });
  const added = {
    title: "l-diversity",
    sentence: "Every cohort has l well-represented values.",
    sensitive: true,
    letter: "l",
    schema,
  };
  return { ...real, privacyModels: { ...real.privacyModels, "l-diversity": added } };
});

// other files of this process have imported the registry as it is, and want it so again
vi.resetModules();
afterAll(() => void vi.resetModules());

const { checkSpec, flagsFromSpec, modelLetters, parseSpec, specFlagsFrom, specFromFlags, specJsonSchema } =
  await import("../../src/spec/index.ts");

const columns = ["age", "disease", "income, net"];

function ask(flags: Parameters<typeof specFromFlags>[0]): Spec {
  return specFromFlags({ quasi: ["age"], sensitive: ["1"], ...flags }, undefined, columns);
}

describe("a model added to the registry", () => {
  it("is in the schema and in files", () => {
    expect(JSON.stringify(specJsonSchema())).toContain('"const":"l-diversity"');
    const text = '{ "version": 1, "attributes": {}, "privacy": [{ "model": "l-diversity", "l": 0 }] }';
    expect(() => parseSpec(text)).toThrow('"l" must be a number of at least 1, not 0');
  });

  it("has its letter and its settings on the command line", () => {
    expect(modelLetters.map(({ letter }) => letter)).toEqual(["k", "l", "t"]);
    const text = "l-diversity(attribute=income\\, net,l=2.5,variant=entropy,weights=1+2)";
    expect(ask({ k: "5", l: "3", require: [text, "l-diversity(attribute=1,l=2)"] }).privacy).toEqual([
      { model: "k-anonymity", k: 5 },
      { model: "l-diversity", l: 3 },
      { model: "l-diversity", attribute: "income, net", l: 2.5, variant: "entropy", weights: [1, 2] },
      { model: "l-diversity", attribute: "disease", l: 2 },
    ]);
    expect(() => ask({ require: ["l-diversity(attribute=diseas,l=2)"] })).toThrow(
      'column "diseas" is not in the table',
    );
    expect(() => ask({ require: ["l-diversity(l=2,variant=distict)"] })).toThrow('unknown variant "distict"');
  });

  it("is written back as flags", () => {
    const spec = ask({ k: "5", l: "3", require: ["l-diversity(attribute=income\\, net,l=2,weights=1+2)"] });
    const words = flagsFromSpec(spec)!;
    expect(words.slice(4)).toEqual([
      "-k",
      "5",
      "-l",
      "3",
      "--require",
      "l-diversity(attribute=income\\, net,l=2,weights=1+2)",
    ]);
    const typed = new Map([
      ["quasi", ["age"]],
      ["sensitive", ["disease"]],
      ["k", ["5"]],
      ["l", ["3"]],
      ["require", [words[9]]],
    ]);
    expect(specFromFlags(specFlagsFrom(typed), undefined, columns)).toEqual(spec);
  });

  it("replaces what the spec asks of the same model and column", () => {
    const base = ask({ k: "5", require: ["l-diversity(attribute=disease,l=2)", "l-diversity(attribute=2,l=3)"] });
    const flags = { require: ["l-diversity(attribute=disease,l=9)"] };
    expect(specFromFlags(flags, base, columns).privacy).toEqual([
      { model: "k-anonymity", k: 5 },
      { model: "l-diversity", attribute: "income, net", l: 3 },
      { model: "l-diversity", attribute: "disease", l: 9 },
    ]);
  });

  it("wants one sensitive column, or to be told which", () => {
    const check = (flags: Parameters<typeof specFromFlags>[0]) => () => checkSpec(ask(flags), columns);
    check({ l: "2" })();
    check({ require: ["l-diversity(attribute=disease,l=2)"] })();
    expect(check({ l: "2", sensitive: [] })).toThrow("l-diversity needs a sensitive column");
    expect(ask({ l: "2", sensitive: ["1,2"] }).privacy.filter(({ model }) => model === "l-diversity")).toHaveLength(2);
    expect(check({ require: ["l-diversity(attribute=age,l=2)"] })).toThrow(
      'l-diversity is asked for "age", which is not sensitive',
    );
  });
});
