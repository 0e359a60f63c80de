import { addressProblem } from './site-policy.ts';

export type IpEntryResult = { ok: true; value: string } | { ok: false; message: string };

/** Checks one entry of an allow or block list: IPv4 or IPv6, single or CIDR, trimmed, not yet in the list. */
export function checkIpEntry(input: string, list: readonly string[]): IpEntryResult {
  const value = input.trim();
  const message = addressProblem(value, list);
  return message === null ? { ok: true, value } : { ok: false, message };
}
