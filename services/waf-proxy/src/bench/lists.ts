/** `npm run bench:lists`: lists of each kind at their largest – their size, how they are read, signed, loaded and asked. */
import {
  AGENT_LIMITS,
  type ClientListHeader,
  generateEdgeKeys,
  type ListSet,
  openClientList,
  parseListText,
  readTrustedKeys,
  signClientList,
  verifyClientList,
} from '@palisade/edge-state';
import { COUNTRY_CODES, type ListKind } from '@palisade/site-policy';

const ENTRIES = 1_000_000;
const LOOKUPS = 200_000;
const ROUNDS = 5;

/** Spread over the whole range without duplicates: multiplying by an odd factor reaches each number once. */
const spread = (index: number): number => Math.imul(index + 1, 0x9e3779b1) >>> 0;
const v4 = (bits: number): string => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
const hex = (index: number): string => spread(index).toString(16).padStart(8, '0');
const fingerprint = (index: number): string => `t13d1516h2_${hex(index)}abcd_${hex(index + 7)}0123`;

interface Kind {
  readonly name: string;
  readonly kind: ListKind;
  readonly entries: number;
  readonly entry: (index: number) => string;
  readonly ask: (set: ListSet, index: number) => number;
}

const find = (set: ListSet, text: string): number =>
  set.kind === 'addresses' ? set.findAddress(text) : set.find(text);

/** Numbers from here on are on no list. */
const MISSES = 2 * ENTRIES;
const KINDS: readonly Kind[] = [
  {
    name: 'IPv4 addresses',
    kind: 'addresses',
    entries: ENTRIES,
    entry: (index) => v4(spread(index)),
    ask: (set, index) => (set.kind === 'addresses' ? set.find(4, BigInt(spread(index))) : -1),
  },
  {
    name: 'IPv6 networks',
    kind: 'addresses',
    entries: ENTRIES,
    entry: (index) =>
      `2001:db8:${(spread(index) >>> 16).toString(16)}:${(spread(index) & 0xffff).toString(16)}::/64`,
    ask: (set, index) =>
      set.kind === 'addresses' ? set.find(6, (0x20010db8n << 96n) | (BigInt(spread(index)) << 64n) | 9n) : -1,
  },
  {
    name: 'network operators',
    kind: 'asns',
    entries: ENTRIES,
    entry: (index) => `AS${spread(index) || 1}`,
    ask: (set, index) => find(set, String(spread(index))),
  },
  {
    name: 'fingerprints (JA4)',
    kind: 'fingerprints',
    entries: ENTRIES,
    entry: fingerprint,
    ask: (set, index) => find(set, fingerprint(index)),
  },
  {
    name: 'countries',
    kind: 'countries',
    entries: COUNTRY_CODES.size,
    entry: (index) => [...COUNTRY_CODES][index]!,
    ask: (set, index) => find(set, index >= MISSES ? 'XX' : [...COUNTRY_CODES][index]!),
  },
  {
    name: 'user agents',
    kind: 'user_agents',
    entries: AGENT_LIMITS.entries,
    // A tenth of them with stars, as many as there may be.
    entry: (index) =>
      index < AGENT_LIMITS.patterns ? `*tool-${hex(index)}*` : `Tool/${hex(index)} (build ${index})`,
    ask: (set, index) => find(set, `Tool/${hex(index)} (build ${index})`),
  },
];

const { signing } = generateEdgeKeys();
const trusted = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const header: ClientListHeader = {
  id: '3f0e1c1e-6a63-4b1d-9df4-2a8f6f9f0c11',
  version: 1,
  ownerId: null,
  name: 'bench',
  removed: false,
};

const timed = <T>(work: () => T): { ms: number; result: T } => {
  const begun = performance.now();
  const result = work();
  return { ms: performance.now() - begun, result };
};
const best = <T>(work: () => T): { ms: number; result: T } =>
  Array.from({ length: ROUNDS }, () => timed(work)).reduce((one, other) => (other.ms < one.ms ? other : one));
/** Nanoseconds per lookup; the results are counted, so that the compiler cannot remove the work. */
function asking({ ask, entries }: Kind, set: ListSet, from: number, expected: boolean): number {
  const { ms, result } = best(() => {
    let found = 0;
    for (let asked = 0; asked < LOOKUPS; asked++) if (ask(set, from + (asked % entries)) >= 0) found++;
    return found;
  });
  if (expected ? result === 0 : result !== 0) throw new Error(`${result} of ${LOOKUPS} were found`);
  return (ms * 1e6) / LOOKUPS;
}

/** What an owner's text becomes, on the way that the control plane takes. */
function published({ kind, entries, entry }: Kind) {
  const text = Buffer.from(Array.from({ length: entries }, (_, index) => `${entry(index)}\n`).join(''));
  const parsed = timed(() => parseListText(kind, text));
  const signed = timed(() => signClientList(header, parsed.result.set.bytes, signing));
  return { textBytes: text.length, readMs: parsed.ms, signMs: signed.ms, document: signed.result };
}

function measure(kind: Kind): Record<string, number> {
  const { textBytes, readMs, signMs, document } = published(kind);
  const verified = best(() => verifyClientList(document, trusted));
  const opened = best(() => openClientList(document));
  const { set } = openClientList(document);
  // Those with a star are asked by no name of their own.
  const patterns = kind.kind === 'user_agents' ? AGENT_LIMITS.patterns : 0;
  const hit = asking({ ...kind, entries: kind.entries - patterns }, set, patterns, true);
  const miss = asking(kind, set, MISSES, false);
  return {
    entries: set.size,
    'text, MB': rounded(textBytes / 1e6),
    'document, MB': rounded(document.length / 1e6),
    'memory of a worker, MB': rounded(set.memoryBytes / 1e6),
    'read, ms': rounded(readMs),
    'sign, ms': rounded(signMs),
    'verify, ms': rounded(verified.ms),
    'open, ms': rounded(opened.ms),
    'hit, ns': Math.round(hit),
    'miss, ns': Math.round(miss),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

console.table(Object.fromEntries(KINDS.map((kind) => [kind.name, measure(kind)])));
