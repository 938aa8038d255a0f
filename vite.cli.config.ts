import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;
const worker = join(root, "src/engine/worker-entry.ts");

/** Bundles the command line into dist/bin: one small entry, a chunk per command, and the entry of the worker threads. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist/bin",
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      input: { kohort: join(root, "src/cli/main.ts"), ...(existsSync(worker) ? { worker } : {}) },
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
  // the solver brings a WebAssembly file that it looks for beside itself; DuckDB is there only if it was installed
  ssr: { noExternal: true, external: ["highs", "@duckdb/node-api", "@duckdb/node-bindings"], target: "node" },
  plugins: [
    {
      name: "executable",
      closeBundle() {
        const program = join(root, "dist/bin/kohort.js");
        if (existsSync(program)) chmodSync(program, 0o755);
      },
    },
  ],
});
