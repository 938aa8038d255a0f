/**
 * @file The solver without waiting for it. Its loader is an async function, though nothing in it has to wait once its
 * WebAssembly is compiled: what it leaves to later are microtasks. Node runs the microtasks of a script in a context of
 * its own before it goes on, so there the solver is loaded by the time the script has run. A page cannot do that.
 */
import type { Highs } from "highs";

/** What the script does after the solver's own. */
const start = `
const instantiateWasm = (imports, receive) => {
  receive(new WebAssembly.Instance(new WebAssembly.Module(wasm), imports));
};
Module({ instantiateWasm }).then((highs) => { loading.highs = highs; }, (fault) => { loading.fault = fault; });`;

/** Loads the solver at once; undefined where the host can only load it later. */
export function loadAtOnce(): Highs | undefined {
  if (typeof process === "undefined" || typeof process.getBuiltinModule !== "function") return undefined;
  const { createRequire } = process.getBuiltinModule("node:module");
  const { dirname, join } = process.getBuiltinModule("node:path");
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { createContext, runInContext } = process.getBuiltinModule("node:vm");
  const file = placeOf(createRequire(import.meta.url));
  if (file === undefined) return undefined;
  const loading: { highs?: Highs; fault?: unknown } = {};
  const context = createContext(
    {
      // the arrays that it hands out are arrays of ours
      ...{ Float64Array, Int32Array, Uint8Array, Uint32Array, TextDecoder, TextEncoder, URL },
      ...{ process, console, performance, setTimeout, loading },
      ...{ require: createRequire(file), __filename: file, __dirname: dirname(file) },
      wasm: readFileSync(join(dirname(file), "highs.wasm")),
    },
    { microtaskMode: "afterEvaluate" },
  );
  runInContext(readFileSync(file, "utf8") + start, context, { filename: file });
  if (loading.fault !== undefined) throw loading.fault;
  return loading.highs;
}

/** Where the solver's script is installed. */
function placeOf(require: NodeJS.Require): string | undefined {
  try {
    return require.resolve("highs");
  } catch {
    return undefined;
  }
}
