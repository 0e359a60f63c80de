import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { EdgeStateError, type TrustedKeys, verifyClientList } from '@palisade/edge-state';
import { writeFileAtomically } from '../../io/atomic-file.ts';
import type { KeptList } from './kept-list.ts';

const SUFFIX = '.list';
/** Longer than the control plane tells of a removed list, so that it does not come again. */
const REMOVED_KEPT_MS = 60 * 24 * 60 * 60_000;

export interface ListKeeperEvents {
  /** The list is on disk and may be loaded. */
  onKept(list: KeptList): void;
  onRefused(id: string, error: Error): void;
}

/**
 * The lists of a node, as signed files: verified here once, and read by every worker whose sites refer to them. What comes
 * later and is forged, cut off or older changes nothing.
 */
export class ListKeeper {
  private readonly keys: TrustedKeys;
  private readonly folder: string;
  private readonly events: ListKeeperEvents;
  private readonly kept = new Map<string, KeptList>();
  private writing: Promise<void> = Promise.resolve();

  constructor(keys: TrustedKeys, folder: string, events: ListKeeperEvents) {
    this.keys = keys;
    this.folder = folder;
    this.events = events;
  }

  /** The last good copies. Called before any worker starts. */
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
      }
    }
    await this.forgetRemoved();
  }

  /** Lists that were removed long ago go. Asked from time to time: a node may run for months. */
  forgetRemoved(): Promise<void> {
    this.writing = this.writing.then(() => this.sweep());
    return this.writing;
  }

  private async sweep(): Promise<void> {
    const long = Date.now() - REMOVED_KEPT_MS;
    for (const { id, file, removed } of [...this.kept.values()]) {
      if (!removed) continue;
      try {
        if ((await stat(file)).mtimeMs >= long) continue;
        await rm(file);
        this.kept.delete(id);
      } catch (error) {
        this.events.onRefused(id, error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  current(): KeptList[] {
    return [...this.kept.values()];
  }

  /**
   * How many of them, of those on disk, would be lost under other keys. What is removed is no loss: the control plane forgets it
   * before the node does, so that nobody signs it anew.
   */
  async lostUnder(keys: TrustedKeys): Promise<number> {
    let lost = 0;
    for (const { file, removed } of this.kept.values()) {
      if (removed) continue;
      try {
        verifyClientList(await readFile(file), keys);
      } catch {
        lost++;
      }
    }
    return lost;
  }

  /**
   * A list as it came from Redis.
   * @param onHeld told of the version that is held from now on, once it is on disk
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
    return list;
  }
}

/** Ids come from Redis: strangers to the file system. */
const fileNameOf = (id: string): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 40) + SUFFIX;
