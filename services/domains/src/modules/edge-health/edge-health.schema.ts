import { EDGE_NODE_ID } from '@palisade/edge-state';
import { z } from 'zod';

const count = z.int().min(0);
const time = z.iso.datetime();

export const edgeNodeSchema = z
  .object({
    node: z.string(),
    last_seen_at: time,
    /** False: several reports are missing. */
    alive: z.boolean(),
    version: z.string(),
    started_at: time,
    workers_listening: count,
    workers: count,
    sites: count,
    /** Published changes of site configurations that it has not read yet. */
    changes_behind: count,
    /** Sites whose published configuration it does not run, by its latest comparison. */
    sites_behind: count,
    /** Its latest comparison with the published configurations; null: none since its start. */
    configs_compared_at: time.nullable(),
    /** Since its start. */
    configs_refused: count,
    last_refusal: z.object({ site_id: z.string(), code: z.string(), at: time }).nullable(),
    /** Log records waiting for Kafka. */
    spool_bytes: count,
    spool_segments: count,
    bans: count,
    controls_version: count.nullable(),
    /** Every published change up to this one was read. */
    config_sequence: count,
    /**
     * asked: draining requested, not confirmed by the node yet; draining: it reports that it is not ready; returning:
     * the drain was ended, not confirmed yet.
     */
    drain: z.enum(['none', 'asked', 'draining', 'returning']),
    candidate_rolled_back: z.boolean(),
    /** How long newer keys have been waiting to be used; 0: its keys are current. */
    keys_behind_seconds: count,
    /** 100: one core. */
    cpu_percent: z.number().min(0),
    memory_bytes: count,
  })
  .meta({ id: 'EdgeNode' });

/** Id of a node. */
export const edgeNodeName = z.string().regex(EDGE_NODE_ID);

export const edgeNodesSchema = z
  .object({
    /** Null: the edges' Redis does not answer. */
    nodes: z.array(edgeNodeSchema).nullable(),
    /** Sequence of the latest change; null: the edges' Redis does not answer. */
    config_sequence: count.nullable(),
    /** Drained nodes that do not report. */
    drained_elsewhere: z.array(z.string().max(64)).max(32),
    /** Site configurations that are not in the edges' Redis yet. */
    publications: z.object({
      waiting: count,
      oldest_at: time.nullable(),
      /** Those whose signing or validation failed. */
      failing: count,
    }),
    certificates: z.object({
      /** Domains whose latest attempt to obtain or renew a certificate failed. */
      failing: count,
      /** Domains with an expired certificate. */
      expired: count,
      /** Up to five of them by name. */
      domains: z.array(z.string()),
    }),
  })
  .meta({ id: 'EdgeNodes' });
export type EdgeNodesView = z.infer<typeof edgeNodesSchema>;
export type EdgeNodeView = z.infer<typeof edgeNodeSchema>;
