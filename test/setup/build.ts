import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Folders of tests that run what is built. */
const usingTheBuild = /cli|corpus|docs|engine|full|package|reliability|store|verify|web/;

/** Builds the package before tests that run the built command line, unless the build is newer than every source. */
export function setup(): void {
  const filters = process.argv.slice(2).filter((word) => word.startsWith("test/"));
  if (filters.length > 0 && !filters.some((filter) => usingTheBuild.test(filter))) return;
  const built = [join(root, "dist", "bin", "kohort.js"), join(root, "dist", "web", "index.html")];
  const newest = newestSource();
  if (built.every((file) => existsSync(file) && statSync(file).mtimeMs >= newest)) return;
  execFileSync("npm", ["run", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

function newestSource(): number {
  const inside = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  const configs = readdirSync(root).filter((file) => /^vite\.|^tsconfig\.build|^package\.json/.test(file));
  const files = [...inside("src"), ...inside("assembly"), "scripts/kernels.mjs", ...configs];
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}
