/** @file The form of a certificate: every key known and there, every number in its range, the text as kohort writes it. */
import * as z from "zod/mini";
import { KohortError } from "../base/index.ts";
import { privacyModels } from "../privacy/index.ts";
import { type Certificate, type MeasuredGoal, publishedRoles } from "./certificate.ts";
import { countings } from "./certified-people.ts";
import type { CertifiedTree } from "./certified-values.ts";

const count = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const positive = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const share = z.number().check(z.minimum(0), z.maximum(1));
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const name = z.string();
const figure = { measured: z.number().check(z.minimum(0)) };
const figures = { ...figure, second: positive };

/** The forms of requirements, with what was measured or without; `both` are the figures of those that ask two things. */
function goals(own: z.core.$ZodShape, both: z.core.$ZodShape): z.ZodMiniType<MeasuredGoal> {
  const forms = Object.values(privacyModels).flatMap(({ forms = [], twoFigures }) =>
    forms.map((form) => z.strictObject({ ...form, ...(twoFigures ? both : own) })),
  );
  return z.union(forms) as unknown as z.ZodMiniType<MeasuredGoal>;
}

const replace = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("redact"), text: z.string() }),
  z.strictObject({ kind: z.literal("hash"), length: z.int().check(z.minimum(16), z.maximum(64)) }),
  z.strictObject({
    kind: z.literal("pseudonym"),
    prefix: z.string(),
    length: z.int().check(z.minimum(6), z.maximum(51)),
  }),
  z.strictObject({
    kind: z.literal("mask"),
    from: z.enum(["left", "right"]),
    with: z.string().check(z.refine((text) => [...text].length === 1)),
    shown: count,
  }),
  z.strictObject({ kind: z.literal("format") }),
  z.strictObject({ kind: z.literal("shift-dates") }),
]);

const tree: z.ZodMiniType<CertifiedTree> = z.lazy(() =>
  z.strictObject({ level: positive, of: z.array(z.union([count, tree])).check(z.minLength(1)) }),
);

const schema: z.ZodMiniType<Certificate> = z.strictObject({
  certificate: z.literal(2),
  kohort: z.string().check(z.regex(/^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$/)),
  input: z.strictObject({ rows: positive, leftOut: count, saltedSha256: hash }),
  release: z.strictObject({
    sha256: hash,
    bytes: positive,
    delimiter: z.string().check(z.regex(/^[\t\x20\x21\x23-\x7e]$/)),
    rows: positive,
    suppressed: count,
    kept: count,
    counts: z.enum(countings),
    people: z.optional(positive),
  }),
  columns: z
    .array(z.strictObject({ name, role: z.enum(publishedRoles), replace: z.optional(replace) }))
    .check(z.minLength(1)),
  asked: z.strictObject({ privacy: z.array(goals({}, {})).check(z.minLength(1)), suppression: share }),
  sensitive: z.array(
    z.strictObject({
      name,
      values: z.array(z.array(z.string()).check(z.minLength(1))).check(z.minLength(1)),
      spelling: z.optional(z.literal("exact")),
      decimal: z.optional(z.literal(",")),
      tree: z.optional(tree),
      pairs: z.optional(z.array(positive).check(z.minLength(1))),
    }),
  ),
  measured: z.strictObject({
    privacy: z.array(goals(figure, figures)).check(z.minLength(1)),
    suppression: z.strictObject({ "at-most": share, measured: share }),
  }),
  cohorts: z
    .array(
      z.strictObject({
        values: z.array(z.string()).check(z.minLength(1)),
        records: positive,
        people: z.optional(positive),
        sensitive: z.array(z.record(z.string().check(z.regex(/^(0|[1-9][0-9]*)$/)), positive)),
        sha256: hash,
      }),
    )
    .check(z.minLength(1)),
});

/** Reads a certificate; anything that is none, or none of this version, is refused. */
export function parseCertificate(text: string, source: string): Certificate {
  const refuse = (why: string, hint = "certificates are written by `kohort anonymize`"): never => {
    throw new KohortError("input", `"${source}" is no certificate: ${why}`, { hint });
  };
  let value: unknown;
  let again: string;
  let read: ReturnType<typeof schema.safeParse>;
  try {
    value = JSON.parse(text);
    again = `${JSON.stringify(value)}\n`;
    read = schema.safeParse(value);
  } catch {
    return refuse("it is not JSON, or too deep");
  }
  const version = typeof value === "object" && value !== null && "certificate" in value ? value.certificate : undefined;
  if (version === 1) return refuse("it is of version 1", "that form could be forged; make the certificate again");
  // the one key that a record of counts would lose unseen; in a text its quotes would be escaped
  if (text.includes('"__proto__":')) return refuse('it has a key "__proto__"');
  if (again !== text) return refuse("it is not written as kohort writes it", "ask its publisher for the file itself");
  if (read.success) return read.data;
  return refuse(`"${read.error.issues[0].path.join(".") || "certificate"}" is not as it should be`);
}
