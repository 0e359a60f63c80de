import { createHmac, hkdfSync } from 'node:crypto';

/** An entry as the database tells it: `at` with microseconds, so that no rounding stands between two readings. */
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

/** What the first seal follows. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * Computes seals under the key-encryption keys, which are not in the database: who can write there can change an entry, but
 * not make the seals that such an entry would have.
 */
export class AuditChain {
  private keys: ReadonlyMap<string, Buffer>;

  /**
   * @param keys id → 32 bytes in base64; seals are made under what is derived from them
   * @param retired of keys that are gone: id → what was derived from them, for as long as there are seals that name it
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

  /** Other keys, from then on. */
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

  /** HMAC-SHA-256 over the seal before, the entry's place in the chain, and each of its fields. */
  seal(keyId: string, previous: Buffer, sequence: bigint, entry: SealedEntry): Buffer {
    const key = this.keys.get(keyId);
    if (key === undefined) throw new Error(`the key ${keyId} is not among the key-encryption keys`);
    return createHmac('sha256', key).update(previous).update(canonical(sequence, entry)).digest();
  }
}

/** It seals entries and opens nothing: it may be kept when the key-encryption key is not. */
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

/** One text for one entry: JSON of a list keeps fields apart, whatever they hold. */
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
