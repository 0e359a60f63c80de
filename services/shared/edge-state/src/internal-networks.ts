/**
 * Networks that no public origin lives in: a site's owner who names one wants to reach something of ours.
 * IANA special-purpose registries (RFC 6890 and its successors), cloud metadata included through link-local.
 */
export const INTERNAL_NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Prefixes of IPv6 addresses that hold an IPv4 address, which the packet will reach. */
export const EMBEDDING_NETWORKS = {
  nat64: '64:ff9b::/96',
  nat64Local: '64:ff9b:1::/48',
  sixToFour: '2002::/16',
  v4Compatible: '::/96',
} as const;
