import { type FullSpec, specText } from "../../spec/index.ts";
import type { PageSection } from "../page.ts";

/** What a report says of itself, so that the run can be repeated and its files be told from others. */
export type Provenance = {
  readonly version: string;
  readonly host?: string;
  /** The command as it was typed. */
  readonly command?: string;
  readonly spec?: FullSpec;
  readonly seed?: number;
  /** Whatever else was set, by name. */
  readonly settings?: object;
  /** Hashes by the name of what they are of. */
  readonly sha256?: Readonly<Record<string, string>>;
};

/** The command, the spec, versions and hashes. */
export function repeatSection({ version, host, command, spec, settings, seed, sha256 = {} }: Provenance): PageSection {
  return {
    title: "How to repeat it",
    table: {
      head: ["", ""],
      rows: [
        ["kohort", version],
        ...(host === undefined ? [] : [["ran on", host]]),
        ...(seed === undefined ? [] : [["seed", String(seed)]]),
        ...Object.entries(sha256).map(([name, hash]) => [`sha256 of ${name}`, hash]),
      ],
    },
    code: [
      ...(command === undefined ? [] : [{ name: "The command", text: command }]),
      ...(spec === undefined ? [] : [{ name: "The spec, with all defaults", text: specText(spec) }]),
      ...(settings === undefined
        ? []
        : [{ name: "The settings, with all defaults", text: JSON.stringify(settings, null, 2) }]),
    ],
  };
}
