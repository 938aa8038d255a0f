import { few } from "./few.ts";

/** The candidate a mistyped name most likely meant, or undefined when none is near. */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

/** Candidates from the nearest to a name to the farthest: those that hold it or that it holds, then by edit distance. */
export function nearest(name: string, candidates: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const farness = (candidate: string): number => {
    const text = candidate.toLowerCase();
    const holds = Math.min(text.length, wanted.length) >= 3 && (text.includes(wanted) || wanted.includes(text));
    const far = editDistance(wanted, text, Number.POSITIVE_INFINITY);
    return holds ? far / (text.length + wanted.length + 1) : far;
  };
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, far: farness(candidate) }))
    .sort((a, b) => a.far - b.far || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** A hint for an unknown name: the nearest candidate if there is one, then the first of what there is. */
export function didYouMean(name: string, candidates: readonly string[], what: string): string {
  const near = closest(name, candidates);
  const list = candidates.length === 0 ? `there are no ${what}` : `${what} are: ${few(candidates)}`;
  return near === undefined ? list : `did you mean "${near}"? ${list}`;
}

/** Optimal string alignment distance (insert, delete, replace, swap neighbours), cut off at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, previous[j] + 1, current[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2] + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return Math.min(previous[b.length], limit);
}
