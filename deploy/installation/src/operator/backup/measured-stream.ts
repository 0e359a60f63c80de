import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { BackupFile } from './manifest.ts';
import { damaged } from './sealed-stream.ts';

/** Passes an encrypted file through unchanged, and measures it for the manifest. */
export class MeasuredStream extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  /** @param maxBytes more than this ends it with `backup_damaged` */
  constructor(
    private readonly name: string,
    private readonly maxBytes = Number.POSITIVE_INFINITY,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    done(this.bytes > this.maxBytes ? damaged(`${this.name} is longer than it was`) : null, chunk);
  }

  /** Once, when all of it has passed. */
  measure(): BackupFile {
    return { name: this.name, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
