import { EDGE_NODE_ID } from '@palisade/edge-state';
import { z } from 'zod';

const count = z.int().min(0);
const time = z.iso.datetime();

export const edgeNodeSchema = z
  .object({
    node: z.string(),
    last_seen_at: time,
    /** False: it has missed several of its reports. */
    alive: z.boolean(),
    version: z.string(),
    started_at: time,
    workers_listening: count,
    workers: count,
    sites: count,
    /** Changes of site configurations that were published and that it has not read yet. */
    changes_behind: count,
    /** Sites whose published configuration it does not run, by its latest comparison. */
    sites_behind: count,
    /** When it last compared its configurations with what is published; null: never since its start. */
    configs_compared_at: time.nullable(),
    /** Since its start. */
    configs_refused: count,
    last_refusal: z.object({ site_id: z.string(), code: z.string(), at: time }).nullable(),
    /** Log records that wait for the bus. */
    spool_bytes: count,
    spool_segments: count,
    bans: count,
    controls_version: count.nullable(),
    /** Every published change of a site configuration up to this one was read there. */
    config_sequence: count,
    /** asked: an operator has it drained, and it has not said so yet; draining: it says that it is not ready; returning: taken back, and it has not said so yet. */
    drain: z.enum(['none', 'asked', 'draining', 'returning']),
    candidate_rolled_back: z.boolean(),
    /** For how long newer keys have waited that it does not come up with; 0: it uses those it was given. */
    keys_behind_seconds: count,
    /** 100: one core. */
    cpu_percent: z.number().min(0),
    memory_bytes: count,
  })
  .meta({ id: 'EdgeNode' });

/** What a node calls itself. */
export const edgeNodeName = z.string().regex(EDGE_NODE_ID);

export const edgeNodesSchema = z
  .object({
    /** Null: the edges' Redis does not answer. */
    nodes: z.array(edgeNodeSchema).nullable(),
    /** The latest change of a site configuration; null: the edges' Redis does not answer. */
    config_sequence: count.nullable(),
    /** Drained by an operator, and not among the nodes that report. */
    drained_elsewhere: z.array(z.string().max(64)).max(32),
    /** Site configurations that are not in the edges' Redis yet. */
    publications: z.object({
      waiting: count,
      oldest_at: time.nullable(),
      /** Of those, refused by their signing or validation. */
      failing: count,
    }),
    certificates: z.object({
      /** Of domains whose latest attempt to get or renew one failed. */
      failing: count,
      /** Of domains whose certificate has run out. */
      expired: count,
      /** Which, by name, at most five. */
      domains: z.array(z.string()),
    }),
  })
  .meta({ id: 'EdgeNodes' });
export type EdgeNodesView = z.infer<typeof edgeNodesSchema>;
export type EdgeNodeView = z.infer<typeof edgeNodeSchema>;
