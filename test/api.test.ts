/** The API reference says of every export what it is, and its links lead somewhere. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Entry = { readonly name: string; readonly comment: string; readonly code: string };
type Room = { readonly name: string; readonly page: string; readonly entries: readonly Entry[] };

const script = join(import.meta.dirname, "..", "scripts", "api.mjs");
const { apiOf, apiPages } = (await import(script)) as {
  apiOf: () => Room[];
  apiPages: (rooms?: readonly Room[]) => Map<string, string>;
};
const rooms = apiOf();
const pages = apiPages(rooms);

describe("the API reference", () => {
  it("has every value that the package exports", async () => {
    for (const { name, entries } of rooms) {
      const room = name.replace("kohort", join(import.meta.dirname, "..", "dist"));
      const found = (await import(join(room, "index.js"))) as object;
      const listed = new Set(entries.map((entry) => entry.name));
      expect(
        Object.keys(found).filter((own) => !listed.has(own)),
        name,
      ).toEqual([]);
    }
    expect(rooms.flatMap(({ entries }) => entries).length).toBeGreaterThan(300);
  });

  it("says of each what it is, in a sentence", () => {
    const bare = rooms.flatMap(({ name, entries }) =>
      entries.filter(({ comment }) => comment.length < 10).map((entry) => `${name}: ${entry.name}`),
    );
    expect(bare).toEqual([]);
  });

  it("declares each whole", () => {
    for (const { entries } of rooms) {
      for (const { name, code } of entries) {
        expect(code, name).toContain(name);
        const depth = [...code.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|`[^`]*`/g, "")].reduce(
          (open, mark) => open + ("([{".includes(mark) ? 1 : ")]}".includes(mark) ? -1 : 0),
          0,
        );
        expect(depth, `${name}: ${code}`).toBe(0);
      }
    }
  });

  it("leads only to places that exist", () => {
    let links = 0;
    for (const [file, text] of pages) {
      for (const [, link] of text.matchAll(/href="([^"]+)"/g)) {
        links++;
        const [page, anchor] = link.split("#") as [string, string | undefined];
        const target = pages.get(page === "" ? file : page);
        expect(target, `${file}: ${link}`).toBeDefined();
        if (anchor !== undefined) expect(target, `${file}: ${link}`).toContain(` id="${anchor}"`);
      }
    }
    expect(links).toBeGreaterThan(1000);
  });
});
