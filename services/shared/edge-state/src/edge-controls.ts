import { EDGE_SWITCHES } from '@palisade/site-policy';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { EdgeStateError } from './errors.ts';
import type { TrustedKeys } from './keys.ts';
import { parsedOr } from './parsed-or.ts';
import { EDGE_KEYS } from './redis-keys.ts';
import { isSigned, type SigningKey, TextSigner } from './signed-text.ts';

/** Form of a node id. */
export const EDGE_NODE_ID = /^[A-Za-z0-9._-]{1,64}$/;
export const MAX_DRAINING = 32;

const controlsSchema = z.object({
  /** Rises with every change; a node refuses to go back. */
  version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  switchedOff: z.array(z.enum(EDGE_SWITCHES)).max(EDGE_SWITCHES.length),
  /** Percentage of sites that a node with a candidate rule set judges by it. */
  candidatePercent: z.number().int().min(0).max(100),
  /** Nodes that report not ready, but still serve incoming requests. */
  draining: z.array(z.string().regex(EDGE_NODE_ID)).max(MAX_DRAINING).optional(),
});
export type EdgeControls = z.infer<typeof controlsSchema>;

const MAX_BYTES = 8_192;
const envelopeSchema = z.object({ payload: z.string(), keyId: z.string(), signature: z.string() });

/** What makes a node go back from a candidate rule set; the others follow. */
export interface RuleSetRollback {
  /** Hash of the candidate's files. */
  release: string;
  node: string;
  reason: string;
  atMs: number;
}
const rollbackSchema = z.object({ node: z.string(), reason: z.string(), atMs: z.number() });

/** The control plane's side: signs what all nodes shall do. */
export class EdgeControlsPublisher {
  private readonly redis: Redis;
  private readonly signer: TextSigner;

  constructor(redis: Redis, signingKey: SigningKey) {
    this.redis = redis;
    this.signer = new TextSigner(signingKey);
  }

  async publish(controls: EdgeControls): Promise<void> {
    const payload = JSON.stringify(controlsSchema.parse(controls));
    await this.redis.set(EDGE_KEYS.controls, JSON.stringify({ payload, ...this.signer.sign(payload) }));
  }
}

/** Errors: `edge_controls_malformed`, `edge_controls_bad_signature`. */
export function verifyEdgeControls(text: string, keys: TrustedKeys): EdgeControls {
  const envelope = parse(envelopeSchema, text);
  if (!isSigned(envelope.payload, envelope, keys)) {
    throw new EdgeStateError('edge_controls_bad_signature', 'not signed by a key that this edge trusts');
  }
  return parse(controlsSchema, envelope.payload);
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  if (text.length > MAX_BYTES) throw new EdgeStateError('edge_controls_malformed', 'too large');
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new EdgeStateError('edge_controls_malformed', 'not a document of edge controls', cause);
  }
}

/** Which candidate rule sets were taken back. Not signed: to write here can only bring the proven rules back. */
export class RollbackBoard {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** The first reason is kept. */
  async record({ release, ...why }: RuleSetRollback): Promise<void> {
    await this.redis.hsetnx(EDGE_KEYS.rollbacks, release, JSON.stringify(why));
  }

  async read(): Promise<RuleSetRollback[]> {
    const fields = await this.redis.hgetall(EDGE_KEYS.rollbacks);
    return Object.entries(fields).map(([release, text]) => ({
      release,
      // To write a release here is what takes it back; who and why are for people.
      ...parsedOr(rollbackSchema, text, { node: '', reason: '', atMs: 0 }),
    }));
  }

  /** An operator has looked into it and wants the release tried again. */
  async forgive(): Promise<void> {
    await this.redis.del(EDGE_KEYS.rollbacks);
  }
}
