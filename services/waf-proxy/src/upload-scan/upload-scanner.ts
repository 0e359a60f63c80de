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

/** Looks through uploads, a few at a time. */
export class UploadScanner {
  readonly spool: UploadSpool;
  readonly #clamd: ClamdSettings | null;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: UploadScanOptions) {
    this.#clamd = options.clamd;
    this.spool = new UploadSpool(options.folder, options.spoolBytes);
  }

  /** Files beyond this are not looked at. */
  get maxBytes(): number {
    return this.#clamd?.maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The first verdict other than 'clean', or that. */
  async scan(upload: SpooledUpload, files: readonly FileRange[]): Promise<ScanVerdict> {
    const clamd = this.#clamd;
    if (clamd === null) return { kind: 'failed', detail: 'no scanner is configured' };
    let worst: ScanVerdict = { kind: 'clean' };
    await this.#turn();
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
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
    return worst;
  }

  close(): void {
    this.spool.close();
  }

  async #turn(): Promise<void> {
    if (this.#running >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }
}
