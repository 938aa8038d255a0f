/** The API reference says of every export what it is, and its links lead somewhere. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "./cli/run-kohort.ts";

/** What TypeDoc read of an export, or of a room. */
type Reflection = {
  readonly name: string;
  readonly children?: readonly Reflection[];
  readonly signatures?: readonly Reflection[];
  readonly comment?: { readonly summary: readonly { readonly text: string }[] };
  /** Where a room passes on what another declares. */
  readonly getTargetReflectionDeep?: () => Reflection;
};

type Api = {
  readonly app: { readonly generateDocs: (project: Reflection, folder: string) => Promise<void> };
  readonly project: Reflection;
};

const folder = temporaryFolder();
let rooms: readonly Reflection[] = [];

beforeAll(async () => {
  const script = join(import.meta.dirname, "..", "scripts", "api", "index.mjs");
  const { readApi } = (await import(script)) as { readApi: () => Promise<Api> };
  const { app, project } = await readApi();
  rooms = project.children ?? [];
  await app.generateDocs(project, folder);
}, 600_000);

describe("the API reference", () => {
  it("has every value that the package exports", async () => {
    for (const { name, children = [] } of rooms) {
      const room = name.replace("kohort", join(import.meta.dirname, "..", "dist"));
      const found = (await import(join(room, "index.js"))) as object;
      const listed = new Set(children.map((child) => child.name));
      expect(
        Object.keys(found).filter((own) => !listed.has(own)),
        name,
      ).toEqual([]);
    }
    expect(rooms.flatMap(({ children = [] }) => children).length).toBeGreaterThan(300);
  });

  it("says of each what it is, in a sentence", () => {
    const said = (reflection: Reflection): string => {
      const { comment, signatures = [] } = reflection.getTargetReflectionDeep?.() ?? reflection;
      const comments = [comment, ...signatures.map((one) => one.comment)];
      return comments.flatMap((one) => one?.summary.map(({ text }) => text) ?? []).join("");
    };
    const bare = rooms.flatMap(({ name, children = [] }) =>
      children.filter((child) => said(child).length < 10).map((child) => `${name}: ${child.name}`),
    );
    expect(bare).toEqual([]);
  });

  it("leads only to places that exist", () => {
    let links = 0;
    const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => /\.(?:html|svg)$/.test(file));
    const pages = new Map(files.map((file) => [join(folder, file), readFileSync(join(folder, file), "utf8")]));
    const lost = new Set<string>();
    for (const [page, text] of pages) {
      for (const [, link] of text.matchAll(/href="([^":]+)"/g)) {
        links++;
        const [file, anchor = ""] = link.split("#");
        const target = file === "" ? page : join(dirname(page), decodeURI(file));
        // # alone is the top of the page
        const isThere = anchor === "" ? existsSync(target) : pages.get(target)?.includes(`id="${anchor}"`);
        if (isThere !== true) lost.add(`${page}: ${link}`);
      }
    }
    expect([...lost]).toEqual([]);
    expect(links).toBeGreaterThan(1000);
  });
});
