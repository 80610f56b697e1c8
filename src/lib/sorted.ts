/** Lists that are in order from the beginning: sorting a long one at the end would take too long at once. */

/** Puts an item where it belongs; of a list that is to hold the first ones only, the last goes once it is full. */
export function insertInOrder<Item>(
  list: Item[],
  item: Item,
  order: (one: Item, other: Item) => number,
  most = Number.POSITIVE_INFINITY,
): void {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (order(list[middle] as Item, item) <= 0) from = middle + 1;
    else to = middle;
  }
  if (from >= most) return;
  list.splice(from, 0, item);
  if (list.length > most) list.pop();
}
