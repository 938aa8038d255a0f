/**
 * @file The API reference: a page per room with every export, its comment and its declaration, made from the built
 * declarations. `npm run api` writes it to dist/api; open dist/api/index.html.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");

/** The rooms that the package exports, by the name that they are imported with. */
function roomsOf() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([name, { types }]) => ({ name: name.replace(".", "kohort"), file: join(root, types) }));
}

/** What a file exports, each with the file that declares it, through whatever files pass it on. */
function exportsOf(file) {
  const text = readFileSync(file, "utf8");
  const found = new Map();
  const imported = new Map(
    [...text.matchAll(/import (?:type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names, from]) =>
      names.split(",").map((name) => [name.trim().replace(/^type /, ""), from]),
    ),
  );
  for (const [, names, stated] of text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/gm)) {
    for (const item of names.split(",").map((one) => one.trim().replace(/^type /, ""))) {
      if (item === "") continue;
      const [own, alias = own] = item.split(" as ");
      const from = stated ?? imported.get(own);
      if (from === undefined) continue;
      const target = join(dirname(file), from.replace(/\.ts$/, ".d.ts"));
      found.set(alias, exportsOf(target).get(own) ?? { file: target, name: own });
    }
  }
  for (const [, name] of text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:function\*?|const|let|class|type|interface) (\w+)/gm,
  )) {
    found.set(name, { file, name });
  }
  return found;
}

/** The end of a declaration: the semicolon, or for a class the brace, that no bracket encloses. */
function endOf(text, start) {
  const isClass = /^export declare (abstract )?class/.test(text.slice(start));
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (text.startsWith("/*", at)) at = text.indexOf("*/", at) + 1;
    else if (character === '"' || character === "`") at = text.indexOf(character, at + 1);
    else if ("([{".includes(character)) depth++;
    else if (")]}".includes(character) && --depth === 0 && isClass && character === "}") return at + 1;
    else if (character === ";" && depth === 0) return at + 1;
  }
  return text.length;
}

/** The comment and the declarations (a function may have several) of one export. */
function declarationOf({ file, name }) {
  const text = readFileSync(file, "utf8");
  const starts = [
    ...text.matchAll(
      new RegExp(`^export (?:declare )?(?:abstract )?(?:function\\*?|const|let|class|type|interface) ${name}\\b`, "gm"),
    ),
  ];
  if (starts.length === 0) throw new Error(`${name} is not declared in ${file}`);
  const before = text.slice(0, starts[0].index).trimEnd();
  const comment = before.endsWith("*/") ? before.slice(before.lastIndexOf("/**") + 3, -2) : "";
  const plain = comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .trim();
  return {
    comment: plain,
    code: starts
      .map(({ index }) => text.slice(index, endOf(text, index)).replace(/^export (declare )?/, ""))
      .join("\n"),
  };
}

/** Every room with its exports. */
export function apiOf() {
  return roomsOf().map(({ name, file }) => ({
    name,
    page: `${name.replace("/", "-")}.html`,
    entries: [...exportsOf(file)]
      .map(([as, declared]) => ({ name: as, ...declarationOf(declared) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  }));
}

const escaped = (text) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Code with the names of other exports as links: the same room's first, then the room that says most of it. */
function linked(code, own, homes, self) {
  return escaped(code).replace(/\b[A-Za-z]\w+\b/g, (word) => {
    if (word === self) return word;
    const home = own.has(word) ? "" : homes.get(word);
    return home === undefined || !/^[A-Z]/.test(word) ? word : `<a href="${home}#${word}">${word}</a>`;
  });
}

function prose(comment) {
  return escaped(comment)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>");
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
nav{columns:4 10rem;margin-bottom:2rem}nav a{display:block}pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;font-size:.85rem;white-space:pre-wrap}a{color:inherit}h2{font-size:1.1rem;margin-top:2rem}`;

function page(title, body) {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body>\n${body}\n</body></html>\n`;
}

/** The pages by file name. */
export function apiPages(rooms = apiOf()) {
  const homes = new Map();
  for (const room of [...rooms].reverse()) for (const { name } of room.entries) homes.set(name, room.page);
  const list = rooms.map((room) => `<a href="${room.page}">${escaped(room.name)}</a>`).join("\n");
  const pages = new Map([
    [
      "index.html",
      page(
        "kohort: API reference",
        `<h1>API reference</h1>\n<p>What every part of the package exports, from its declarations and their comments.</p>\n<nav aria-label="Rooms">${list}</nav>`,
      ),
    ],
  ]);
  for (const { name: room, page: file, entries } of rooms) {
    const own = new Set(entries.map(({ name }) => name));
    const contents = entries.map(({ name }) => `<a href="#${name}">${name}</a>`).join("\n");
    const body = entries.map(
      ({ name, comment, code }) =>
        `<h2 id="${name}">${name}</h2>\n<p>${prose(comment)}</p>\n<pre>${linked(code, own, homes, name)}</pre>`,
    );
    pages.set(
      file,
      page(
        `kohort: ${room}`,
        `<p><a href="index.html">API reference</a></p><h1>${escaped(room)}</h1>\n<nav aria-label="Exports">${contents}</nav>\n<main>${body.join("\n")}</main>`,
      ),
    );
  }
  return pages;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = join(root, "dist", "api");
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of apiPages()) writeFileSync(join(folder, file), text);
}
