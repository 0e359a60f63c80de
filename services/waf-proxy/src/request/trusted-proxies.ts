import type { SiteSettings } from '@palisade/site-policy/wire';
import { AddressList } from '../io/addresses/address-list.ts';
import type { ClientAddress } from '../io/addresses/client-address.ts';
import {
  ADDRESS_LIST,
  FORWARDED_LIST,
  hopAddress,
  type ReportedClient,
  reportedClient,
} from '../io/addresses/reported-client.ts';

const USUAL_HEADER = 'X-Forwarded-For';

/** The owner's proxies in front of the edge, and how they report visitors. Frozen. */
export interface TrustedProxies {
  readonly networks: AddressList;
  /** In lower case. */
  readonly field: string;
  /** As the owner wrote it; null: it is one that the edge sets for every origin. */
  readonly ownField: string | null;
  readonly hops: number;
}

/** Fields that every origin gets from us. */
const SET_FOR_ALL: ReadonlySet<string> = new Set(['x-forwarded-for', 'forwarded', 'x-real-ip']);

/** Null: visitors come to the edge themselves. */
export function trustedProxiesOf(
  settings: Pick<SiteSettings, 'trusted_proxies' | 'trusted_proxy_header' | 'trusted_proxy_hops'>,
): TrustedProxies | null {
  if (settings.trusted_proxies.length === 0) return null;
  const name = settings.trusted_proxy_header || USUAL_HEADER;
  const field = name.toLowerCase();
  return Object.freeze<TrustedProxies>({
    networks: new AddressList(settings.trusted_proxies),
    field,
    ownField: SET_FOR_ALL.has(field) ? null : name,
    hops: settings.trusted_proxy_hops || 1,
  });
}

/** What is read and set of a request's context, which itself knows sites and their proxies. */
interface RelayedRequest {
  readonly head: { readonly forwardedFor: string };
  readonly rawHeaders: readonly string[];
  client: ClientAddress;
  isRelayed: boolean;
  relayedFor: string;
}

/**
 * Takes the visitor whom the owner's proxies report for the client, if it is one of them that asks. Its word counts for
 * this site alone, so it is told apart from the same address as seen by ourselves wherever sites share a resource.
 *
 * @param operatorsFrom index in X-Forwarded-For where the part of the operator's own proxies begins; its end without any
 */
export function believeProxies(
  context: RelayedRequest,
  siteId: string,
  proxies: TrustedProxies,
  operatorsFrom: number,
): void {
  const proxy = context.client;
  if (!proxies.networks.has(proxy)) return;
  context.isRelayed = true;
  const visitor = visitorOf(context, proxies, operatorsFrom);
  if (visitor === null) return;
  context.client = { ...visitor.client, vouchedBy: siteId };
  context.relayedFor = visitor.chain;
}

interface Visitor {
  client: ClientAddress;
  /** For X-Forwarded-For to the origin, without the peer. */
  chain: string;
}

function visitorOf(
  { head, rawHeaders }: RelayedRequest,
  { networks, field, hops }: TrustedProxies,
  operatorsFrom: number,
): Visitor | null {
  const { forwardedFor } = head;
  const operators = forwardedFor.slice(operatorsFrom);
  switch (field) {
    case 'x-forwarded-for': {
      const end = operatorsFrom === forwardedFor.length ? operatorsFrom : operatorsFrom - 1;
      if (end <= 0) return null;
      const found = reportedClient(forwardedFor, networks, hops, ADDRESS_LIST, end);
      return found && { client: found.client, chain: forwardedFor.slice(found.from).trim() };
    }
    case 'forwarded': {
      const list = valuesOf(rawHeaders, field).join(',');
      const found: ReportedClient | null = reportedClient(list, networks, hops, FORWARDED_LIST);
      return found && { client: found.client, chain: chainOf(found.client, operators) };
    }
    default: {
      const values = valuesOf(rawHeaders, field);
      // Of two, one may be the visitor's own.
      const client = values.length === 1 ? hopAddress(values[0]!) : null;
      return client && { client, chain: chainOf(client, operators) };
    }
  }
}

const chainOf = ({ text }: ClientAddress, operators: string): string =>
  operators === '' ? text : `${text}, ${operators.trim()}`;

function valuesOf(rawHeaders: readonly string[], field: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.toLowerCase() === field) values.push(rawHeaders[index + 1]!);
  return values;
}

/** Removes what visitors say under the name that the origin believes, in the spellings that CGI cannot tell apart. */
export function withoutProxyField(fields: readonly string[], field: string): string[] {
  const left: string[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!;
    if (name.length === field.length && cgiName(name) === cgiName(field)) continue;
    left.push(name, fields[index + 1]!);
  }
  return left;
}

const cgiName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
