/**
 * @file The API reference by TypeDoc: a page per export of every room, from the built declarations and their comments.
 * `npm run api` writes it to dist/api; open dist/api/index.html. It is a package of its own because TypeDoc reads with
 * the compiler's API, which TypeScript 7 does not have.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Application } from "typedoc";

const root = join(import.meta.dirname, "..", "..");

/** The rooms that the package exports: the name that they are imported with, and their declarations. */
function roomsOf() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([name, { types }]) => ({ name: name.replace(".", "kohort"), file: join(root, types) }));
}

/** TypeDoc and what it read, with each room under the name that it is imported with. */
export async function readApi() {
  const rooms = roomsOf();
  const app = await Application.bootstrap({
    name: "kohort",
    entryPoints: rooms.map(({ file }) => file),
    tsconfig: join(import.meta.dirname, "tsconfig.json"),
    readme: "none",
    disableSources: true,
    disableGit: true,
    skipErrorChecking: true,
    excludeExternals: true,
    excludeNotDocumented: false,
    visibilityFilters: {},
    hideGenerator: true,
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    logLevel: "Warn",
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the declarations");
  for (const part of project.children ?? []) {
    const room = rooms.find(({ file }) => file.endsWith(`/dist/${part.name}/index.d.ts`));
    part.name = room?.name ?? "kohort";
  }
  return { app, project };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { app, project } = await readApi();
  await app.generateDocs(project, join(root, "dist", "api"));
}
