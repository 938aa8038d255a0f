import { KohortError } from "../base/index.ts";
import { stdio } from "../engine/index.ts";
import type { Spec } from "../spec/index.ts";
import { labelStrings, type Table } from "../table/index.ts";
import type { CommandLine } from "./parse.ts";
import type { Session } from "./session.ts";

/** Does work on an original and a release; where that fails and the files seem to be swapped, the error says so. */
export async function inOrder<T>(
  parsed: CommandLine,
  session: Session,
  base: Spec | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const [first, second] = parsed.words as [string, string];
    if (!(thrown instanceof KohortError) || thrown.code === "cancelled" || first === stdio || second === stdio)
      throw thrown;
    if (!(await isSwapped(session, base, first, second))) throw thrown;
    const { code, message, where, hint } = thrown;
    const order = `the original comes first, and "${first}" looks like a release`;
    throw new KohortError(code, message, {
      where,
      cause: thrown,
      hint: hint === undefined ? order : `${order}; ${hint}`,
    });
  }
}

async function isSwapped(session: Session, base: Spec | undefined, first: string, second: string): Promise<boolean> {
  try {
    const { table: before } = await session.readRelease(first, base);
    const { table: after } = await session.readRelease(second, base);
    return isGeneralised(before) && !isGeneralised(after);
  } catch {
    return false;
  }
}

/** Whether a table has values that stand for several. */
function isGeneralised({ columns }: Table): boolean {
  return columns.some(({ labels }) => labelStrings(labels).some(standsForSeveral));
}

/** Whether a label looks like `*`, `[20..29]`, `[60..]`, `{a|b}` or `021**`. */
function standsForSeveral(label: string): boolean {
  if (label.startsWith("[") && label.endsWith("]")) return label.includes("..");
  if (label.startsWith("{") && label.endsWith("}")) return label.includes("|");
  return /^(?:\*|\d+\*+)$/.test(label);
}
