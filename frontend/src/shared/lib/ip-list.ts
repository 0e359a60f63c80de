import * as z from './zod.ts';

const entry = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);

export const IP_MESSAGES = {
  empty: 'Please enter an IP address or subnet',
  invalid: 'Please enter a valid IP address or subnet (e.g., 192.168.1.1 or 192.168.1.0/24)',
  duplicate: 'IP address/subnet already exists in the list',
} as const;

export type IpEntryResult = { ok: true; value: string } | { ok: false; message: string };

/** Checks one entry of an allow or block list: IPv4 or IPv6, single or CIDR, trimmed, not yet in the list. */
export function checkIpEntry(input: string, list: readonly string[]): IpEntryResult {
  const value = input.trim();
  if (value === '') return { ok: false, message: IP_MESSAGES.empty };
  if (!entry.safeParse(value).success) return { ok: false, message: IP_MESSAGES.invalid };
  if (list.includes(value)) return { ok: false, message: IP_MESSAGES.duplicate };
  return { ok: true, value };
}
