import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { type Draft, draftPath, refuseTarget } from "./draft.ts";

/** A draft on its way to its place, and whether it may take the place of what stands there. */
export type OutgoingDraft = { readonly draft: Draft; readonly force: boolean };

/** What goes last by other means than a draft: where it goes, if it stays, and how; it keeps the mode of what it replaces. */
export type LastStep = { readonly target?: string; readonly publish: (mode?: number) => Promise<void> };

/**
 * Puts drafts in their places in the order given and then does what comes last, all or nothing: where one cannot take
 * its place, those before it are taken back, and what they replaced stands there again. The last one is what the others
 * belong to. What it replaces steps aside before the first of them goes, so that whoever is killed in between leaves no
 * release beside files of another.
 */
export async function publishAll(leaving: readonly OutgoingDraft[], last?: LastStep): Promise<void> {
  for (const { draft, force } of leaving) refuseTarget(draft.target, force);
  const own = last === undefined ? leaving.at(-1)?.draft.target : last.target;
  const isAlone = leaving.length === (last === undefined ? 1 : 0);
  const done: Backup[] = [];
  try {
    const stepped = own === undefined || isAlone ? undefined : setAside(own, renameSync);
    if (stepped !== undefined) done.push(stepped);
    for (const { draft, force } of leaving) {
      if (stepped !== undefined && draft.target === own) {
        draft.publish(force, stepped.mode);
        continue;
      }
      const before = setAside(draft.target, linkOrCopy);
      try {
        draft.publish(force);
      } catch (error) {
        before.forget();
        throw error;
      }
      done.push(before);
    }
    await last?.publish(stepped?.mode);
  } catch (error) {
    for (const { restore } of done.reverse()) restore();
    throw error;
  }
  for (const { forget } of done) forget();
}

/** What stood at a target, kept until nothing can go wrong any more. */
type Backup = { readonly restore: () => void; readonly forget: () => void; readonly mode?: number };

function setAside(target: string, move: (from: string, to: string) => void): Backup {
  const gone = (path: string): void => rmSync(path, { recursive: true, force: true });
  if (!existsSync(target)) return { restore: () => gone(target), forget: () => {} };
  const path = draftPath(target);
  const mode = statSync(target).mode & 0o777;
  move(target, path);
  const restore = (): void => {
    if (statSync(path).isDirectory()) gone(target);
    renameSync(path, target);
  };
  return { restore, forget: () => gone(path), mode };
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // not every file system has links
    copyFileSync(from, to);
  }
}
