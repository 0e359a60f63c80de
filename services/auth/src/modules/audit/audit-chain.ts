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
  private readonly keys: ReadonlyMap<string, Buffer>;

  /** @param keys id → 32 bytes in base64; a key must stay as long as there are seals that name it */
  constructor(
    keys: Readonly<Record<string, string>>,
    readonly currentKeyId: string,
  ) {
    this.keys = new Map(
      Object.entries(keys).map(([id, key]) => [
        id,
        Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'palisade audit log seals', 32)),
      ]),
    );
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
