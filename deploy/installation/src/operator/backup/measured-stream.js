import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { damaged } from './sealed-stream.ts';
/** Passes a sealed file on as it is, and measures it for the manifest. */
export class MeasuredStream extends Transform {
  name;
  maxBytes;
  hash = createHash('sha256');
  bytes = 0;
  /** @param maxBytes more than this ends it with `backup_damaged` */
  constructor(name, maxBytes = Number.POSITIVE_INFINITY) {
    super();
    this.name = name;
    this.maxBytes = maxBytes;
  }
  _transform(chunk, _encoding, done) {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    done(this.bytes > this.maxBytes ? damaged(`${this.name} is longer than it was`) : null, chunk);
  }
  /** Once, when all of it has passed. */
  measure() {
    return { name: this.name, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
