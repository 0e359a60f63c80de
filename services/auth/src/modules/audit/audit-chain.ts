import { createHmac, hkdfSync } from 'node:crypto';

/** An entry as read from the database: `at` in microseconds, so that rounding cannot change it between two reads. */
export interface SealedEntry {
  id: string;
  at: string;
  actor_id: string;
  action: string;
  target_type: string;
  target_id: string;
  details: Readonly<Record<string, string>>;
  client_address: string;
  request_id: string;
}

/** Columns of `audit_log a` as `SealedEntry`. */
export const SEALED_COLUMNS = `a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at, a.actor_id,
  a.action, a.target_type, a.target_id, a.details, a.client_address, a.request_id`;

/** The predecessor of the first seal. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * Computes seals with keys derived from the key-encryption keys, which are not in the database: whoever can write there
 * can change an entry but not compute its seal.
 */
export class AuditChain {
  private keys: ReadonlyMap<string, Buffer>;

  /**
   * @param keys id → 32 bytes in base64; seal keys are derived from them
   * @param retired seal keys of removed key-encryption keys, by id, for as long as seals name them
   */
  constructor(
    keys: Readonly<Record<string, string>>,
    private current: string,
    retired: Readonly<Record<string, string>> = {},
  ) {
    this.keys = sealKeys(keys, retired);
  }

  get currentKeyId(): string {
    return this.current;
  }

  /** Replaces the keys. */
  prepare(
    keys: Readonly<Record<string, string>>,
    current: string,
    retired: Readonly<Record<string, string>>,
  ): () => void {
    const next = sealKeys(keys, retired);
    return () => {
      this.keys = next;
      this.current = current;
    };
  }

  knows(keyId: string): boolean {
    return this.keys.has(keyId);
  }

  /** HMAC-SHA-256 over the previous seal, the entry's position in the chain, and each of its fields. */
  seal(keyId: string, previous: Buffer, sequence: bigint, entry: SealedEntry): Buffer {
    const key = this.keys.get(keyId);
    if (key === undefined) throw new Error(`the key ${keyId} is not among the key-encryption keys`);
    return createHmac('sha256', key).update(previous).update(canonical(sequence, entry)).digest();
  }
}

/** A seal key decrypts nothing, so it may be kept when the key-encryption key is removed. */
export const auditKeyOf = (keyEncryptionKey: string): Buffer =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', 'palisade audit log seals', 32),
  );

function sealKeys(
  keys: Readonly<Record<string, string>>,
  retired: Readonly<Record<string, string>>,
): Map<string, Buffer> {
  return new Map([
    ...Object.entries(retired).map(([id, key]) => [id, Buffer.from(key, 'base64')] as const),
    ...Object.entries(keys).map(([id, key]) => [id, auditKeyOf(key)] as const),
  ]);
}

/** The canonical text of an entry: JSON of a list keeps fields apart, whatever they contain. */
function canonical(sequence: bigint, entry: SealedEntry): string {
  const details = Object.entries(entry.details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    String(sequence),
    entry.id,
    entry.at,
    entry.actor_id,
    entry.action,
    entry.target_type,
    entry.target_id,
    details,
    entry.client_address,
    entry.request_id,
  ]);
}
