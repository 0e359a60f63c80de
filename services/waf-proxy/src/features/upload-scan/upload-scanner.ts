import type { EdgePools } from '../../io/shares/edge-pools.ts';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';
import { type ClamdSettings, type ScanVerdict, scanStream } from './clamd-client.ts';
import type { FileRange } from './file-ranges.ts';
import { READ_BYTES, type SpooledUpload, UploadSpool } from './upload-spool.ts';

export interface UploadScanOptions {
  /** Null: there is no scanner; every scan fails. */
  clamd: ClamdSettings | null;
  /** Disk for uploads that wait for their verdict. */
  spoolBytes: number;
  folder: string;
}

/** Scans of a worker at the same time: clamd has some ten threads for all workers and nodes that ask it. */
const MAX_AT_ONCE = 6;

/** Looks through uploads, a few at a time; clients take turns, however many each of them has sent. */
export class UploadScanner {
  readonly spool: UploadSpool;
  private readonly clamd: ClamdSettings | null;
  private readonly room: FairCounter;
  /** By client, those that have not had their turn for longest first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private running = 0;

  constructor(options: UploadScanOptions, pools: EdgePools) {
    this.clamd = options.clamd;
    this.room = pools.uploadScans;
    this.spool = new UploadSpool(options.folder, pools.uploadSpool);
  }

  /** Files beyond this are not looked at. */
  get maxBytes(): number {
    return this.clamd?.maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The first verdict other than 'clean', or that. */
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
        // One file of many that could not be looked at does not hide an infected one after it.
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
      const client = holder.client?.key ?? '';
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
