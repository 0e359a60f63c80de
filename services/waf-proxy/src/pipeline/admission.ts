import { RESERVED_PATH } from '../features/bots/challenge/challenge-page.ts';
import { FAULT_STATUS } from '../http/fault-status.ts';
import type { AddressList } from '../io/addresses/address-list.ts';
import type { ClientAddress } from '../io/addresses/client-address.ts';
import { reportedClient } from '../io/addresses/reported-client.ts';
import { keyBitsOf, tlsVersionOf } from '../request/client-tls.ts';
import { isTooOld, isTooWeak } from '../request/client-tls-policy.ts';
import type { Feature } from '../request/feature.ts';
import type { RequestContext, RequestTrace } from '../request/request-context.ts';
import { judgingSite } from '../request/rollout.ts';
import type { Site } from '../request/site.ts';
import { believeProxies } from '../request/trusted-proxies.ts';
import { EdgeAction, type PhaseResult } from '../request/verdict.ts';

export interface AdmissionServices {
  sites: { find(host: string): Site | undefined; mayFind(host: string, client: ClientAddress): boolean };
  /** Applies the operator's controls, which can only switch things off. */
  controls: { effective(site: Site): Site };
  trustedProxies: AddressList;
  /** Maximum number of trusted proxies in a chain; 0: no limit. */
  trustedHops: number;
  /** In a replay: the record names the visitor, whoever reported it. */
  clientIsKnown: boolean;
  /** Null: tracing is off. */
  tracer: { begin(request: RequestContext): RequestTrace | null } | null;
}

/** Refuses ambiguous framing, finds the site, and determines the client. */
function admit(context: RequestContext, edge: AdmissionServices): PhaseResult {
  if (context.framingFault !== null) {
    return {
      status: FAULT_STATUS[context.framingFault],
      action: EdgeAction.REJECT,
      reason: `bad_framing:${context.framingFault}`,
      close: true,
    };
  }
  const operatorsFrom = settleClient(context, edge);
  if (edge.tracer !== null) context.trace = edge.tracer.begin(context);
  const { head, connection } = context;
  if (!edge.sites.mayFind(head.host, context.client)) {
    return {
      status: 503,
      action: EdgeAction.REJECT,
      reason: 'too_many_sites',
      headers: ['Retry-After', '10'],
      close: true,
    };
  }
  const configured = edge.sites.find(head.host);
  if (configured === undefined) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'unknown_host', close: true };
  }
  // Of the connection, whoever it was made for.
  const tlsVersion = tlsVersionOf(context);
  const keyBits = keyBitsOf(context);
  if (configured.trustedProxies !== null && !edge.clientIsKnown)
    believeProxies(context, configured.siteId, configured.trustedProxies, operatorsFrom);
  const site = edge.controls.effective(judgingSite(configured, context.client));
  context.site = site;
  context.isReserved = site.mayChallenge && head.target.startsWith(RESERVED_PATH);
  if (
    connection.serverName !== '' &&
    connection.serverName !== head.host &&
    !site.hosts.includes(connection.serverName)
  ) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'misdirected', close: true };
  }
  // Only reached if the handshake was for another name or none; for this site's own name it would have been refused.
  if (isTooOld(site.clientTls, tlsVersion)) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'tls_version', close: true };
  }
  if (isTooWeak(site.clientTls, keyBits)) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'tls_cipher', close: true };
  }
  // The handshake was for a name whose site is served so, or before its owner switched it off.
  if (context.protocol === 'HTTP/3.0' && !site.toggles.enable_http3) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'http3_off', close: true };
  }
  if (site.isActive) return null;
  return {
    status: 503,
    action: EdgeAction.REJECT,
    reason: 'site_inactive',
    headers: ['Retry-After', '300'],
  };
}

/**
 * Determines the client's address: the peer, or the nearest untrusted hop that the operator's own proxies report. No
 * more hops are trusted than there are proxies in a chain, or a client with an address in their network could choose
 * its own.
 *
 * @returns index in X-Forwarded-For where what the operator's proxies say begins
 */
function settleClient(
  context: RequestContext,
  { trustedProxies, trustedHops }: Pick<AdmissionServices, 'trustedProxies' | 'trustedHops'>,
): number {
  const { connection, head } = context;
  connection.peerTrusted ??= trustedProxies.has(connection.peer);
  context.isRelayed = connection.peerTrusted;
  if (!connection.peerTrusted || head.forwardedFor === '') return head.forwardedFor.length;
  const reported = reportedClient(head.forwardedFor, trustedProxies, trustedHops);
  if (reported === null) return head.forwardedFor.length;
  context.client = reported.client;
  return reported.from;
}

export const admission = {
  name: 'admission',
  killSwitches: [],
  compile: () => ({}),
  counters: {},
  phase: admit,
} as const satisfies Feature<object, AdmissionServices>;
