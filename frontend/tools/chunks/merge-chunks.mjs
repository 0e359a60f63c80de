// Which of the bundler's chunks are worth one request together. By itself it makes a chunk of every set of modules that the same
// pages need: nothing is loaded in vain, in 70 requests. Here two chunks become one, the most worthwhile first, where the requests
// saved outweigh the bytes that some views load without need, as long as no first view grows over its limit. Where that leaves a view
// with more files than it may have, those of its own that cost others least become one.

/** What an own file takes: its imports and exports, and what compression has to learn anew. */
const FILE_BYTES = 190;
/** From this worth of a request on, views are kept to their number of files before more is merged. */
const KEPT_FROM_BYTES = 2_000;

/**
 * @typedef {{ file: string, bytes: number, imports: readonly string[], mergeable: boolean }} Chunk bytes as sent
 * @typedef {{ files: ReadonlySet<string>, given?: ReadonlySet<string>, limit?: number, most?: number }} View
 *   what is asked for together, what is there already, and the bytes and the files that it may have at most
 * @param {readonly Chunk[]} chunks
 * @param {readonly View[]} views
 * @param {number[]} requestBytes how many bytes in vain a request saved is worth: first little, so that what costs little comes first
 * @returns {string[][]} files of each group of two or more
 */
export function mergeChunks(chunks, views, requestBytes) {
  const state = new Merging(chunks, views);
  for (const bytes of requestBytes) {
    state.worth = bytes + FILE_BYTES;
    for (let pair = state.best(); pair; pair = state.best()) state.merge(...pair);
    // While the others have room still: what is most worthwhile to all takes what one of them cannot do without.
    if (bytes >= KEPT_FROM_BYTES) state.keepToMost();
  }
  state.keepToMost();
  return state.groups.map(({ files }) => files).filter(({ length }) => length > 1);
}

class Merging {
  /** Bytes in vain that one file fewer is worth. */
  worth = FILE_BYTES;

  constructor(chunks, views) {
    this.groups = chunks.map(({ file, bytes, mergeable }) => ({ files: [file], bytes, mergeable }));
    const groupOf = new Map(chunks.map(({ file }, index) => [file, this.groups[index]]));
    for (const { file, imports } of chunks)
      groupOf.get(file).imports = new Set(imports.map((imported) => groupOf.get(imported)));
    const { POSITIVE_INFINITY: ANY } = Number;
    this.views = views.map(({ files, given = [], limit = ANY, most = ANY }) => {
      const asked = new Set([...files].map((file) => groupOf.get(file)));
      const loaded = new Set([...asked, ...[...given].map((file) => groupOf.get(file))]);
      return { asked, loaded, room: limit - bytesOf(loaded), most };
    });
    for (const group of this.groups) this.note(group);
    this.reach();
  }

  /** By which views a group is asked for; also as bits, which are counted a thousand times. */
  note(group) {
    group.views = this.views.filter(({ asked }) => asked.has(group));
    group.askedBy = new Uint32Array(Math.ceil(this.views.length / 32));
    for (const [index, { asked }] of this.views.entries())
      if (asked.has(group)) group.askedBy[index >> 5] |= 1 << (index & 31);
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
    const pairs = open.flatMap((a, index) =>
      open.slice(index + 1).map((b) => ({ a, b, most: inCommon(a.askedBy, b.askedBy) * this.worth })),
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

  /** Views with more files than they may have: those of their own that cost others least become one. */
  keepToMost() {
    for (const view of this.views)
      while (view.asked.size > view.most) {
        const pair = this.cheapestOf(view);
        if (!pair) break;
        this.merge(...pair);
      }
  }

  /** The two of a view that make others load least in vain. */
  cheapestOf({ asked }) {
    const own = [...asked].filter(({ mergeable }) => mergeable);
    let least = Number.POSITIVE_INFINITY;
    let cheapest;
    for (const [index, a] of own.entries()) {
      for (const b of own.slice(index + 1)) {
        const cost = this.inVain(a, b, least) + this.inVain(b, a, least);
        if (cost >= least || makesCircle(a, b)) continue;
        least = cost;
        cheapest = [a, b];
      }
    }
    return cheapest;
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
    for (const group of a.needs) this.note(group);
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
function makesCircle(a, b) {
  const leads = (from, to) => {
    for (const next of from.imports) if (next !== to && next.needs.has(to)) return true;
    return false;
  };
  return leads(a, b) || leads(b, a);
}
