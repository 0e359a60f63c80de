import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
  readonly code = 'secret_unreadable';
}

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Envelope encryption of secrets at rest: each secret has its own data key, which is wrapped under a key-encryption key
 * outside of the database. `context` (table, column, row) is authenticated, so that a ciphertext copied to another row
 * cannot be decrypted there.
 */
export class SecretBox {
  private keys: ReadonlyMap<string, Buffer>;

  /**
   * @param keys id → 32 bytes in base64; old ones stay until everything is encrypted under the current one
   * @param currentKeyId the key that new secrets are encrypted under
   */
  constructor(
    keys: Readonly<Record<string, string>>,
    private currentKeyId: string,
  ) {
    this.keys = readKeys(keys, currentKeyId);
  }

  /** Other keys, from then on. @throws SecretBoxError where they will not do */
  prepare(keys: Readonly<Record<string, string>>, currentKeyId: string): () => void {
    const next = readKeys(keys, currentKeyId);
    return () => {
      this.keys = next;
      this.currentKeyId = currentKeyId;
    };
  }

  /** Whether a value was encrypted under another key than the current one. */
  isOfOldKey(value: string): boolean {
    return value.split('.')[1] !== this.currentKeyId;
  }

  seal(secret: string, context: string): string {
    const dataKey = randomBytes(32);
    const wrapped = encrypt(this.key(this.currentKeyId), dataKey, context);
    const sealed = encrypt(dataKey, Buffer.from(secret, 'utf8'), context);
    return [FORMAT, this.currentKeyId, wrapped.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws SecretBoxError if the value was altered, belongs to another row, or its key no longer exists */
  open(value: string, context: string): string {
    const [format, keyId, wrapped, sealed, ...rest] = value.split('.');
    if (format !== FORMAT || !keyId || !wrapped || !sealed || rest.length > 0) {
      throw new SecretBoxError('sealed value has an unknown format');
    }
    const dataKey = decrypt(this.key(keyId), Buffer.from(wrapped, 'base64url'), context);
    return decrypt(dataKey, Buffer.from(sealed, 'base64url'), context).toString('utf8');
  }

  /**
   * A keyed digest: equal texts have equal digests while the current key stays, and it reveals nothing without the key.
   */
  digest(text: string, context: string): string {
    const key = hkdfSync('sha256', this.key(this.currentKeyId), '', `digest:${context}`, 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
  }

  private key(id: string): Buffer {
    const key = this.keys.get(id);
    if (!key) {
      throw new SecretBoxError(`key-encryption key ${id} is not known`);
    }
    return key;
  }
}

function readKeys(keys: Readonly<Record<string, string>>, currentKeyId: string): Map<string, Buffer> {
  const read = new Map(Object.entries(keys).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
  for (const [id, key] of read) {
    if (key.length !== 32 || id.includes('.')) {
      throw new SecretBoxError(`key-encryption key ${id} must be 32 bytes in base64, its id without dots`);
    }
  }
  if (!read.has(currentKeyId)) {
    throw new SecretBoxError(`the current key-encryption key ${currentKeyId} is not among the keys`);
  }
  return read;
}

function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, box: Buffer, context: string): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES) {
    throw new SecretBoxError('sealed value is too short');
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(box.subarray(box.length - TAG_BYTES));
    return Buffer.concat([
      decipher.update(box.subarray(NONCE_BYTES, box.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch (error) {
    throw new SecretBoxError('sealed value does not open here', { cause: error });
  }
}
