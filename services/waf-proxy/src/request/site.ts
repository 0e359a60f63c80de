import type { SiteToggles } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import type { AskedFields, MatchedTarget } from '@palisade/waf-engine';
import type { ClientCertificatePolicy } from './client-certificate-policy.ts';
import type { ClientTlsPolicy } from './client-tls-policy.ts';
import type { SiteHeaders } from './header-changes.ts';
import type { OwnPages } from './own-pages.ts';
import type { Rollout } from './rollout.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Names of parameters whose values are secrets. */
export interface SecretNames {
  has(name: string): boolean;
}

/** What request records leave out. Frozen. */
export interface LogPrivacy {
  readonly addresses: SiteSettings['log_addresses'];
  /** Masks the values of all parameters; otherwise of those that are named. */
  readonly masksQueryValues: boolean;
  readonly secretNames: SecretNames;
  readonly omitsUserAgent: boolean;
  readonly omitsReferer: boolean;
  readonly omitsFingerprints: boolean;
  /** Whether a matched value must not be recorded; null: all may be. */
  readonly hides: ((target: Pick<MatchedTarget, 'name' | 'value'>) => boolean) | null;
}

/** What every phase may know of a request's site. Features add the parts that they compile. Frozen. */
export interface Site {
  readonly siteId: string;
  readonly ownerId: string;
  readonly version: bigint;
  readonly issuedAtMs: number;
  readonly hosts: readonly string[];
  readonly isActive: boolean;
  readonly mode: SiteSettings['mode'];
  /** The owner's simple on/off settings, by name. */
  readonly toggles: SiteToggles;
  /** For TLS handshakes; sites with the same settings share the object. */
  readonly clientTls: ClientTlsPolicy;
  /** Null: clients are not asked for certificates. */
  readonly clientCertificates: ClientCertificatePolicy | null;
  /** Null: visitors come to the edge themselves. */
  readonly trustedProxies: TrustedProxies | null;
  /** The owner's header changes, to the origin and back. */
  readonly headers: SiteHeaders;
  /** Ids of lists to which custom rules add clients for a time. */
  readonly filledLists: ReadonlySet<string>;
  /** Null: the edge's default pages. */
  readonly ownPages: OwnPages | null;
  readonly retentionDays: number;
  readonly logPrivacy: LogPrivacy;
  /** Body fields that features need. */
  readonly bodyFields: AskedFields;
  /** Some feature may challenge clients, so that paths below `/.palisade/` are reserved. */
  readonly mayChallenge: boolean;
  /** Null: all visitors have the same policy. */
  readonly rollout: Rollout | null;
  /** The site with the policy that is being rolled out; null where none is, and on that site itself. */
  readonly candidate: Site | null;
}
