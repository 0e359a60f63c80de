import type { DnsRecord } from '../../../shared/api/types.ts';
import { zoneOf } from './zone.ts';

/** First parts of the address ranges that Cloudflare publishes for its proxy. */
const CLOUDFLARE =
  /^(104\.(1[6-9]|2[0-7])|172\.(6[4-9]|7[01])|162\.15[89]|188\.114|190\.93|197\.234|198\.41|141\.101)\.|^2606:4700:/;
const isAddress = (found: string) => /^[\d.]+$/.test(found) || found.includes(':');

/** The most likely mistake at the provider, derived from the records found; null if these say enough. */
export function adviceOn({ purpose, type, state, found, name, value }: DnsRecord): string | null {
  const first = found[0];
  const zone = zoneOf(name);
  if (state === 'missing' && purpose === 'ownership')
    return `Already added it? Many providers append ${zone} automatically. If the full name reads ${name}.${zone} there, remove ${zone} out of the name.`;
  if (state !== 'wrong' || type === 'TXT' || first === undefined) return null;
  if (first === `${value}.${zone}`)
    return `Your provider appended ${zone} to the target. Enter the target with a trailing dot: ${value}.`;
  if (found.some((address) => CLOUDFLARE.test(address)))
    return 'These addresses belong to Cloudflare: the record is proxied. Set its proxy status to "DNS only", the grey cloud.';
  if (purpose === 'ownership' && isAddress(first))
    return 'Addresses where a CNAME record should be: a wildcard record or a proxy answers for this name, or the record is of type A. Make it a CNAME, with proxying and flattening off.';
  return null;
}

/** Whether a name is a zone's apex, where CNAME records are not allowed. */
export function isApex(name: string): boolean {
  return zoneOf(name) === name;
}
