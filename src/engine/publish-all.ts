import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { type Draft, draftPath, refuseTarget } from "./draft.ts";

/** A draft on its way to its place, and whether it may take the place of what stands there. */
export type Leaving = { readonly draft: Draft; readonly force: boolean };

/**
 * Puts drafts in their places in the order given and then does what comes last, all or nothing: where one cannot take
 * its place, those before it are taken back, and what they replaced stands there again.
 */
export async function publishAll(leaving: readonly Leaving[], last?: () => void | Promise<void>): Promise<void> {
  for (const { draft, force } of leaving) refuseTarget(draft.target, force);
  const done: SetAside[] = [];
  try {
    for (const { draft, force } of leaving) {
      const before = setAside(draft.target);
      try {
        draft.publish(force);
      } catch (error) {
        before.forget();
        throw error;
      }
      done.push(before);
    }
    await last?.();
  } catch (error) {
    for (const { restore } of done.reverse()) restore();
    throw error;
  }
  for (const { forget } of done) forget();
}

/** What stood at a target, kept until nothing can go wrong any more. */
type SetAside = { readonly restore: () => void; readonly forget: () => void };

function setAside(target: string): SetAside {
  if (!existsSync(target)) return { restore: () => rmSync(target, { force: true }), forget: () => {} };
  const path = draftPath(target);
  try {
    linkSync(target, path);
  } catch {
    // not every file system has links
    copyFileSync(target, path);
  }
  return { restore: () => renameSync(path, target), forget: () => rmSync(path, { force: true }) };
}
