import { few, KohortError } from "../base/index.ts";

/** What a setting may be, and what it is unless stated. */
export type SettingRule =
  | { readonly usual: number; readonly least: number; readonly most: number; readonly whole?: true }
  | { readonly usual: string; readonly values: readonly string[] };

/** The rules of all settings of a model. */
export type SettingRules<Settings> = {
  readonly [Name in keyof Settings]: SettingRule & { readonly usual: Settings[Name] };
};

/** Settings as stated, the usual ones elsewhere. */
export function withUsual<Settings extends object>(rules: SettingRules<Settings>, stated: Partial<Settings>): Settings {
  const names = Object.keys(rules) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, stated[name] ?? rules[name].usual])) as Settings;
}

/** Reads settings written as `name=value`. */
export function readSettings(
  model: string,
  rules: Readonly<Record<string, SettingRule>>,
  texts: readonly string[],
): Record<string, number | string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) {
        throw new KohortError("usage", `the model ${model} has no setting "${name}"`, {
          hint: `its settings are: ${few(Object.keys(rules))}`,
        });
      }
      return [name, "values" in rule ? wordOf(name, value, rule.values) : numberOf(name, value, rule)];
    }),
  );
}

function wordOf(name: string, value: string, values: readonly string[]): string {
  if (values.includes(value)) return value;
  throw new KohortError("usage", `${name} cannot be "${value}"`, { hint: `it is one of: ${few(values)}` });
}

function numberOf(
  name: string,
  value: string,
  { least, most, whole }: Extract<SettingRule, { least: number }>,
): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (number >= least && number <= most && (whole === undefined || Number.isInteger(number))) return number;
  throw new KohortError("usage", `${name} cannot be "${value}"`, {
    hint: `it is a ${whole ? "whole " : ""}number from ${least} to ${most}`,
  });
}
