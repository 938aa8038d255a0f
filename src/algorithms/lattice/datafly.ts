import { report, type Task } from "../../base/index.ts";
import type { CheckedNode, Explorer } from "./explorer.ts";

/**
 * Datafly: raises the attribute with the most distinct values by one level until few enough records are left in
 * cohorts that do not hold, and leaves those out. Sweeney, *Guaranteeing anonymity when sharing medical data, the
 * Datafly system*, 1997; there the limit is k records, here it is the one stated. Of attributes with equally many
 * values the first is raised.
 */
export function* dataflySearch(explorer: Explorer): Task<CheckedNode | undefined> {
  const { ladders, highest } = explorer;
  const levels = explorer.lowest.slice();
  for (;;) {
    yield* report("search", explorer.count(), explorer.nodes);
    const node = explorer.check(levels);
    if (node.anonymous) return node;
    let widest = -1;
    let most = 0;
    for (let attribute = 0; attribute < levels.length; attribute++) {
      const values = ladders[attribute].labels[levels[attribute]].length;
      if (levels[attribute] < highest[attribute] && values > most) {
        widest = attribute;
        most = values;
      }
    }
    if (widest < 0) return undefined;
    levels[widest] += 1;
  }
}
