// Nodes of the edge.
import type { EdgeNode } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';

/** A node that is well. */
export const edgeNode = (changes: Partial<EdgeNode> = {}): EdgeNode => ({
  node: 'edge-fra-1',
  last_seen_at: ago(0.05),
  alive: true,
  version: '0.1.0',
  started_at: ago(60 * 24 * 3),
  workers_listening: 2,
  workers: 2,
  sites: 1204,
  changes_behind: 0,
  sites_behind: 0,
  configs_compared_at: ago(0.3),
  configs_refused: 0,
  last_refusal: null,
  spool_bytes: 0,
  spool_segments: 0,
  bans: 311,
  controls_version: 4,
  config_sequence: 8_812,
  drain: 'none',
  candidate_rolled_back: false,
  keys_behind_seconds: 0,
  cpu_percent: 37.4,
  memory_bytes: 412_000_000,
  ...changes,
});
export const edgeNodes = [
  edgeNode(),
  edgeNode({
    node: 'edge-fra-2',
    sites: 1203,
    changes_behind: 2,
    sites_behind: 1,
    configs_compared_at: ago(7.3),
    configs_refused: 3,
    last_refusal: { site_id: id(4), code: 'site_config_bad_signature', at: ago(12) },
    spool_bytes: 48_000,
    spool_segments: 1,
    drain: 'draining',
    config_sequence: 8_810,
    cpu_percent: 26.4,
  }),
  edgeNode({
    node: 'edge-iad-1',
    last_seen_at: ago(14),
    alive: false,
    sites: 1202,
    changes_behind: 4,
    configs_compared_at: ago(14.3),
    spool_bytes: 96_000,
    spool_segments: 2,
    cpu_percent: 15.4,
  }),
];
