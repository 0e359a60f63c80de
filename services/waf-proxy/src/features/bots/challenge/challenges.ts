import { createHash } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Bearer } from './clearance.ts';

/** Claims the single use of a challenge, across all workers and nodes. False: already used. */
export type ClaimOnce = (key: string, seconds: number) => Promise<boolean>;

export type ChallengeOutcome = 'solved' | 'malformed' | 'refused' | 'expired' | 'used' | 'busy';

/**
 * Proof of work as in ALTCHA: find a counter whose scrypt key begins with zero bits. scrypt, because it costs a
 * graphics card about as much as a telephone, and because browsers can compute it on clear-text pages, where there is
 * no Web Crypto. 256 attempts on average, each 1 MiB and some 3 ms (6 ms while the site is attacked).
 */
const ALGORITHM = 'SCRYPT';
const BLOCK_SIZE = 8;
const KEY_BYTES = 32;
const ZERO_PREFIX = '00';
const COST = { calm: 1_024, attack: 2_048 } as const;
const SOLVE_SECONDS = 300;
/**
 * Maximum solutions judged per client in ten minutes: each costs us one derivation, and a client may be all people
 * behind one address.
 */
const ATTEMPTS_PER_CLIENT = 300;
const CHALLENGES_PER_CLIENT = 1_000;
const ATTEMPT_MS = 10 * 60_000;
const REMEMBERED_CLIENTS = 20_000;
/** Maximum length of a solution; ours have about 700 characters. */
const MAX_PAYLOAD = 2_048;
const REMEMBERED_CHALLENGES = 50_000;

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: z.union([z.literal(COST.calm), z.literal(COST.attack)]),
      keyLength: z.literal(KEY_BYTES),
      memoryCost: z.literal(BLOCK_SIZE),
      parallelism: z.literal(1),
      keyPrefix: z.literal(ZERO_PREFIX),
      expiresAt: z.int(),
      data: z.object({ for: hex }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: hex }),
});

/** Creates challenges and verifies solutions. Creating one costs a signature; nothing is stored until it is solved. */
export class Challenges {
  private readonly secret: string;
  private readonly claim: ClaimOnce;
  private readonly used = new LRUCache<string, true>({
    max: REMEMBERED_CHALLENGES,
    ttl: SOLVE_SECONDS * 1_000,
  });
  private readonly attempts = new LRUCache<string, number>({ max: REMEMBERED_CLIENTS, ttl: ATTEMPT_MS });
  private readonly made = new LRUCache<string, number>({ max: REMEMBERED_CLIENTS, ttl: ATTEMPT_MS });

  constructor(secret: string, claim: ClaimOnce) {
    this.secret = secret;
    this.claim = claim;
  }

  /** Null: this client has had too many. */
  async create(bearer: Bearer, underAttack: boolean, nowMs: number): Promise<Challenge | null> {
    if (count(this.made, bearer.client) > CHALLENGES_PER_CLIENT) return null;
    return createChallenge({
      algorithm: ALGORITHM,
      cost: underAttack ? COST.attack : COST.calm,
      memoryCost: BLOCK_SIZE,
      parallelism: 1,
      keyLength: KEY_BYTES,
      keyPrefix: ZERO_PREFIX,
      deriveKey,
      expiresAt: Math.floor(nowMs / 1_000) + SOLVE_SECONDS,
      data: { for: fingerprint(bearer) },
      hmacSignatureSecret: this.secret,
    });
  }

  /** Verifies what a client sent: base64 of JSON { challenge, solution }. Every challenge has one attempt. */
  async judge(encoded: string, bearer: Bearer): Promise<ChallengeOutcome> {
    const payload = readPayload(encoded);
    if (payload === null) return 'malformed';
    const { parameters } = payload.challenge;
    if (parameters.data.for !== fingerprint(bearer)) return 'refused';
    if (this.used.has(parameters.nonce)) return 'used';
    if (count(this.attempts, bearer.client) > ATTEMPTS_PER_CLIENT) return 'busy';
    const result = await verifySolution({
      challenge: payload.challenge as Challenge,
      solution: payload.solution as Payload['solution'],
      deriveKey,
      hmacSignatureSecret: this.secret,
    });
    if (result.expired) return 'expired';
    if (result.invalidSignature === true) return 'refused';
    this.used.set(parameters.nonce, true);
    if (!result.verified) return 'refused';
    return (await this.claim(parameters.nonce, SOLVE_SECONDS)) ? 'solved' : 'used';
  }
}

/** Increments a counter whose time window begins with the first. */
function count(counts: LRUCache<string, number>, client: string): number {
  const now = (counts.get(client) ?? 0) + 1;
  counts.set(client, now, { noUpdateTTL: true });
  return now;
}

/** Binds a challenge to its client and site without revealing either. */
function fingerprint(bearer: Bearer): string {
  return createHash('sha256')
    .update(`${bearer.siteId}\n${bearer.client}\n${bearer.userAgent}`, 'latin1')
    .digest('hex')
    .slice(0, 32);
}

function readPayload(encoded: string): z.infer<typeof payloadSchema> | null {
  if (encoded === '' || encoded.length > MAX_PAYLOAD) return null;
  try {
    const result = payloadSchema.safeParse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
    return result.success ? result.data : null;
  } catch {
    // Not JSON, so it does not come from our page.
    return null;
  }
}
