import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Which rooms each room may import; the same table stands in docs/architecture.md. */
const rooms: Record<string, string> = {
  base: "",
  table: "base",
  learning: "base table",
  hierarchy: "base table",
  identifiers: "base table hierarchy",
  sample: "base",
  cohort: "base table hierarchy",
  transform: "base table hierarchy cohort",
  synthesis: "base table learning hierarchy cohort",
  risk: "base table cohort",
  privacy: "base table risk",
  attacks: "base table learning hierarchy cohort",
  quality: "base cohort",
  algorithms: "base table cohort privacy quality",
  spec: "base table hierarchy identifiers transform risk privacy quality algorithms",
  problem: "base table hierarchy identifiers cohort transform risk privacy algorithms spec",
  audit: "base table hierarchy cohort risk privacy quality algorithms spec problem",
  release: "base table identifiers cohort risk privacy quality algorithms spec problem audit",
  publish: "base table spec problem audit release",
  recipe: "base table hierarchy identifiers cohort transform privacy algorithms spec problem audit release",
  certificate: "base table identifiers cohort privacy spec problem audit release",
  why: "base table cohort privacy attacks spec problem audit release",
  inspect: "base table hierarchy spec problem audit",
  utility:
    "base table learning hierarchy cohort transform synthesis privacy quality algorithms spec problem audit release inspect",
  examine: "base table hierarchy cohort risk privacy attacks algorithms spec problem audit release utility",
  run: "base cohort synthesis algorithms problem audit release publish recipe certificate why inspect utility examine",
  report: "base learning hierarchy cohort synthesis risk privacy attacks algorithms spec audit release utility examine",
  explain: "",
  engine: "base table identifiers cohort privacy spec problem audit release publish recipe certificate examine run",
  store: "base table cohort risk privacy quality algorithms spec problem audit release publish engine",
  cli: "base table learning hierarchy sample cohort synthesis risk privacy attacks algorithms spec problem audit release publish recipe certificate why inspect utility examine report explain engine store",
  web: "base table hierarchy identifiers sample cohort transform synthesis privacy attacks quality algorithms spec problem audit release publish why inspect utility examine report explain",
};

const root = join(import.meta.dirname, "..", "src");
const mayUseNode = new Set(["engine", "store", "cli"]);
const mayUseClock = new Set(["engine", "store", "cli", "web"]);

type Import = { readonly file: string; readonly specifier: string };

function importsOf(room: string): Import[] {
  return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, room, file), "utf8");
      return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => ({
        file: `${room}/${file}`,
        specifier: match[1],
      }));
    });
}

/** The room and the file inside it that a relative import leads to. */
function target({ file, specifier }: Import): { room: string; file: string } {
  const url = new URL(specifier, `file:///${file}`);
  const [room, ...rest] = url.pathname.slice(1).split("/");
  return { room: room, file: rest.join("/") };
}

describe("rooms", () => {
  it("are the ones in the table", () => {
    const found = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(found.sort()).toEqual(Object.keys(rooms).sort());
  });

  it("are the ones on the architecture page", () => {
    const page = readFileSync(join(root, "..", "docs", "architecture.md"), "utf8");
    const stated = Object.fromEntries(
      [...page.matchAll(/^(\w+) +← *(.*)$/gm)].map((match) => [match[1], match[2].trim()]),
    );
    expect(stated).toEqual(rooms);
  });

  for (const [room, allowed] of Object.entries(rooms)) {
    it(`${room} imports only ${allowed || "nothing"}, through front doors`, () => {
      const wrong = importsOf(room).filter((found) => {
        if (found.specifier.startsWith("node:")) return !mayUseNode.has(room);
        if (!found.specifier.startsWith(".")) return false;
        const leads = target(found);
        if (leads.room === room) return false;
        return !allowed.split(" ").includes(leads.room) || leads.file !== "index.ts";
      });
      expect(wrong).toEqual([]);
    });

    it(`${room} uses every permission it has`, () => {
      const used = new Set(
        importsOf(room)
          .filter(({ specifier }) => specifier.startsWith("."))
          .map((one) => target(one).room),
      );
      expect(allowed.split(" ").filter((name) => name !== "" && !used.has(name))).toEqual([]);
    });

    it(`${room} has no clock and no unseeded randomness`, () => {
      if (mayUseClock.has(room)) return;
      const files = readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".ts"),
      );
      const wrong = files.filter((file) =>
        /Math\.random\(|Date\.now\(|new Date\(\)|localeCompare|toLocale/.test(
          readFileSync(join(root, room, file), "utf8"),
        ),
      );
      expect(wrong).toEqual([]);
    });
  }
});
