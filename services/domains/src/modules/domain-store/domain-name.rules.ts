import { DomainError } from '@palisade/nest-kit';
import { type OriginConfig, toHostName } from '@palisade/site-policy';
import { parse } from 'tldts';
import { PLATFORM_NAMES } from './platform-names.ts';
import { MAX_CLAIM_LENGTH } from './proof-names.rules.ts';

export const MAX_HOSTS = 100;

export const INVALID_NAME = 'Please enter a valid domain name (e.g. example.com)';

/**
 * The name as it is stored, compared and served: lower-case A-labels (UTS #46), no scheme, path, port or final dot.
 * What people paste from an address bar is accepted.
 * @param ownNames of this service: what customers point at, the dashboard's, the mails'
 * @throws DomainError `domain_name_invalid`, `domain_name_too_long`, `public_suffix`, `platform_name`, `own_name`
 */
export function normaliseDomainName(input: string, ownNames: readonly string[]): string {
  const bare = input
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  const name = toHostName(bare);
  // Names with a leading underscore belong to services (_dmarc, _acme-challenge).
  if (name === null || name.startsWith('_')) {
    throw refusal('domain_name_invalid', INVALID_NAME);
  }
  if (name.length > MAX_CLAIM_LENGTH) {
    throw refusal(
      'domain_name_too_long',
      `Domain names can have at most ${MAX_CLAIM_LENGTH} characters here: the name of the record that proves them is longer.`,
    );
  }
  refuseSharedName(name);
  refusePlatform(name);
  refuseOwnName(name, ownNames);
  return name;
}

/** Strangers register names below a public suffix, so nobody may claim it. */
function refuseSharedName(name: string): void {
  const parsed = parse(name, { allowPrivateDomains: true });
  if (parsed.publicSuffix === name) {
    throw refusal(
      'public_suffix',
      `${name} is a public suffix that many people have names under. Please enter your own domain.`,
    );
  }
}

function refusePlatform(name: string): void {
  const platform = PLATFORM_NAMES.find((known) => isSameOrBelow(name, known));
  if (platform !== undefined) {
    throw refusal(
      'platform_name',
      `${platform} gives names to many people and keeps their DNS itself. Please enter a domain of your own.`,
    );
  }
}

function refuseOwnName(name: string, ownNames: readonly string[]): void {
  if (ownNames.some((own) => isSameOrBelow(name, own))) {
    throw refusal('own_name', `${name} belongs to this service and cannot be added as a domain.`);
  }
}

export function isSameOrBelow(name: string, parent: string): boolean {
  return name === parent || name.endsWith(`.${parent}`);
}

/**
 * The names that a new site covers: the domain itself, and for a registrable domain (an apex) its `www` too, since
 * visitors use both. Further subdomains are listed by the owner.
 */
export function defaultHosts(name: string): string[] {
  const isApex = parse(name, { allowPrivateDomains: true }).domain === name;
  return isApex ? [name, `www.${name}`] : [name];
}

/**
 * The listed hosts, normalised, without repeats, the domain itself first.
 * @param ownNames of this service, which may be below a customer's domain
 * @throws DomainError `host_invalid`, `own_name`
 */
export function normaliseHosts(
  name: string,
  hosts: readonly string[],
  ownNames: readonly string[],
): string[] {
  const normalised = hosts.map((host) => {
    const ascii = asHost(host);
    if (ascii === null || !isSameOrBelow(ascii, name)) {
      throw refusedHosts('host_invalid', `${host.slice(0, 253)} is not ${name} or a name below it.`);
    }
    if (ownNames.some((own) => isSameOrBelow(ascii, own))) {
      throw refusedHosts('own_name', `${ascii} belongs to this service and cannot be a name of a site.`);
    }
    return ascii;
  });
  return [...new Set([name, ...normalised])];
}

/**
 * Rejects hosts that are also origins of the site: its requests would return to the edge, and its policy could no
 * longer be saved.
 * @throws DomainError `origin_is_edge`
 */
export function refuseOriginsAsHosts(
  origin: Pick<OriginConfig, 'origin_host' | 'additional_origins'>,
  hosts: readonly string[],
): void {
  const origins = [origin.origin_host, ...origin.additional_origins.map(({ host }) => host)];
  const host = hosts.find((name) => origins.includes(name));
  if (host === undefined) return;
  throw refusedHosts(
    'origin_is_edge',
    `${host} is the server behind this site, so it cannot be a name of the site too. Please give the origin another name or its IP address first.`,
  );
}

/** Whether a list names exactly the site's hosts, in any order and spelling, with or without the domain itself. */
export function areHostsOf(
  { domainName, hosts }: { domainName: string; hosts: readonly string[] },
  seen: readonly string[],
): boolean {
  const meant = new Set([domainName, ...seen.map((host) => asHost(host) ?? host)]);
  return meant.size === hosts.length && hosts.every((host) => meant.has(host));
}

const asHost = (host: string): string | null => toHostName(host.trim().replace(/\.$/, ''));

/**
 * Rejects an origin that is our own name or a name of the site, which points to us.
 * @throws DomainError `origin_is_edge`
 */
export function refuseLoop(
  originHost: string,
  hosts: readonly string[],
  cnameTarget: string,
  field = 'originConfig.origin_host',
): void {
  if (isSameOrBelow(originHost, cnameTarget) || hosts.includes(originHost)) {
    throw new DomainError(
      'unprocessable',
      'origin_is_edge',
      `The origin must be the server behind the domain: ${originHost} leads back to this service. Please enter its IP address or a name of its own.`,
      { fields: [{ path: field, message: 'The origin leads back to this service' }] },
    );
  }
}

const refusal = (code: string, detail: string) => new DomainError('unprocessable', code, detail);

const refusedHosts = (code: string, detail: string) =>
  new DomainError('unprocessable', code, detail, { fields: [{ path: 'hosts', message: detail }] });
