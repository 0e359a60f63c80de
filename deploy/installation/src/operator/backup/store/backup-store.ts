import type { Readable } from 'node:stream';

/**
 * Where backups lie: objects with names such as `palisade-20261123T021500000Z/manifest.json`. A backup is whole once its manifest is
 * there, which is written last.
 */
export interface BackupStore {
  /** As people name it. */
  readonly place: string;
  /**
   * Names that begin with `prefix`, sorted. With a slash in it: of that folder. Without: of the folders that begin so.
   * @param withPartial with what is being written, or was when its writer was killed
   */
  list(prefix: string, withPartial?: boolean): Promise<string[]>;
  /** All of it, or nothing under that name. */
  write(name: string, source: Readable): Promise<void>;
  /** Null: there is nothing of that name. */
  read(name: string): Promise<Readable | null>;
  remove(names: readonly string[]): Promise<void>;
}

/** Bounded: what is read whole is small, or not ours. Null: there is nothing of that name. */
export async function readWhole(store: BackupStore, name: string, maxBytes: number): Promise<Buffer | null> {
  const source = await store.read(name);
  if (source === null) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) {
      source.destroy();
      return Buffer.concat([...parts, part]);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
