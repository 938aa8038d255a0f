// Compiles assembly/*.ts to WebAssembly and embeds it as base64, so that neither a page nor a worker has to fetch it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import asc from "assemblyscript/asc";

const root = join(import.meta.dirname, "..");

const modules = [
  { source: "histogram", target: "src/learning/histogram-wasm.ts", name: "histogramWasm" },
  { source: "matrix", target: "src/synthesis/matrix-wasm.ts", name: "matrixWasm" },
];

/** The text of the module that embeds a kernel. */
export async function kernelModule({ source, name }) {
  const text = readFileSync(join(root, "assembly", `${source}.ts`), "utf8");
  const written = {};
  const { error, stderr } = await asc.main(
    [
      `${source}.ts`,
      "-o",
      `${source}.wasm`,
      "-O3",
      "--noAssert",
      "--enable",
      "simd",
      "--runtime",
      "stub",
      "--importMemory",
      "--use",
      "abort=",
    ],
    {
      readFile: (file) => (file === `${source}.ts` ? text : null),
      writeFile: (file, contents) => {
        written[file] = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(stderr.toString());
  const bytes = Buffer.from(written[`${source}.wasm`]).toString("base64");
  const lines = bytes.match(/.{1,110}/g).map((line) => `  "${line}",`);
  return `// Made by scripts/kernels.mjs from assembly/${source}.ts; change that and run \`npm run build\`.
/** The kernels of assembly/${source}.ts, compiled, as base64. */
export const ${name}: string = [
${lines.join("\n")}
].join("");
`;
}

export const kernelModules = modules.filter(({ source }) => existsSync(join(root, "assembly", `${source}.ts`)));

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const module of kernelModules) {
    const text = await kernelModule(module);
    const path = join(root, module.target);
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}
