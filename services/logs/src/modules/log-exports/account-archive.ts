import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import type { AccountRows } from './account-sources.service.ts';

const README = `This is what the services keep of your account, a file for each part. Files are JSON: a list of rows.

Not in it are passwords, keys, tokens and the secrets of second factors, alert channels and log streams: they are kept as
hashes, or sealed. A value that you set by a header rule stands in the policies as you wrote it: take care of the
file if your server knows the edge by such a value. What visitors asked your sites for is in exports of the log, which the page "Logs" of the dashboard makes;
the entries of your lists are in files that the page "Lists" gives. Requests that edges recorded for you are in no file: they are
sealed, kept for days, and shown one at a time on the page of the domain.
`;
/** Compression blocks this thread: so much text at a time, for a few milliseconds. */
const TEXT_AT_ONCE = 128 * 1024;

/** Writes a ZIP (APPNOTE.TXT 6.3) as its contents arrive; output that was taken is not kept. */
export class AccountArchive {
  private readonly zip: Zip;
  private chunks: Uint8Array[] = [];
  private size = 0;
  private current: { name: string; file: ZipDeflate; rows: number } | null = null;
  rows = 0;
  /** Uncompressed bytes. */
  text = 0;

  constructor() {
    this.zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.chunks.push(chunk);
      this.size += chunk.length;
    });
    const readme = this.open('README.txt');
    readme.push(Buffer.from(README), true);
  }

  /** Bytes of output not yet taken. */
  get waiting(): number {
    return this.size;
  }

  /** Rows of a part; rows of one part must be consecutive. */
  async add({ name, rows }: AccountRows): Promise<void> {
    if (this.current?.name !== name) {
      this.endPart();
      this.current = { name, file: this.open(`${name}.json`), rows: 0 };
      this.current.file.push(Buffer.from('['));
    }
    const { current } = this;
    let packed = 0;
    for (const row of rows) {
      const line = Buffer.from(`${current.rows === 0 ? '\n' : ',\n'}${row}`);
      current.file.push(line);
      current.rows++;
      packed += line.length;
      this.text += line.length;
      if (packed < TEXT_AT_ONCE) continue;
      packed = 0;
      await setImmediate();
    }
    this.rows += rows.length;
  }

  end(): void {
    this.endPart();
    this.zip.end();
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.chunks);
    this.chunks = [];
    this.size = 0;
    return bytes;
  }

  private endPart(): void {
    this.current?.file.push(Buffer.from('\n]\n'), true);
    this.current = null;
  }

  private open(name: string): ZipDeflate {
    const file = new ZipDeflate(name, { level: 6 });
    this.zip.add(file);
    return file;
  }
}
