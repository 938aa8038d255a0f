import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Builds the package before tests that run the built command line, unless the build is newer than every source. */
export function setup(): void {
  const filters = process.argv.slice(2).filter((word) => word.startsWith("test/"));
  if (filters.length > 0 && !filters.some((filter) => /cli|engine|store|full|package|reliability|web/.test(filter)))
    return;
  const built = [join(root, "dist", "bin", "kohort.js"), join(root, "dist", "web", "index.html")];
  const newest = newestSource();
  if (built.every((file) => existsSync(file) && statSync(file).mtimeMs >= newest)) return;
  execFileSync("npm", ["run", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

function newestSource(): number {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).map((file) =>
    join("src", file),
  );
  const files = [...sources, "vite.cli.config.ts", "vite.web.config.ts", "tsconfig.build.json", "package.json"];
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}
