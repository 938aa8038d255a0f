import { tmpdir } from "node:os";
import { KohortError } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import { bytesIn, type EngineSpec } from "../spec/index.ts";
import { openDuckdb } from "./duckdb.ts";
import { sparkStore } from "./spark.ts";
import { openSparkSession } from "./spark-session.ts";
import type { Store } from "./store.ts";

/** What a store is opened for: the folder it may use unless the spec names one, and how many threads. */
export type OpenStoreOptions = { readonly scratch: string; readonly threads?: number };

/** An engine with what no spec may say of it: which cluster, which Node on it, and settings that reach Spark as they are. */
export type StoreEngine = EngineSpec & {
  readonly master?: string;
  readonly node?: string;
  readonly settings?: Readonly<Record<string, string>>;
};

/** Opens the store that is asked for. */
export async function openStore(engine: StoreEngine, options: OpenStoreOptions, host: Host = {}): Promise<Store> {
  const memory = engine.memory === undefined ? {} : { memory: bytesIn(engine.memory) };
  const scratch = engine.scratch ?? (options.scratch === "" ? tmpdir() : options.scratch);
  if (engine.name === "spark") {
    const { master = "local[*]", settings = {}, node } = engine;
    const session = await openSparkSession({
      master,
      settings,
      signal: host.signal,
      onExit: host.onExit,
    });
    try {
      const store = await sparkStore(session, { scratch, ...memory, node }, host);
      const close = async (): Promise<void> => {
        await store.close();
        await session.close();
      };
      return { ...store, close };
    } catch (error) {
      await session.close();
      throw error;
    }
  }
  const other = (["master", "node", "settings"] as const).find((name) => engine[name] !== undefined);
  if (other !== undefined) {
    throw new KohortError("spec", `the ${engine.name} engine has no ${other}`, { hint: "leave it out" });
  }
  const { threads } = options;
  return openDuckdb({ ...memory, scratch, threads }, host);
}
