/**
 * Every key that control plane and edge share. Names with `{edge}` fall into one slot of a Redis Cluster, because
 * they are changed together.
 */
export const EDGE_KEYS = {
  /** Hash: site id → SignedSiteConfig. Removed sites stay as signed tombstones. */
  configs: '{edge}:configs',
  /** Hash: site id → version, so that an edge can compare 10,000 sites without fetching them. */
  configVersions: '{edge}:config-versions',
  /** Stream of { site, version, seq }, trimmed. */
  configChanges: '{edge}:config-changes',
  /** Counter behind `seq`: a gap tells a reader that it missed a change. */
  configSequence: '{edge}:config-seq',
  /** Like those of configs: list id → signed list, → version; the stream and its counter. */
  lists: '{edge}:lists',
  listVersions: '{edge}:list-versions',
  listChanges: '{edge}:list-changes',
  listSequence: '{edge}:list-seq',
  /** Sorted set: "site|address" by the moment (ms) at which its ban ends. */
  bans: '{edge}:bans',
  /**
   * As those of bans: clients whom rules have put on lists, "list/<list>/<client>" in the place of the address. Whoever may
   * change bans may change these.
   */
  listings: '{edge}:bans:listings',
  siteListings: (siteId: string) => `{edge}:bans:listings:${siteId}`,
  siteListingFacts: (siteId: string) => `{edge}:ban-facts:listings:${siteId}`,
  /** Stream of { site, address, until }, of bans and listings; until 0 lifts one. Trimmed. */
  banChanges: '{edge}:ban-changes',
  /** Sorted set: one site's banned addresses by the moment (ms) at which their ban ends. */
  siteBans: (siteId: string) => `{edge}:bans:${siteId}`,
  /** Hash: address → JSON of BanFacts. */
  siteBanFacts: (siteId: string) => `{edge}:ban-facts:${siteId}`,
  /** Stream of { site, kind, value, seq }: what edges are to forget of their caches. Trimmed. */
  cachePurges: '{edge}:cache-purges',
  /** Stream of { node, keys }: what requests have changed, for caches to forget. Trimmed. */
  cacheInvalidations: '{edge}:cache-invalidations',
  /** List per site: JSON of its latest purges, newest first. */
  sitePurges: (siteId: string) => `{edge}:cache-purges:${siteId}`,
  /** Counter of one site's purges within a minute. */
  sitePurgeCount: (siteId: string, minute: number) => `{edge}:cache-purge-count:${siteId}:${minute}`,
  /** Counter behind its `seq`. */
  cachePurgeSequence: '{edge}:cache-purge-seq',
  /** Stream of signed answers to challenges of certificate authorities; trimmed by age. */
  acmeChallenges: '{edge}:acme-challenges',
  /** The operator's controls of all nodes, signed. */
  controls: '{edge}:controls',
  /** Hash: hash of a candidate rule set → JSON of why it was taken back. */
  rollbacks: '{edge}:rollbacks',
  /** Hash: node id → JSON of the node's latest report. */
  nodes: 'edge:nodes',
  /** Hash: "node|origin" → JSON of what the node's health check found. */
  originHealth: (siteId: string) => `edge:origin-health:${siteId}`,
  /** Sorted set: "node|site id|origin" by the moment (ms) at which the node last said that it finds it down. */
  originsDown: 'edge:origin-health:down',
  /** Sorted set: site id by the moment (ms) of its newest health check. */
  sitesChecked: 'edge:origin-health:sites',
  /** The key of one period's TLS session tickets, encrypted; ends by itself. */
  ticketKey: (period: number) => `edge:ticket-key:${period}`,
  /** The key of one day's pseudonyms of clients, encrypted; ends by itself. */
  pseudonymKey: (day: number) => `edge:pseudonym-key:${day}`,
  /** Hash per node: segment id → "next index" or "next index,done". */
  committedLogs: (nodeId: string) => `edge:logs:committed:${nodeId}`,
  /** Hash: node id → requests of one client in one window of a limit; `scope` is a site, or one path of it. */
  rate: (scope: string, client: string, window: number) => `edge:rate:${scope}:${client}:${window}`,
  /** Set by the first user of something that may be used only once. */
  claim: (key: string) => `edge:claim:${key}`,
} as const;

/** About how many changes a reader may be behind before it loads everything again. */
export const CHANGES_KEPT = 10_000;

/** Where documents of one kind stand: what a follower follows and a publisher writes. */
export interface DocumentKeys {
  documents: string;
  versions: string;
  changes: string;
  sequence: string;
}

export const CONFIG_DOCUMENTS: DocumentKeys = {
  documents: EDGE_KEYS.configs,
  versions: EDGE_KEYS.configVersions,
  changes: EDGE_KEYS.configChanges,
  sequence: EDGE_KEYS.configSequence,
};
export const LIST_DOCUMENTS: DocumentKeys = {
  documents: EDGE_KEYS.lists,
  versions: EDGE_KEYS.listVersions,
  changes: EDGE_KEYS.listChanges,
  sequence: EDGE_KEYS.listSequence,
};
