/** Kinds of list entries. */
export const LIST_KINDS = ['addresses', 'asns', 'countries', 'user_agents', 'fingerprints'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/**
 * What lets visitors in must not be what anybody can write: a user agent is a text of the client's choice, and a
 * fingerprint that of a library that everybody has.
 */
export const ALLOWING_KINDS: readonly ListKind[] = ['addresses', 'asns', 'countries'];

/** In sentences, such as “this list holds user agents”. */
export const LIST_KIND_WORDS: Readonly<Record<ListKind, string>> = {
  addresses: 'addresses',
  asns: 'networks by their numbers (ASN)',
  countries: 'countries',
  user_agents: 'user agents',
  fingerprints: 'TLS fingerprints (JA4)',
};

/** Limits of one list. */
export const LIST_LIMITS = {
  entries: 1_000_000,
  /** Of its text: room for as many IPv6 networks with their line ends. */
  textBytes: 48 * 1024 * 1024,
  /** User agents: looking into them costs about the same however many there are. */
  agents: 10_000,
  /** User agents with a star. */
  agentPatterns: 1_000,
} as const;
