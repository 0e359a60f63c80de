import { randomBytes } from 'node:crypto';
import { parse } from 'tldts';
import type { Domain } from './domain.entity.ts';

export const TXT_LABEL = '_palisade-challenge';
const TXT_PREFIX = 'palisade-domain-verification=';

/** Leaves room for the longest verification name: `waf-{20 characters}.`. */
export const MAX_CLAIM_LENGTH = 253 - 'waf-.'.length - 20;

/** Token that proves a claim: part of the CNAME's name and the TXT record's value. */
export const newVerificationToken = (): string => randomBytes(10).toString('hex');

/** The name whose CNAME proves ownership. */
export function verificationName(domain: Pick<Domain, 'verificationToken' | 'domainName'>): string {
  return `waf-${domain.verificationToken}.${domain.domainName}`;
}

export const txtName = (domainName: string): string => `${TXT_LABEL}.${domainName}`;
export const txtValue = (token: string): string => `${TXT_PREFIX}${token}`;

/** Names above it that somebody could own, nearest first; empty for a registrable domain. */
export function ancestorsOf(domainName: string): string[] {
  const top = registrableDomain(domainName);
  const above: string[] = [];
  for (let name = domainName; name !== top; ) {
    name = name.slice(name.indexOf('.') + 1);
    above.push(name);
  }
  return above;
}

/** The registrable part; the name itself if the public suffix list knows none. */
export function registrableDomain(name: string): string {
  return parse(name, { allowPrivateDomains: true }).domain ?? name;
}
