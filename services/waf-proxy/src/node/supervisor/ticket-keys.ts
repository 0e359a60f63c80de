import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { EDGE_KEYS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';

/** What Node wants: a name, a key for the MAC and one for the cipher, 16 bytes each. */
const KEY_BYTES = 48;
/** A client that comes back after its key was changed makes a full handshake. */
const PERIOD_MS = 12 * 3_600_000;
const LOOK_MS = 30_000;
/** While it could not be shared: tickets of a key of our own are of no use elsewhere. */
const RETRY_MS = 1_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'palisade tls ticket keys v1';

export interface TicketKeysOptions {
  /** Null: this node's workers share keys with each other only. */
  redis: Redis | null;
  /** What all nodes of the installation hold, and nobody who writes to Redis. */
  sealKey: string | null;
  onChange(key: Buffer): void;
  now?(): number;
}

/**
 * The key that TLS session tickets are sealed with: random, another one twice a day, the same on all workers and, by
 * Redis, on all nodes, where it lies encrypted and for a day only. It is not derived from a lasting secret, so that
 * traffic recorded today cannot be read with whatever is stolen tomorrow.
 */
export class TicketKeys {
  private readonly options: TicketKeysOptions;
  private readonly now: () => number;
  private wrappingKey: Buffer | null;
  private period = -1;
  private isShared = false;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  current: Buffer = randomBytes(KEY_BYTES);

  constructor(options: TicketKeysOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.wrappingKey = wrappingKeyOf(options);
  }

  /** From the next period on, which nodes begin together: until then tickets go on being sealed as they are. */
  useSealKey(sealKey: string | null): void {
    this.wrappingKey = wrappingKeyOf({ ...this.options, sealKey });
  }

  start(): void {
    void this.look().finally(() => {
      if (this.stopped) return;
      const isSettled = this.isShared || this.wrappingKey === null;
      this.timer = setTimeout(() => this.start(), isSettled ? LOOK_MS : RETRY_MS);
    });
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** Changes the key when its time has come, or when other nodes were found to use another one. */
  async look(): Promise<void> {
    const period = Math.floor(this.now() / PERIOD_MS);
    if (period === this.period && (this.isShared || this.wrappingKey === null)) return;
    const shared = await this.shared(period);
    if (shared === null && period === this.period) return;
    this.isShared = shared !== null;
    this.period = period;
    this.current = shared ?? randomBytes(KEY_BYTES);
    this.options.onChange(this.current);
  }

  /** The first node to ask for a period's key makes it. Null without Redis, or if what lies there is not ours. */
  private async shared(period: number): Promise<Buffer | null> {
    const { redis } = this.options;
    if (redis === null || this.wrappingKey === null) return null;
    const name = EDGE_KEYS.ticketKey(period);
    try {
      const proposal = wrap(randomBytes(KEY_BYTES), this.wrappingKey, name);
      await redis.set(name, proposal, 'PX', 2 * PERIOD_MS, 'NX');
      const held = await redis.getBuffer(name);
      return held === null ? null : unwrap(held, this.wrappingKey, name);
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
function unwrap(box: Buffer, key: Buffer, name: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(name))
    .setAuthTag(box.subarray(-TAG_BYTES));
  const secret = Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  if (secret.length !== KEY_BYTES) throw new Error('a ticket key of another length');
  return secret;
}

const wrappingKeyOf = ({ sealKey, redis }: TicketKeysOptions): Buffer | null =>
  sealKey === null || redis === null
    ? null
    : Buffer.from(hkdfSync('sha256', Buffer.from(sealKey, 'base64'), '', PURPOSE, 32));
