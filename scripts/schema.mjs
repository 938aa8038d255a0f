/** Writes schema/kohort.schema.json from the built library: `npm run build && node scripts/schema.mjs && npx biome check --write schema`. */
import { writeFileSync } from "node:fs";
import { specJsonSchema } from "../dist/spec/index.js";

writeFileSync(
  new URL("../schema/kohort.schema.json", import.meta.url),
  `${JSON.stringify(specJsonSchema(), null, 2)}\n`,
);
