import type { Work } from "../base/index.ts";
import { formatWork } from "./format-rows.ts";
import { readPartWork } from "./read-part.ts";

/** What a thread may be asked to do with files, by name. */
// biome-ignore lint/suspicious/noExplicitAny: works of different types stand side by side
export const engineWorks: readonly Work<any, any>[] = [readPartWork, formatWork];
