import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { EDGE_KEYS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';

const POLL_INTERVAL_MS = 30_000;
/** While it could not be shared: a key of our own means nothing elsewhere. */
const RETRY_MS = 1_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SharedKeyKind {
  readonly purpose: string;
  readonly bytes: number;
  readonly periodMs: number;
  readonly redisKey: (period: number) => string;
  /** How long Redis has one after its period: for nodes whose clocks are late. */
  readonly graceMs: number;
}

/** A client that comes back after the key was changed makes a full handshake. */
export const TICKET_KEYS: SharedKeyKind = {
  purpose: 'palisade tls ticket keys v1',
  // What Node wants: a name, a key for the MAC and one for the cipher, 16 bytes each.
  bytes: 48,
  periodMs: 12 * HOUR_MS,
  redisKey: EDGE_KEYS.ticketKey,
  graceMs: 12 * HOUR_MS,
};

/** What clients' pseudonyms in the log are made with: for a day of UTC, and nowhere afterwards. */
export const PSEUDONYM_KEYS: SharedKeyKind = {
  purpose: 'palisade client pseudonyms v1',
  bytes: 32,
  periodMs: 24 * HOUR_MS,
  redisKey: EDGE_KEYS.pseudonymKey,
  graceMs: 60_000,
};

export interface SharedKeysOptions {
  /** Null: this node's workers share keys with each other only. */
  redis: Redis | null;
  /** A secret of all nodes, unknown to others with write access to Redis. */
  sealKey: string | null;
  onChange(key: Buffer): void;
  now?(): number;
}

/**
 * A key that is random, another one each period, the same on all workers and, by Redis, on all nodes, where it lies encrypted and
 * for little longer than its period. It is not derived from a lasting secret, so that what is recorded today cannot be read
 * with whatever is stolen tomorrow.
 */
export class SharedKeys {
  private readonly kind: SharedKeyKind;
  private readonly options: SharedKeysOptions;
  private readonly now: () => number;
  private wrappingKey: Buffer | null;
  private period = -1;
  private isShared = false;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  current: Buffer;

  constructor(kind: SharedKeyKind, options: SharedKeysOptions) {
    this.kind = kind;
    this.options = options;
    this.now = options.now ?? Date.now;
    this.wrappingKey = wrappingKeyOf(kind, options);
    this.current = randomBytes(kind.bytes);
  }

  /** Used from the next period on, which nodes begin together; until then all keep their present key. */
  useSealKey(sealKey: string | null): void {
    this.wrappingKey = wrappingKeyOf(this.kind, { ...this.options, sealKey });
  }

  start(): void {
    void this.synchronize().finally(() => {
      if (this.stopped) return;
      const isSettled = this.isShared || this.wrappingKey === null;
      this.timer = setTimeout(() => this.start(), isSettled ? POLL_INTERVAL_MS : RETRY_MS);
    });
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** Changes the key when its time has come, or when other nodes were found to use another one. */
  async synchronize(): Promise<void> {
    const { bytes, periodMs } = this.kind;
    const period = Math.floor(this.now() / periodMs);
    if (period === this.period && (this.isShared || this.wrappingKey === null)) return;
    const shared = await this.shared(period);
    if (shared === null && period === this.period) return;
    this.isShared = shared !== null;
    this.period = period;
    // Its users have a copy.
    this.current.fill(0);
    this.current = shared ?? randomBytes(bytes);
    this.options.onChange(this.current);
  }

  /** The first node to ask for a period's key makes it. Null without Redis, or if what lies there is not ours. */
  private async shared(period: number): Promise<Buffer | null> {
    const { redis } = this.options;
    if (redis === null || this.wrappingKey === null) return null;
    const { bytes, periodMs, graceMs } = this.kind;
    const name = this.kind.redisKey(period);
    const leftMs = (period + 1) * periodMs - this.now();
    try {
      const proposal = wrap(randomBytes(bytes), this.wrappingKey, name);
      await redis.set(name, proposal, 'PX', Math.ceil(leftMs) + graceMs, 'NX');
      const held = await redis.getBuffer(name);
      return held === null ? null : unwrap(held, this.wrappingKey, name, bytes);
    } catch {
      // Without Redis each node goes on with a key of its own, and asks again.
      return null;
    }
  }
}

function wrap(secret: Buffer, key: Buffer, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if it was not wrapped with this key, or for another period */
function unwrap(box: Buffer, key: Buffer, name: string, bytes: number): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(name))
    .setAuthTag(box.subarray(-TAG_BYTES));
  const secret = Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  if (secret.length !== bytes) throw new Error('a shared key of another length');
  return secret;
}

const wrappingKeyOf = ({ purpose }: SharedKeyKind, { sealKey, redis }: SharedKeysOptions): Buffer | null =>
  sealKey === null || redis === null
    ? null
    : Buffer.from(hkdfSync('sha256', Buffer.from(sealKey, 'base64'), '', purpose, 32));
