import { readFileSync } from "node:fs";

/** The version in the package's manifest, which stands two folders above both the bundle and the sources. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return manifest.version as string;
}
