/** A queue that gives its least item first. */
export type Heap<Item> = {
  readonly push: (item: Item) => void;
  readonly pop: () => Item | undefined;
  readonly size: () => number;
};

/** An empty heap under an order. */
export function newHeap<Item>(compare: (a: Item, b: Item) => number): Heap<Item> {
  const items: Item[] = [];
  return {
    size: () => items.length,
    push: (item) => {
      let at = items.push(item) - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (compare(items[above]!, item) <= 0) break;
        items[at] = items[above]!;
        at = above;
      }
      items[at] = item;
    },
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return first;
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= items.length) break;
        if (below + 1 < items.length && compare(items[below + 1]!, items[below]!) < 0) below += 1;
        if (compare(last, items[below]!) <= 0) break;
        items[at] = items[below]!;
        at = below;
      }
      items[at] = last;
      return first;
    },
  };
}
