import type { EdgePools } from '../../io/shares/edge-pools.ts';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import { type Holder, shareKeyOf } from '../../io/shares/holder.ts';
import { type ClamdSettings, type ScanVerdict, scanStream } from './clamd-client.ts';
import type { FileRange } from './file-ranges.ts';
import { READ_BYTES, type SpooledUpload, UploadSpool } from './upload-spool.ts';

export interface UploadScanOptions {
  /** Null: no scanner; every scan fails. */
  clamd: ClamdSettings | null;
  /** Disk space for uploads that wait for their verdict. */
  spoolBytes: number;
  folder: string;
}

/** Maximum concurrent scans per worker: clamd has some ten threads for all workers and nodes. */
const MAX_AT_ONCE = 6;

/** Scans uploads, a few at a time; clients take turns, however many uploads each has. */
export class UploadScanner {
  readonly spool: UploadSpool;
  private readonly clamd: ClamdSettings | null;
  private readonly room: FairCounter;
  /** By client, longest waiting first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private running = 0;

  constructor(options: UploadScanOptions, pools: EdgePools) {
    this.clamd = options.clamd;
    this.room = pools.uploadScans;
    this.spool = new UploadSpool(options.folder, pools.uploadSpool);
  }

  /** Maximum size of a scanned file. */
  get maxBytes(): number {
    return this.clamd?.maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The first verdict other than 'clean', or 'clean'. */
  async scan(upload: SpooledUpload, holder: Holder, files: readonly FileRange[]): Promise<ScanVerdict> {
    const clamd = this.clamd;
    if (clamd === null) return { kind: 'failed', detail: 'no scanner is configured' };
    const place = this.room.enter(holder);
    if (place === null) return { kind: 'failed', detail: 'too many uploads wait' };
    try {
      await this.turn(holder);
      return await this.scanInTurn(clamd, upload, files);
    } finally {
      this.room.leave(place);
    }
  }

  private async scanInTurn(
    clamd: ClamdSettings,
    upload: SpooledUpload,
    files: readonly FileRange[],
  ): Promise<ScanVerdict> {
    let worst: ScanVerdict = { kind: 'clean' };
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    try {
      for (const { from, to } of files) {
        if (to - from > clamd.maxBytes) {
          worst = { kind: 'too-large' };
          continue;
        }
        const verdict = await scanStream(clamd, upload.read(from, to, buffer));
        // A file that could not be scanned must not hide an infected one after it.
        if (verdict.kind === 'found' || verdict.kind === 'failed') return verdict;
        if (verdict.kind === 'too-large') worst = verdict;
      }
    } finally {
      this.running--;
      this.callNext();
    }
    return worst;
  }

  close(): Promise<void> {
    return this.spool.close();
  }

  private async turn(holder: Holder): Promise<void> {
    if (this.running >= MAX_AT_ONCE) {
      const client = holder.client === null ? '' : shareKeyOf(holder.client);
      await new Promise<void>((resolve) => {
        const line = this.waiting.get(client);
        if (line === undefined) this.waiting.set(client, [resolve]);
        else line.push(resolve);
      });
    }
    this.running++;
  }

  private callNext(): void {
    const [next] = this.waiting;
    if (next === undefined) return;
    const [client, line] = next;
    const call = line.shift();
    this.waiting.delete(client);
    if (line.length > 0) this.waiting.set(client, line);
    call?.();
  }
}
