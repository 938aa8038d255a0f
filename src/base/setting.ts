/**
 * @file Settings as hints name them: in the words of a spec and of options in code, between backticks. The command line
 * says its flags in their place, so that no hint of the library names a flag.
 */

/** A setting of a column: `attributes.age.kind: "category"`, or without a value `attributes.age.hierarchy`. */
export function columnSetting(name: string, key: string, value?: string): string {
  const step = /^[\p{L}\p{N}_$-]+$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return `\`attributes${step}.${key}${value === undefined ? "" : `: ${JSON.stringify(value)}`}\``;
}
