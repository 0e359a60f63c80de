import { randomBytes } from 'node:crypto';
import { parse } from 'tldts';
import type { Domain } from './domain.entity.ts';

export const TXT_LABEL = '_palisade-challenge';
const TXT_PREFIX = 'palisade-domain-verification=';

/** Room for the longest name that proves: `waf-{20 characters}.`. */
export const MAX_CLAIM_LENGTH = 253 - 'waf-.'.length - 20;

/** What a claim is proved with: stands in the name of its CNAME record and in the value of its TXT record. */
export const newVerificationToken = (): string => randomBytes(10).toString('hex');

/** The name whose CNAME proves ownership. */
export function verificationName(domain: Pick<Domain, 'verificationToken' | 'domainName'>): string {
  return `waf-${domain.verificationToken}.${domain.domainName}`;
}

export const txtName = (domainName: string): string => `${TXT_LABEL}.${domainName}`;
export const txtValue = (token: string): string => `${TXT_PREFIX}${token}`;

/** The names above one that somebody could own, nearest first; none for a registrable domain. */
export function ancestorsOf(domainName: string): string[] {
  const top = registrableDomain(domainName);
  const above: string[] = [];
  for (let name = domainName; name !== top; ) {
    name = name.slice(name.indexOf('.') + 1);
    above.push(name);
  }
  return above;
}

/** What somebody registers; the name itself where the public suffix list knows none. */
export function registrableDomain(name: string): string {
  return parse(name, { allowPrivateDomains: true }).domain ?? name;
}
