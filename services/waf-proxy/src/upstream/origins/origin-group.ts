import { createHash } from 'node:crypto';
import type { edgeV1 } from '@palisade/contracts';
import { originName } from '@palisade/edge-state';
import { countriesOf } from '@palisade/site-policy';

/** One server that a site's requests may go to. */
export interface OriginTarget {
  readonly host: string;
  readonly port: number;
  readonly useTls: boolean;
  /** Milliseconds until it must have begun to answer. */
  readonly timeoutMs: number;
  readonly verifyTls: boolean;
  /** Sent as Host and SNI; empty: the visited name. */
  readonly hostHeader: string;
  readonly http2: boolean;
  /** Whose it is. */
  readonly site: { readonly siteId: string; readonly ownerId: string };
}

export interface OriginMember {
  readonly target: OriginTarget;
  /** Stable over config versions, such as "https://a.example:443". */
  readonly name: string;
  readonly weight: number;
  /** Gets requests only while no other member is available. */
  readonly backup: boolean;
  /** Country codes whose visitors go here before others; null: everybody's. */
  readonly countries: ReadonlySet<string> | null;
  /** New visitors go elsewhere, and those whom the cookie keeps here stay until then; 0: it is in service. */
  readonly drainUntilMs: number;
  /** What the sticky cookie holds. Names the member without telling its address. */
  readonly token: string;
}

export interface HealthCheck {
  readonly path: string;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly unhealthyAfter: number;
  readonly healthyAfter: number;
  readonly statusFrom: number;
  readonly statusTo: number;
}

/** Several origins of one site. A site with a single origin and no check has none of this. Frozen. */
export interface OriginGroup {
  readonly siteId: string;
  /** The host that a check asks for where no host header is configured. */
  readonly host: string;
  readonly members: readonly OriginMember[];
  readonly sticky: boolean;
  /** A member has countries or drains: the choice is more than one by weight. */
  readonly steered: boolean;
  /** Of the members that may be chosen, the ones whose checks take the least time. */
  readonly fastest: boolean;
  /** What most nodes find down is down for all. */
  readonly quorum: boolean;
  /** Null: the traffic itself tells who is well. */
  readonly healthCheck: HealthCheck | null;
}

/** The target of a site's first, and mostly only, origin. */
export function primaryTarget({ siteId, ownerId }: edgeV1.SiteConfig, origin: edgeV1.Origin): OriginTarget {
  return Object.freeze({
    site: Object.freeze({ siteId, ownerId }),
    host: origin.host,
    port: origin.port,
    useTls: origin.useTls,
    timeoutMs: origin.timeoutMs,
    verifyTls: !origin.skipTlsVerification,
    hostHeader: origin.hostHeader,
    http2: origin.http2,
  });
}

/** Null where a site has one origin only and nothing checks it: such a site takes the short way. */
export function compileOriginGroup(config: edgeV1.SiteConfig, primary: OriginTarget): OriginGroup | null {
  const { loadBalancing, origin, siteId } = config;
  const more = loadBalancing?.moreOrigins ?? [];
  const check = loadBalancing?.healthCheck;
  if (more.length === 0 && check === undefined) return null;
  const members = [memberOf(siteId, primary, { ...origin!, backup: false })];
  for (const server of more) {
    const { host, port, useTls } = server;
    members.push(memberOf(siteId, Object.freeze({ ...primary, host, port, useTls }), server));
  }
  return Object.freeze<OriginGroup>({
    siteId,
    host: config.hosts[0] ?? '',
    members,
    sticky: loadBalancing?.sticky ?? false,
    steered: members.some(({ countries, drainUntilMs }) => countries !== null || drainUntilMs > 0),
    fastest: check !== undefined && loadBalancing!.preferFastest,
    quorum: check !== undefined && loadBalancing!.healthQuorum,
    healthCheck: check === undefined ? null : Object.freeze({ ...check }),
  });
}

type Share = Pick<edgeV1.OriginServer, 'weight' | 'backup' | 'places' | 'drainUntilMs'>;

function memberOf(
  siteId: string,
  target: OriginTarget,
  { weight, backup, places, drainUntilMs }: Share,
): OriginMember {
  const name = originName(target);
  const token = createHash('sha256').update(`${siteId}\n${name}`).digest('base64url').slice(0, 12);
  return Object.freeze({
    target,
    name,
    weight: weight || 1,
    backup,
    countries: places.length === 0 ? null : new Set(places.flatMap(countriesOf)),
    drainUntilMs: Number(drainUntilMs),
    token,
  });
}
