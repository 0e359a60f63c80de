// Which of the bundler's chunks are worth one request together. By itself it makes a chunk of every set of modules that the same
// pages need: nothing is loaded in vain, in 70 requests. Here two chunks become one, the most worthwhile first, where the requests
// saved outweigh the bytes that some views load without need, as long as no first view grows over its limit. Where that leaves a view
// with more files than it may have, those of its own that cost others least become one.

/** What an own file takes: its imports and exports, and what compression has to learn anew. */
const FILE_BYTES = 60;
/**
 * How much more a request saved is worth to a view that has more files than it may have. The best pair first is short-sighted: what
 * it leads to differs much with this, so all of them are tried.
 */
const OVER_COUNTED = [5, 8, 10, 12, 15, 17, 20, 25, 30, 40];

/**
 * @typedef {{ file: string, bytes: number, imports: readonly string[], mergeable: boolean }} Chunk bytes as sent
 * @typedef {{ files: ReadonlySet<string>, given?: ReadonlySet<string>, limit?: number, most?: number }} View
 *   what is asked for together, what is there already, and the bytes and the files that it may have at most
 * @param {readonly Chunk[]} chunks
 * @param {(readonly View[])[]} weighed the views, each as often as it counts, in several ways
 * @param {number[]} requestBytes how many bytes in vain a request saved is worth: first little, so that what costs little comes first
 * @returns {string[][]} files of each group of two or more
 */
export function mergeChunks(chunks, weighed, requestBytes) {
  const plans = weighed.flatMap((views) =>
    OVER_COUNTED.map((overCounted) => mergedBy(overCounted, chunks, views, requestBytes)),
  );
  plans.sort((one, other) => one.filesOver - other.filesOver || one.bytes - other.bytes);
  return plans[0].groups.map(({ files }) => files).filter(({ length }) => length > 1);
}

function mergedBy(overCounted, chunks, views, requestBytes) {
  const state = new Merging(chunks, views, overCounted);
  for (const bytes of requestBytes) {
    state.worth = bytes + FILE_BYTES;
    for (let pair = state.best(); pair; pair = state.best()) state.merge(...pair);
  }
  for (const view of state.views)
    while (view.asked.size > view.most) {
      const together = state.cheapestOf(view);
      if (!together) break;
      const [first, ...others] = together;
      for (const other of others) state.merge(first, other);
    }
  return state;
}

class Merging {
  /** Bytes in vain that one file fewer is worth. */
  worth = FILE_BYTES;

  constructor(chunks, views, overCounted) {
    this.overCounted = overCounted;
    this.groups = chunks.map(({ file, bytes, mergeable }) => ({ files: [file], bytes, mergeable }));
    const groupOf = new Map(chunks.map(({ file }, index) => [file, this.groups[index]]));
    for (const { file, imports } of chunks)
      groupOf.get(file).imports = new Set(imports.map((imported) => groupOf.get(imported)));
    const { POSITIVE_INFINITY: ANY } = Number;
    this.views = views.map(({ files, given = [], limit = ANY, most = ANY }) => {
      const asked = new Set([...files].map((file) => groupOf.get(file)));
      const loaded = new Set([...asked, ...[...given].map((file) => groupOf.get(file))]);
      return { of: files, asked, loaded, room: limit - bytesOf(loaded), most };
    });
    for (const group of this.groups) this.note(group);
    this.reach();
  }

  /** By how many files views are over what they may have, each counted once. */
  get filesOver() {
    const views = [...new Map(this.views.map((view) => [view.of, view])).values()];
    return views.reduce((sum, { asked, most }) => sum + Math.max(0, asked.size - most), 0);
  }

  /** What all files together are. */
  get bytes() {
    return bytesOf(this.groups);
  }

  /** By which views a group is asked for; also as bits, which are counted a thousand times. */
  note(group) {
    group.views = this.views.filter(({ asked }) => asked.has(group));
    group.askedBy = new Uint32Array(Math.ceil(this.views.length / 32));
    group.askedByOver = new Uint32Array(group.askedBy.length);
    for (const [index, { asked, most }] of this.views.entries()) {
      if (!asked.has(group)) continue;
      group.askedBy[index >> 5] |= 1 << (index & 31);
      if (asked.size > most) group.askedByOver[index >> 5] |= 1 << (index & 31);
    }
  }

  /** What each group needs before it runs, itself included. */
  reach() {
    for (const group of this.groups) {
      const needed = new Set([group]);
      for (const one of needed) for (const imported of one.imports) needed.add(imported);
      group.needs = needed;
    }
  }

  /** The two that are most worth being one. */
  best() {
    const open = this.groups.filter(({ mergeable }) => mergeable);
    const savedBy = (a, b) =>
      inCommon(a.askedBy, b.askedBy) + this.overCounted * inCommon(a.askedByOver, b.askedByOver);
    const pairs = open.flatMap((a, index) =>
      open.slice(index + 1).map((b) => ({ a, b, most: savedBy(a, b) * this.worth })),
    );
    pairs.sort((one, other) => other.most - one.most);
    let best;
    let won = 0;
    for (const { a, b, most } of pairs) {
      if (most <= won) break;
      const now = most - this.inVain(a, b, most - won) - this.inVain(b, a, most - won);
      if (now <= won || makesCircle(a, b)) continue;
      won = now;
      best = [a, b];
    }
    return best;
  }

  /** Those of a view that make others load least in vain as one: two, and what one needs the other through. */
  cheapestOf({ asked }) {
    const own = [...asked].filter(({ mergeable }) => mergeable);
    let least = Number.POSITIVE_INFINITY;
    let cheapest;
    for (const [index, a] of own.entries()) {
      for (const b of own.slice(index + 1)) {
        const together = withBetween(a, b);
        if (!together.every(({ mergeable }) => mergeable)) continue;
        const cost = this.inVainOf(together, least) / (together.length - 1);
        if (cost >= least) continue;
        least = cost;
        cheapest = together;
      }
    }
    return cheapest;
  }

  /** What views load without need where some become one. */
  inVainOf(together, atMost) {
    const needs = new Set(together.flatMap((group) => [...group.needs]));
    let sum = 0;
    for (const view of new Set(together.flatMap(({ views }) => views))) {
      let more = 0;
      for (const needed of needs) if (!view.loaded.has(needed)) more += needed.bytes;
      if (more > view.room) return Number.POSITIVE_INFINITY;
      sum += more;
      if (sum > atMost * (together.length - 1)) return sum;
    }
    return sum;
  }

  /** What views of a group load without need where another comes with it, its files included; counted as far as it matters. */
  inVain(group, other, atMost) {
    let sum = 0;
    for (const { asked, loaded, room } of group.views) {
      if (asked.has(other)) continue;
      let more = 0;
      let files = 0;
      for (const needed of other.needs) {
        if (loaded.has(needed)) continue;
        more += needed.bytes;
        // The other itself is no file of its own any more.
        if (needed !== other) files++;
      }
      if (more > room) return Number.POSITIVE_INFINITY;
      sum += more + files * this.worth;
      if (sum > atMost) return sum;
    }
    return sum;
  }

  /** b becomes part of a. */
  merge(a, b) {
    const before = this.views.map(({ loaded }) => bytesOf(loaded));
    a.files.push(...b.files);
    a.bytes += b.bytes - FILE_BYTES;
    for (const imported of b.imports) a.imports.add(imported);
    for (const { imports } of this.groups) if (imports.delete(b)) imports.add(a);
    a.imports.delete(a);
    this.groups.splice(this.groups.indexOf(b), 1);
    this.reach();
    for (const [index, view] of this.views.entries()) {
      const parts = [a, b].filter((part) => view.loaded.has(part));
      if (parts.length === 0) continue;
      // What was there already in part is there as a whole.
      const given = parts.some((part) => !view.asked.has(part));
      for (const set of [view.asked, view.loaded]) set.delete(b);
      if (given) view.asked.delete(a);
      else view.asked.add(a);
      for (const needed of a.needs) {
        if (!view.loaded.has(needed) && needed !== a) view.asked.add(needed);
        view.loaded.add(needed);
      }
      view.room -= bytesOf(view.loaded) - before[index];
    }
    for (const group of this.groups) this.note(group);
  }
}

function inCommon(a, b) {
  let count = 0;
  for (let word = 0; word < a.length; word++)
    for (let bits = a[word] & b[word]; bits !== 0; bits &= bits - 1) count++;
  return count;
}

const bytesOf = (groups) => {
  let sum = 0;
  for (const { bytes } of groups) sum += bytes;
  return sum;
};

/** Whether one needs the other through a third: chunks that import each other may run in the wrong order. */
const makesCircle = (a, b) => withBetween(a, b).length > 2;

/** Two, and all that one of them needs the other through. */
function withBetween(a, b) {
  const [from, to] = a.needs.has(b) ? [a, b] : [b, a];
  if (!from.needs.has(to)) return [a, b];
  return [a, b, ...[...from.needs].filter((one) => one !== from && one !== to && one.needs.has(to))];
}
