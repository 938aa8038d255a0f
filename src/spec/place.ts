import { type JsonNode, lineAndColumn } from "./jsonc.ts";

/** The way to a value inside a spec: keys and list positions. */
export type Path = readonly (string | number)[];

/** Where something stands, for an error: `kohort.json:7:5   attributes.zipp`; undefined for a spec made in code. */
export type PlaceLookup = (path: Path) => string | undefined;

/** A path as people write it: `attributes.age.weight`, `privacy[0].k`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    if (!/^[\p{L}\p{N}_$-]+$/u.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === "" ? step : `${text}.${step}`;
  }, "");
}

/**
 * Where the paths of a text stand: `key` at the key (what is named is wrong), `value` at the value (what is said of it
 * is wrong). A path that leads nowhere stands where its nearest known beginning does.
 */
export function placesIn(
  text: string,
  name: string,
  root: JsonNode,
): { readonly key: PlaceLookup; readonly value: PlaceLookup } {
  const find = (path: Path, atKey: boolean): string => {
    let node = root;
    let offset = root.offset;
    let known = 0;
    for (const step of path) {
      const member = typeof step === "string" ? node.members?.get(step) : undefined;
      const next = member?.node ?? (typeof step === "number" ? node.items?.[step] : undefined);
      if (next === undefined) break;
      node = next;
      offset = next.offset;
      known += 1;
      if (member !== undefined && (atKey || known < path.length)) offset = member.offset;
    }
    const place = `${name}:${lineAndColumn(text, offset)}`;
    return known === 0 ? place : `${place}   ${pathText(path.slice(0, known))}`;
  };
  return { key: (path) => find(path, true), value: (path) => find(path, false) };
}
