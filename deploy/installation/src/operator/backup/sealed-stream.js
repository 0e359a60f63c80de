import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Transform } from 'node:stream';
import { OperatorError } from '../base/operator-error.ts';
// A sealed file is a row of chunks: AES-256-GCM over 64 KiB of plaintext, with the tag behind it. The nonce is the chunk's number
// and whether it is the last, under a key that no other file has: a chunk that was changed, moved, left out or cut off the end does not
// open. Neither side holds more than a chunk.
export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const LAST_FLAG_AT = NONCE_BYTES - 1;
const COUNTER_AT = NONCE_BYTES - 1 - 8;
function nonceOf(number, isLast) {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(number, COUNTER_AT);
  nonce[LAST_FLAG_AT] = isLast ? 1 : 0;
  return nonce;
}
/** Cuts what comes into pieces of one size; of the last it alone knows that it is. */
class Chunker extends Transform {
  size;
  held = [];
  heldBytes = 0;
  number = 0n;
  constructor(size) {
    super();
    this.size = size;
  }
  _transform(data, _encoding, done) {
    this.held.push(data);
    this.heldBytes += data.length;
    try {
      if (this.heldBytes > this.size) this.passOn();
      done();
    } catch (error) {
      done(error);
    }
  }
  _flush(done) {
    try {
      this.push(this.turn(Buffer.concat(this.held), this.number, true));
      done();
    } catch (error) {
      done(error);
    }
  }
  /** A full piece stays until something follows it: it may be the last. */
  passOn() {
    let rest = Buffer.concat(this.held);
    while (rest.length > this.size) {
      this.push(this.turn(rest.subarray(0, this.size), this.number, false));
      this.number++;
      rest = rest.subarray(this.size);
    }
    this.held = [rest];
    this.heldBytes = rest.length;
  }
}
export class Sealer extends Chunker {
  key;
  constructor(key) {
    super(CHUNK_BYTES);
    this.key = key;
  }
  turn(chunk, number, isLast) {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(number, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}
export class Opener extends Chunker {
  key;
  constructor(key) {
    super(CHUNK_BYTES + TAG_BYTES);
    this.key = key;
  }
  /** @throws OperatorError `backup_damaged` */
  turn(chunk, number, isLast) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, nonceOf(number, isLast), {
        authTagLength: TAG_BYTES,
      });
      const end = chunk.length - TAG_BYTES;
      decipher.setAuthTag(chunk.subarray(end));
      return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
    } catch (cause) {
      throw damaged('a part of it does not open', cause);
    }
  }
}
export const damaged = (what, cause) =>
  new OperatorError(
    'backup_damaged',
    `The backup is not as it was written: ${what}.`,
    'Use another copy of it, or an earlier backup.',
    { cause },
  );
