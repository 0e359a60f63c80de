import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parsedOr } from './parsed-or.ts';
import { EDGE_KEYS } from './redis-keys.ts';

/** Addresses and networks of one node: more are no node's. */
export const MAX_NODE_ADDRESSES = 64;

const reportSchema = z.object({
  /** Version of the edge's software. */
  version: z.string(),
  startedAtMs: z.number(),
  workersListening: z.int(),
  workers: z.int(),
  /** Sites whose configs are held. */
  sites: z.int(),
  configs: z.object({
    /** When they were last compared with Redis; 0: never since the start. */
    comparedAtMs: z.number(),
    /** Every published change up to this one was read. */
    sequence: z.int(),
    /** Sites whose published version was newer than the held one at that comparison. */
    sitesBehind: z.int(),
    /** Refused since the start. */
    refused: z.int(),
    lastRefusal: z.object({ siteId: z.string(), code: z.string(), atMs: z.number() }).nullable(),
  }),
  spool: z.object({ bytes: z.number(), segments: z.int() }),
  bans: z.int(),
  /** Version of the operator's controls in force; null: none was received yet. */
  controlsVersion: z.int().nullable(),
  candidateRolledBack: z.boolean(),
  /** Not ready, by the operator's word; nodes of older versions do not know it. */
  draining: z.boolean().default(false),
  /** Draining: it was told to end, and serves until no requests arrive; absent: it was not. */
  stopping: z.boolean().optional(),
  /** Rule sets that sites may choose there; nodes of older versions have none. */
  ruleReleases: z
    .array(z.object({ name: z.string(), hash: z.string(), isCandidate: z.boolean() }))
    .default([]),
  /** Optional parts that the operator has set up there; nodes of older versions do not report them. */
  helpers: z.object({ leakedPasswords: z.boolean(), uploadScanner: z.boolean() }).nullable().default(null),
  /** From where origins see it; empty: it does not know; nodes of older versions do not report it. */
  outboundAddresses: z.array(z.string().max(64)).max(MAX_NODE_ADDRESSES).optional(),
  /**
   * Fingerprint of the keys in use (`edgeKeysFingerprint`); nodes of older versions do not report it. `behindSeconds`:
   * how long newer keys have been waiting.
   */
  keys: z.object({ fingerprint: z.string(), behindSeconds: z.number() }).nullable().default(null),
  /** Fingerprint of its Redis password (`redisPasswordFingerprint`); nodes of older versions do not report it. */
  redisFingerprint: z.string().optional(),
  /** CPU of supervisor and workers since the previous report; 100: one core. */
  cpuPercent: z.number(),
  memoryBytes: z.number(),
});
export type NodeReport = z.infer<typeof reportSchema>;

const entrySchema = reportSchema.extend({ seenAtMs: z.number() });
export interface SeenNode extends z.infer<typeof entrySchema> {
  node: string;
  /** How long ago it last reported. */
  silentMs: number;
}

/** A node that reports is alive; three reports missed, and it is not. */
export const NODE_ALIVE_MS = 17_000;
/** A node that has been silent for this long was removed for good. */
const FORGET_MS = 24 * 60 * 60_000;

/** Status reports of edge nodes: shown to people, and used by nodes to count each other. All its times are Redis's. */
export class NodeBoard {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  async report(node: string, report: NodeReport): Promise<void> {
    const entry = { ...report, seenAtMs: await this.now() };
    await this.redis.hset(EDGE_KEYS.nodes, node, JSON.stringify(entry));
  }

  /** Called by a node that is stopped; one that dies stays visible. */
  async leave(node: string): Promise<void> {
    await this.redis.hdel(EDGE_KEYS.nodes, node);
  }

  /** By name. Nodes that are long gone are forgotten by it; what is no report hides no other node. */
  async read(): Promise<SeenNode[]> {
    return (await this.readAll()).nodes;
  }

  /** And the names of those whose reports this version cannot read, such as those of a much newer one. */
  async readAll(): Promise<{ nodes: SeenNode[]; unreadable: string[] }> {
    const { all, unreadable } = await this.entries();
    const gone = all.filter(({ silentMs }) => silentMs > FORGET_MS).map(({ node }) => node);
    if (gone.length > 0) await this.redis.hdel(EDGE_KEYS.nodes, ...gone);
    const nodes = all
      .filter(({ silentMs }) => silentMs <= FORGET_MS)
      .sort((a, b) => a.node.localeCompare(b.node, 'en', { numeric: true }));
    return { nodes, unreadable };
  }

  /** Nodes that were not stopped and do not report, for readers who may not write. */
  async silent(): Promise<SeenNode[]> {
    const { all } = await this.entries();
    return all.filter(({ silentMs }) => silentMs > NODE_ALIVE_MS && silentMs <= FORGET_MS);
  }

  /** Nodes that report. */
  async alive(): Promise<SeenNode[]> {
    return (await this.read()).filter(({ silentMs }) => silentMs <= NODE_ALIVE_MS);
  }

  /** How many changes of site configs were published in all; nodes' `sequence` runs after it. */
  async publishedSequence(): Promise<number> {
    return Number((await this.redis.get(EDGE_KEYS.configSequence)) ?? 0);
  }

  private async entries(): Promise<{ all: SeenNode[]; unreadable: string[] }> {
    const now = await this.now();
    const fields = await this.redis.hgetall(EDGE_KEYS.nodes);
    const all: SeenNode[] = [];
    const unreadable: string[] = [];
    for (const [node, text] of Object.entries(fields)) {
      const entry = parsedOr(entrySchema, text, null);
      if (entry === null) unreadable.push(node);
      else all.push({ node, ...entry, silentMs: Math.max(0, now - entry.seenAtMs) });
    }
    return { all, unreadable };
  }

  private async now(): Promise<number> {
    const [seconds, micros] = await this.redis.time();
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  }
}
