import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { refuse } from './refuse.ts';

export const MAX_ADDRESSES = 10_000;
export const ADDRESS_EMPTY = 'Please enter an IP address or subnet';
export const ADDRESS_INVALID = 'Please enter a valid IP address or subnet (e.g., 192.0.2.1 or 192.0.2.0/24)';
export const ADDRESS_REPEATED = 'IP address/subnet already exists in the list';

/** What most entries are, as `ipaddr.toString` writes it: lists of ten thousand are checked while somebody types beside them. */
const PLAIN_V4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/**
 * One form per address or range, so that repeats are seen: IPv4 in four parts, IPv6 as in RFC 5952, ranges with
 * their host bits cleared. `null` for anything else.
 */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim();
  if (PLAIN_V4.test(trimmed)) return trimmed;
  const [address = '', prefix, ...rest] = trimmed.split('/');
  if (rest.length > 0 || !isPlainAddress(address)) return null;
  if (prefix === undefined) return ipaddr.parse(address).toString();
  if (!/^\d{1,3}$/.test(prefix)) return null;
  const bits = Number(prefix);
  if (bits > (address.includes(':') ? 128 : 32)) return null;
  const network = address.includes(':')
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)
    : ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** ipaddr.js also reads 0x7f.1 and zone ids; a list that people read has neither. */
function isPlainAddress(address: string): boolean {
  return address.includes(':')
    ? ipaddr.IPv6.isValid(address) && !address.includes('%')
    : ipaddr.IPv4.isValidFourPartDecimal(address);
}

const tooMany = `A list takes at most ${MAX_ADDRESSES.toLocaleString('en')} addresses and subnets`;

/** A list of addresses and ranges in canonical form. Messages are those that the screens show. */
export const addressListSchema = z.array(z.string().check(z.maxLength(100, ADDRESS_INVALID))).check(
  z.maxLength(MAX_ADDRESSES, tooMany),
  (context) => {
    const seen = new Set<string>();
    context.value.forEach((entry, index) => {
      const canonical = canonicalAddress(entry);
      const problem = problemOf(entry, canonical, seen);
      if (problem !== null) refuse(context, problem, [index]);
      if (canonical !== null) seen.add(canonical);
    });
  },
  z.overwrite((entries) => entries.map((entry) => canonicalAddress(entry) ?? entry)),
);

/** Why an entry cannot be added to a list; null if it can. */
export function addressProblem(entry: string, list: readonly string[]): string | null {
  return problemOf(
    entry,
    canonicalAddress(entry),
    new Set(list.map((other) => canonicalAddress(other) ?? other)),
  );
}

/** As the edge takes them: what owners saved is canonical, though it may stand twice. */
export const wireAddressesSchema = z
  .array(
    z
      .string()
      .check(z.refine((text) => canonicalAddress(text) !== null, 'is neither an address nor a CIDR range')),
  )
  .check(z.maxLength(MAX_ADDRESSES));

function problemOf(entry: string, canonical: string | null, seen: ReadonlySet<string>): string | null {
  if (entry.trim() === '') return ADDRESS_EMPTY;
  if (canonical === null) return ADDRESS_INVALID;
  return seen.has(canonical) ? ADDRESS_REPEATED : null;
}
