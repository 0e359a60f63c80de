import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { edgeV1 } from '@palisade/contracts';
import { type TrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import { writeFileAtomically } from '../../io/atomic-file.ts';

const SUFFIX = '.site';

/** Files read concurrently, as reading ten thousand one by one would take long. */
const READ_AT_ONCE = 64;

/** The last good copy of every site as signed documents on disk, from which the edge starts if Redis is unreachable. */
export class ConfigStore {
  private readonly folder: string;
  private readonly pending = new Map<string, Uint8Array>();
  private writing: Promise<void> | null = null;
  private readonly onError: (error: Error) => void;

  constructor(folder: string, onError: (error: Error) => void) {
    this.folder = folder;
    this.onError = onError;
  }

  /** Reads and verifies all files; invalid ones are reported and left alone. */
  async load(
    keys: TrustedKeys,
    accept: (config: edgeV1.SiteConfig, signed: Uint8Array) => void,
  ): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(SUFFIX));
    const loadOne = async (name: string) => {
      try {
        const signed = await readFile(path.join(this.folder, name));
        accept(verifySiteConfig(signed, keys), signed);
      } catch (error) {
        this.onError(new Error(`${name} on disk was refused`, { cause: error }));
      }
    };
    for (let at = 0; at < names.length; at += READ_AT_ONCE) {
      await Promise.all(names.slice(at, at + READ_AT_ONCE).map(loadOne));
    }
  }

  /** Writes in the background; of each site only the newest document. */
  save(siteId: string, signed: Uint8Array): void {
    this.pending.set(siteId, signed);
    this.writing ??= this.writePending().finally(() => {
      this.writing = null;
    });
  }

  async flushed(): Promise<void> {
    await this.writing;
  }

  private async writePending(): Promise<void> {
    for (let next = this.pending.entries().next(); !next.done; next = this.pending.entries().next()) {
      const [siteId, signed] = next.value;
      this.pending.delete(siteId);
      try {
        await writeFileAtomically(path.join(this.folder, fileNameOf(siteId)), signed);
      } catch (error) {
        this.onError(new Error(`the copy of site ${siteId} could not be written`, { cause: error }));
      }
    }
  }
}

/** Site ids are not trusted as file names. */
function fileNameOf(siteId: string): string {
  return createHash('sha256').update(siteId).digest('hex').slice(0, 40) + SUFFIX;
}
