import { join } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/** Bundles the kernel for the executors of a cluster into one file, which is all that is shipped to them. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist/bin",
    emptyOutDir: false,
    minify: true,
    rolldownOptions: {
      input: { kernel: join(root, "src/store/kernel-entry.ts") },
      output: { format: "es", entryFileNames: "[name].mjs", codeSplitting: false },
    },
  },
  // the solver is never called there
  ssr: { noExternal: true, external: ["highs"], target: "node" },
});
