import { parseAddress } from '../client-address.ts';
import type { Edge } from '../edge.ts';
import { FAULT_STATUS } from '../framing/fault-status.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult } from '../verdict.ts';
import { admitUpgrade } from './upgrade.ts';

/** More of our own marks in Via than this is a loop, whatever a lenient origin may make of the header. */
const LOOP_MARKS = 1;

/** Phase 1: refuses what is framed ambiguously, finds the site, and settles who the client is. */
export function admit(context: RequestContext, edge: Edge): PhaseResult {
  if (context.framingFault !== null) {
    return {
      status: FAULT_STATUS[context.framingFault],
      action: EdgeAction.REJECT,
      reason: `bad_framing:${context.framingFault}`,
      close: true,
    };
  }
  settleClient(context, edge);
  if (edge.tracer !== null) context.trace = edge.tracer.begin(context);
  const { head, connection } = context;
  const configured = edge.sites.find(head.host);
  if (configured === undefined) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'unknown_host', close: true };
  }
  const site = edge.controls.effective(configured);
  context.site = site;
  if (
    connection.serverName !== '' &&
    connection.serverName !== head.host &&
    !site.hosts.includes(connection.serverName)
  ) {
    return { status: 421, action: EdgeAction.REJECT, reason: 'misdirected', close: true };
  }
  if (!site.isActive) {
    return {
      status: 503,
      action: EdgeAction.REJECT,
      reason: 'site_inactive',
      headers: ['Retry-After', '300'],
    };
  }
  const refusedUpgrade = context.upgrade === null ? null : admitUpgrade(context);
  if (refusedUpgrade !== null) return refusedUpgrade;
  if (head.via !== '' && marksOf(head.via, edge.viaName) >= LOOP_MARKS) {
    return { status: 508, action: EdgeAction.REJECT, reason: 'loop_detected' };
  }
  return null;
}

/** The address that counts: the peer, or the nearest untrusted hop that the operator's own proxies report. */
function settleClient(context: RequestContext, edge: Edge): void {
  const { connection, head } = context;
  connection.peerTrusted ??= edge.trustedProxies.has(connection.peer);
  if (!connection.peerTrusted || head.forwardedFor === '') return;
  const hops = head.forwardedFor.split(',');
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const hop = parseAddress(hops[index]!.trim());
    if (hop === null) return;
    context.client = hop;
    if (!edge.trustedProxies.has(hop)) return;
  }
}

function marksOf(via: string, name: string): number {
  return via.split(',').filter((mark) => mark.trim().split(/\s+/)[1] === name).length;
}
