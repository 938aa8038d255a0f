/**
 * @file What `kohort studio data.csv` hands over. Its page may fetch that one file from the server that it came from;
 * once it is here the page forbids itself to fetch anything again.
 */
import type { Spec } from "../spec/index.ts";

/** The file that was named on the command line, and the spec beside it. */
export type NamedFile = {
  readonly name: string;
  readonly blob: Blob;
  readonly spec?: Spec;
  readonly files: readonly { readonly path: string; readonly blob: Blob }[];
};

const policy = "connect-src 'none'";

/** Takes the file that the page's server has for it, if there is one, and shuts the door. */
export async function takeHandedOver(): Promise<NamedFile | undefined> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="kohort-data"]');
  try {
    if (named === null) return undefined;
    const given = JSON.parse(named.content) as { name: string; hasSpec: boolean; files: string[] };
    const blob = await (await fetch("./data")).blob();
    const spec = given.hasSpec ? ((await (await fetch("./spec")).json()) as Spec) : undefined;
    const files = await Promise.all(
      given.files.map(async (path, place) => ({ path, blob: await (await fetch(`./file/${place}`)).blob() })),
    );
    return { name: given.name, blob, files, spec };
  } finally {
    const meta = document.createElement("meta");
    meta.httpEquiv = "Content-Security-Policy";
    meta.content = policy;
    document.head.append(meta);
  }
}
