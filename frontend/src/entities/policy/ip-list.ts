import { addressProblem, canonicalAddress } from './site-policy.ts';

export type IpEntryResult = { ok: true; value: string } | { ok: false; message: string };

/** Checks one entry of an allow or block list: IPv4 or IPv6, single or CIDR, trimmed, not yet in the list. */
export function checkIpEntry(input: string, list: readonly string[]): IpEntryResult {
  const value = input.trim();
  const message = addressProblem(value, list);
  return message === null ? { ok: true, value } : { ok: false, message };
}

const SHOWN = 3;
const isEverybody = (entry: string) => /\/0+$/.test(entry.trim());

/** Valid but probably unintended: whole address families, and addresses on both lists. */
export function addressWarnings(allowed: readonly string[], blocked: readonly string[]): string[] {
  const everybody = (list: readonly string[]) => list.filter(isEverybody).join(', ');
  const canonical = new Set(allowed.map((entry) => canonicalAddress(entry) ?? entry));
  const both = blocked.filter((entry) => canonical.has(canonicalAddress(entry) ?? entry));
  const named =
    both.slice(0, SHOWN).join(', ') + (both.length > SHOWN ? ` and ${both.length - SHOWN} more` : '');
  return [
    everybody(blocked) && `${everybody(blocked)} on the block list refuses every visitor.`,
    everybody(allowed) && `${everybody(allowed)} on the allow list lets everybody past the block list.`,
    named && `On both lists: ${named}. The allow list wins.`,
  ].filter((text) => text !== '');
}
