import { KohortError } from "../../base/index.ts";
import { bytesIn, type EngineSpec } from "../../spec/index.ts";
import type { Host } from "../host.ts";
import { openDuckdb } from "./duckdb.ts";
import type { Store } from "./store.ts";

/** What a store is opened for: the folder it may use unless the spec names one, and how many threads. */
export type OpenStoreOptions = { readonly scratch: string; readonly threads?: number };

/** Opens the store that a spec asks for. */
export async function openStore(engine: EngineSpec, options: OpenStoreOptions, host: Host = {}): Promise<Store> {
  const memory = engine.memory === undefined ? {} : { memory: bytesIn(engine.memory) };
  const scratch = engine.scratch ?? options.scratch;
  if (engine.name === "duckdb") {
    refuseOthers(engine, ["master", "node", "settings"]);
    const { threads } = options;
    return openDuckdb({ ...memory, scratch, ...(threads === undefined ? {} : { threads }) }, host);
  }
  throw new KohortError("usage", `there is no store named ${engine.name}`);
}

function refuseOthers(engine: EngineSpec, names: readonly (keyof EngineSpec)[]): void {
  const stated = names.find((name) => engine[name] !== undefined);
  if (stated === undefined) return;
  throw new KohortError("spec", `the ${engine.name} engine has no ${stated}`, { hint: "leave it out" });
}
