import { createHash } from 'node:crypto';
import type { edgeV1 } from '@palisade/contracts';
import { originName } from '@palisade/edge-state';
import { countriesOf } from '@palisade/site-policy';
import type { OriginClient } from '../origin-clients.ts';

/** A server for a site's requests. */
export interface OriginTarget {
  readonly host: string;
  readonly port: number;
  readonly useTls: boolean;
  /** Time limit for the beginning of the response, ms. */
  readonly timeoutMs: number;
  readonly verifyTls: boolean;
  /** Sent as Host and SNI; empty: the visited name. */
  readonly hostHeader: string;
  readonly http2: boolean;
  /** Presented over TLS where a server asks for a certificate; null: none. */
  readonly client: OriginClient | null;
  /** The site and its owner. */
  readonly site: { readonly siteId: string; readonly ownerId: string };
}

export interface OriginMember {
  readonly target: OriginTarget;
  /** Stable over config versions, such as "https://a.example:443". */
  readonly name: string;
  readonly weight: number;
  /** Gets requests only while no other member is available. */
  readonly backup: boolean;
  /** Country codes whose visitors prefer this origin; null: all. */
  readonly countries: ReadonlySet<string> | null;
  /** Until then, visitors with a cookie for this origin stay, while new ones go elsewhere; 0: in service. */
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

/** Several origins of one site; null for a site with a single origin and no health check. Frozen. */
export interface OriginGroup {
  readonly siteId: string;
  /** Host header of checks if none is configured. */
  readonly host: string;
  readonly members: readonly OriginMember[];
  readonly sticky: boolean;
  /** A member has countries or drains, so that the choice is not by weight alone. */
  readonly steered: boolean;
  /** Prefers members with the fastest checks. */
  readonly fastest: boolean;
  /** Origins that most nodes find down count as down everywhere. */
  readonly quorum: boolean;
  /** Null: health is derived from traffic only. */
  readonly healthCheck: HealthCheck | null;
}

/** The target of a site's first, usually only, origin. */
export function primaryTarget(
  { siteId, ownerId, originClient }: edgeV1.SiteConfig,
  origin: edgeV1.Origin,
): OriginTarget {
  return Object.freeze({
    site: Object.freeze({ siteId, ownerId }),
    host: origin.host,
    port: origin.port,
    useTls: origin.useTls,
    timeoutMs: origin.timeoutMs,
    verifyTls: !origin.skipTlsVerification,
    hostHeader: origin.hostHeader,
    http2: origin.http2,
    client: originClient === undefined ? null : clientOf(siteId, originClient),
  });
}

function clientOf(
  siteId: string,
  { certificateChainPem, sealedPrivateKey }: edgeV1.TlsMaterial,
): OriginClient {
  const id = createHash('sha256').update(`${siteId}\n${certificateChainPem}`).digest('base64url');
  return Object.freeze({ id, siteId, certificateChainPem, sealedPrivateKey });
}

/** Null for a site with a single origin and no health check, which takes a shorter path. */
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
