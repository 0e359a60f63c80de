import type { NodeReport } from '../node-board.ts';

/** What a healthy node without sites reports, with the given differences. */
export const nodeReport = (change: Partial<NodeReport> = {}): NodeReport => ({
  version: '1.0.0',
  startedAtMs: 0,
  workersListening: 1,
  workers: 1,
  sites: 0,
  configs: { comparedAtMs: 0, sequence: 0, sitesBehind: 0, refused: 0, lastRefusal: null },
  spool: { bytes: 0, segments: 0 },
  bans: 0,
  controlsVersion: null,
  candidateRolledBack: false,
  draining: false,
  ruleReleases: [],
  helpers: null,
  keys: null,
  cpuPercent: 0,
  memoryBytes: 0,
  ...change,
});
