import type { HierarchySetting } from "../hierarchy/index.ts";
import type { Replacement } from "../identifiers/index.ts";
import type { AttributeSpec } from "./schema.ts";

/** What may be said of an attribute beside its role and hierarchy. */
export type AttributeOptions = Omit<AttributeSpec, "role" | "hierarchy">;

/** A column that names people; it is not published, or replaced: `identifying({ kind: "pseudonym" })`. */
export function identifying(replace?: Replacement): AttributeSpec {
  return { role: "identifying", replace };
}

/** A column that says whose row each is, where one person may have several; it is left out of a release, or replaced. */
export function person(replace?: Replacement): AttributeSpec {
  return { role: "person", replace };
}

/** A column by which, with others, people could be recognised; it is generalised: `quasiIdentifying(intervals({ width: 5 }), { weight: 2 })`. */
export function quasiIdentifying(hierarchy?: HierarchySetting, options: AttributeOptions = {}): AttributeSpec {
  return { role: "quasi-identifying", hierarchy, ...options };
}

/** A column that nobody should learn about a person. */
export function sensitive(hierarchy?: HierarchySetting, options: AttributeOptions = {}): AttributeSpec {
  return { role: "sensitive", hierarchy, ...options };
}

/** A column that is published as it is. */
export function insensitive(): AttributeSpec {
  return { role: "insensitive" };
}

/** A column that is not published. */
export function unpublished(): AttributeSpec {
  return { role: "unpublished" };
}
