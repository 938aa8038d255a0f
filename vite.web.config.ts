import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Bundles the studio into dist/web, a folder that any web server can hand out. The worker stands as text in a chunk of
 * its own: a worker made of a blob is bound by the page's policy, one that is loaded from an address is not.
 */
export default defineConfig({
  root: join(root, "src/web"),
  base: "./",
  publicDir: false,
  define: { kohortVersion: JSON.stringify(version) },
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  // the solver is three megabytes of WebAssembly; without it the exact search does what it does with one thread
  resolve: { alias: { highs: join(root, "src/web/worker/no-solver.ts") } },
  build: {
    target: "es2023",
    outDir: join(root, "dist/web"),
    emptyOutDir: true,
    assetsDir: ".",
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    // bundling the worker into the page takes most of the time, and that is no news
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: "iife" },
});
