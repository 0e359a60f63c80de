import { readFile } from 'node:fs/promises';
import { type ClientListDocument, openClientList } from '@palisade/edge-state';
import type { ClientLists } from '../../features/access/client-lists.ts';
import type { KeptList } from '../lists/kept-list.ts';

/** All lists of one worker together: 50 of a million IPv4 addresses. */
const MAX_LISTS_BYTES = 256 * 1024 * 1024;

/**
 * Brings lists that sites of this worker refer to into its memory, from the files that its node keeps; the others stay there.
 * What cannot be read, or has no room, leaves what was there before.
 */
export class ListLoader {
  private readonly lists: ClientLists;
  private readonly onFault: (code: string, error: Error) => void;
  private readonly maxBytes: number;
  private readonly kept = new Map<string, KeptList>();
  private readonly used = new Set<string>();
  /** Asked for and not begun. */
  private readonly waiting = new Set<string>();
  /** One after another, so that an older version never comes after a newer one. */
  private loading: Promise<void> = Promise.resolve();

  constructor(lists: ClientLists, onFault: (code: string, error: Error) => void, maxBytes = MAX_LISTS_BYTES) {
    this.lists = lists;
    this.onFault = onFault;
    this.maxBytes = maxBytes;
  }

  /** Lists on the node's disk. */
  offer(kept: readonly KeptList[]): void {
    for (const list of kept) {
      this.kept.set(list.id, list);
      if (this.used.has(list.id)) this.load(list.id);
    }
  }

  /** A site refers to these. */
  use(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.used.has(id)) continue;
      this.used.add(id);
      if (this.kept.has(id)) this.load(id);
    }
  }

  /** Lists that sites refer to but that are missing; they match nothing. */
  get missing(): number {
    let missing = 0;
    for (const id of this.used) if (this.lists.get(id) === undefined) missing++;
    return missing;
  }

  /** Resolves when everything that has been asked for is there, or cannot be. */
  async settled(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.loading;
      await last;
    } while (last !== this.loading);
  }

  private load(id: string): void {
    if (this.waiting.has(id)) return;
    this.waiting.add(id);
    this.loading = this.loading
      .then(() => {
        this.waiting.delete(id);
        return this.loadNow(id);
      })
      .catch((error: unknown) => {
        this.onFault('client_list_failure', new Error(`list ${id}`, { cause: error }));
      });
  }

  private async loadNow(id: string): Promise<void> {
    const { file, version, removed } = this.kept.get(id)!;
    const present = this.lists.get(id);
    if (removed) {
      this.lists.remove(id);
      if (present !== undefined) this.loadMissing();
      return;
    }
    if (present !== undefined && present.header.version >= version) return;
    // The supervisor has verified it before it wrote it, and nobody else writes there.
    const list = openClientList(await readFile(file));
    this.lists.remove(id);
    try {
      this.makeRoom(list);
    } catch (error) {
      if (present !== undefined) this.lists.put(present);
      throw error;
    }
    this.lists.put(list);
    if (present !== undefined && list.set.memoryBytes < present.set.memoryBytes) this.loadMissing();
  }

  /**
   * Lists that did not fit may fit now. Not tried after a list was evicted for another: the two would evict each other
   * without end.
   */
  private loadMissing(): void {
    for (const id of this.used)
      if (this.lists.get(id) === undefined && this.kept.get(id)?.removed === false) this.load(id);
  }

  /**
   * Evicts lists of the owner with the most memory: a few accounts with many entries must not crowd out the others. The
   * operator's lists stay. Nothing is evicted if everything evictable is not enough.
   */
  private makeRoom({ header, set }: ClientListDocument): void {
    let bytes = this.lists.bytes + set.memoryBytes;
    if (bytes <= this.maxBytes) return;
    const bytesByOwner = this.lists.bytesByOwner();
    const wanted = header.ownerId === null ? 0 : (bytesByOwner.get(header.ownerId) ?? 0) + set.memoryBytes;
    const others: { bytes: number; lists: ClientListDocument[] }[] = [];
    for (const [owner, owned] of bytesByOwner)
      if (owner !== null && owner !== header.ownerId)
        others.push({ bytes: owned, lists: this.lists.largestFirst(owner) });
    const going: ClientListDocument[] = [];
    while (bytes > this.maxBytes) {
      let most = { bytes: wanted, lists: [] as ClientListDocument[] };
      for (const other of others) if (other.bytes > most.bytes) most = other;
      const goes = most.lists.shift();
      if (goes === undefined)
        throw new Error(`${header.name} has no room beside ${this.lists.bytes} bytes of other lists`);
      most.bytes -= goes.set.memoryBytes;
      bytes -= goes.set.memoryBytes;
      going.push(goes);
    }
    for (const goes of going) {
      this.lists.remove(goes.header.id);
      this.onFault(
        'client_list_failure',
        new Error(`list ${goes.header.id} made room for list ${header.id}`),
      );
    }
  }
}
