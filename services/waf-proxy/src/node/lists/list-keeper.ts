import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@palisade/basics';
import { EdgeStateError, type TrustedKeys, verifyClientList } from '@palisade/edge-state';
import { writeFileAtomically } from '../../io/atomic-file.ts';
import type { KeptList } from './kept-list.ts';

const SUFFIX = '.list';
/**
 * How long the removal of a list is remembered. Longer than the control plane announces it, so that an old copy cannot
 * bring the list back.
 */
const REMOVED_KEPT_MS = 60 * DAY_MS;
/**
 * Age of the last announcement after which a list counts as removed. The control plane announces removals for 30 days:
 * a list not announced for nearly as long was removed while this node was off, but one announced recently is only
 * missing, as after Redis was emptied.
 */
const UNTOLD_MS = 25 * DAY_MS;

export interface ListKeeperEvents {
  /** The list is on disk and may be loaded. */
  onKept(list: KeptList): void;
  onRefused(id: string, error: Error): void;
}

/**
 * Keeps the node's lists as signed files: verified here once, and read by every worker whose sites refer to them. A
 * list that arrives forged, truncated or older than the stored one changes nothing.
 */
export class ListKeeper {
  private readonly keys: TrustedKeys;
  private readonly folder: string;
  private readonly events: ListKeeperEvents;
  private readonly kept = new Map<string, KeptList>();
  /**
   * Lists on disk that count as removed although this node has not received the removal; nobody will sign them again.
   */
  private readonly gone = new Set<string>();
  private writing: Promise<void> = Promise.resolve();

  constructor(keys: TrustedKeys, folder: string, events: ListKeeperEvents) {
    this.keys = keys;
    this.folder = folder;
    this.events = events;
  }

  /** Loads the last good copies. Called before any worker starts. */
  async loadFromDisk(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith(SUFFIX)) continue;
      const file = path.join(this.folder, name);
      try {
        const { header } = verifyClientList(await readFile(file), this.keys);
        this.remember(header, file);
      } catch (error) {
        this.events.onRefused(name, error instanceof Error ? error : new Error(String(error)));
        await this.forgetRefused(file);
      }
    }
    await this.forgetRemoved();
  }

  /** Forgets lists removed long ago. Called periodically, as a node may run for months. */
  forgetRemoved(): Promise<void> {
    this.writing = this.writing.then(() => this.sweep());
    return this.writing;
  }

  /**
   * Takes the complete set of ids that the control plane announces. The modification time of a list's file is the time
   * of its last announcement. A list that is no longer announced keeps its time, and is removed once that is old
   * enough.
   */
  announced(ids: ReadonlySet<string>): void {
    this.writing = this.writing.then(() => this.mark(ids));
  }

  private async mark(ids: ReadonlySet<string>): Promise<void> {
    const now = Date.now();
    this.gone.clear();
    for (const { id, file, removed } of [...this.kept.values()]) {
      if (removed) continue;
      try {
        const ageMs = now - (await stat(file)).mtimeMs;
        if (!ids.has(id)) {
          if (ageMs >= UNTOLD_MS) this.gone.add(id);
        } else if (ageMs >= DAY_MS) await utimes(file, new Date(now), new Date(now));
      } catch (error) {
        this.events.onRefused(id, error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  /** Deletes a list signed with a key that is no longer trusted: it cannot be used, and nobody will sign it again. */
  private async forgetRefused(file: string): Promise<void> {
    if ((await stat(file)).mtimeMs < Date.now() - REMOVED_KEPT_MS) await rm(file);
  }

  private async sweep(): Promise<void> {
    const long = Date.now() - REMOVED_KEPT_MS;
    for (const { id, file, removed } of [...this.kept.values()]) {
      if (!removed && !this.gone.has(id)) continue;
      try {
        if ((await stat(file)).mtimeMs >= long) continue;
        await rm(file);
        this.kept.delete(id);
        this.gone.delete(id);
      } catch (error) {
        this.events.onRefused(id, error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  current(): KeptList[] {
    return [...this.kept.values()];
  }

  /**
   * How many lists on disk could not be verified with other keys. Removed lists do not count, whether or not this node
   * knows of the removal.
   */
  async lostUnder(keys: TrustedKeys): Promise<number> {
    let lost = 0;
    for (const { id, file, removed } of this.kept.values()) {
      if (removed || this.gone.has(id)) continue;
      try {
        verifyClientList(await readFile(file), keys);
      } catch {
        lost++;
      }
    }
    return lost;
  }

  /**
   * Takes a list received from Redis.
   * @param onHeld called with the version that is held, once it is on disk
   */
  offer(id: string, signed: Uint8Array, onHeld: (version: bigint) => void): void {
    this.writing = this.writing
      .then(() => this.take(id, signed))
      .then((version) => onHeld(BigInt(version)))
      .catch((error: unknown) => {
        this.events.onRefused(id, error instanceof Error ? error : new Error(String(error)));
      });
  }

  async flushed(): Promise<void> {
    await this.writing;
  }

  private async take(id: string, signed: Uint8Array): Promise<number> {
    const { header } = verifyClientList(signed, this.keys);
    if (header.id !== id) throw new EdgeStateError('client_list_malformed', 'it is signed for another id');
    const held = this.kept.get(id);
    if (held !== undefined && held.version >= header.version) {
      if (held.version > header.version)
        throw new EdgeStateError('client_list_stale', `version ${header.version} came after ${held.version}`);
      return held.version;
    }
    const file = path.join(this.folder, fileNameOf(id));
    await writeFileAtomically(file, signed);
    this.events.onKept(this.remember(header, file));
    return header.version;
  }

  private remember({ id, version, removed }: Omit<KeptList, 'file'>, file: string): KeptList {
    const list = { id, version, removed, file };
    this.kept.set(id, list);
    this.gone.delete(id);
    return list;
  }
}

/** Ids come from Redis and are not trusted as file names. */
const fileNameOf = (id: string): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 40) + SUFFIX;
