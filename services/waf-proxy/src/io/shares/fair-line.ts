import { type Holder, networkOf } from './holder.ts';

/**
 * What waits for turns, of which each owner has as many as any other, within them each of their sites, of a site each
 * network, and of that each client: who brings a thousand things waits for them himself, and others for one each.
 */
export class FairLine<Item> {
  private readonly root: Level<Item> = new Map();
  private storedLength = 0;

  get length(): number {
    return this.storedLength;
  }

  push({ client, site }: Holder, item: Item): void {
    const path = [
      site?.ownerId ?? '',
      site?.siteId ?? '',
      client === null ? '' : networkOf(client),
      client?.key ?? '',
    ];
    let level = this.root;
    for (const key of path.slice(0, -1)) {
      let next = level.get(key) as Level<Item> | undefined;
      if (next === undefined) {
        next = new Map();
        level.set(key, next);
      }
      level = next;
    }
    const last = path.at(-1)!;
    const items = level.get(last) as Set<Item> | undefined;
    if (items === undefined) level.set(last, new Set([item]));
    else items.add(item);
    this.storedLength++;
  }

  shift(): Item | undefined {
    if (this.storedLength === 0) return undefined;
    this.storedLength--;
    return takeFirst(this.root);
  }
}

/** By key, in the order of their turns; the last level holds the items of each client. */
type Level<Item> = Map<string, Level<Item> | Set<Item>>;

/** After a turn it goes to the end of its level. */
function takeFirst<Item>(level: Level<Item>): Item {
  const [key, below] = level.entries().next().value!;
  level.delete(key);
  const item = below instanceof Set ? firstOf(below) : takeFirst(below);
  if (below.size > 0) level.set(key, below);
  return item;
}

function firstOf<Item>(items: Set<Item>): Item {
  const item = items.values().next().value!;
  items.delete(item);
  return item;
}
