import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { OperatorError } from '../base/operator-error.ts';

// An encrypted file is a sequence of chunks: AES-256-GCM over 64 KiB of plaintext, followed by the tag. The nonce is
// the chunk's number and whether it is the last, under a key that no other file has: a chunk that was changed, moved,
// removed or cut off cannot be decrypted. Neither side holds more than a chunk.
export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const LAST_FLAG_AT = NONCE_BYTES - 1;
const COUNTER_AT = NONCE_BYTES - 1 - 8;

function nonceOf(number: bigint, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(number, COUNTER_AT);
  nonce[LAST_FLAG_AT] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts what comes into pieces of one size; of the last it alone knows that it is. */
abstract class Chunker extends Transform {
  private held: Buffer[] = [];
  private heldBytes = 0;
  private number = 0n;

  constructor(private readonly size: number) {
    super();
  }

  protected abstract turn(chunk: Buffer, number: bigint, isLast: boolean): Buffer;

  override _transform(data: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.held.push(data);
    this.heldBytes += data.length;
    try {
      if (this.heldBytes > this.size) this.passOn();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.push(this.turn(Buffer.concat(this.held), this.number, true));
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  /** A full piece stays until something follows it: it may be the last. */
  private passOn(): void {
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
  constructor(private readonly key: Buffer) {
    super(CHUNK_BYTES);
  }

  protected override turn(chunk: Buffer, number: bigint, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(number, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

export class Opener extends Chunker {
  constructor(private readonly key: Buffer) {
    super(CHUNK_BYTES + TAG_BYTES);
  }

  /** @throws OperatorError `backup_damaged` */
  protected override turn(chunk: Buffer, number: bigint, isLast: boolean): Buffer {
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

export const damaged = (what: string, cause?: unknown): OperatorError =>
  new OperatorError(
    'backup_damaged',
    `The backup is not as it was written: ${what}.`,
    'Use another copy of it, or an earlier backup.',
    { cause },
  );
