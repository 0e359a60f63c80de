import type { SiteToggles } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import type { AskedFields, MatchedTarget } from '@palisade/waf-engine';
import type { ClientCertificatePolicy } from './client-certificate-policy.ts';
import type { ClientTlsPolicy } from './client-tls-policy.ts';
import type { SiteHeaders } from './header-changes.ts';
import type { OwnPages } from './own-pages.ts';
import type { Rollout } from './rollout.ts';

/** Names of parameters whose values are secrets. */
export interface SecretNames {
  has(name: string): boolean;
}

/** What records of requests leave out. Frozen. */
export interface LogPrivacy {
  readonly addresses: SiteSettings['log_addresses'];
  /** Of all parameters; otherwise of those with these names. */
  readonly masksQueryValues: boolean;
  readonly secretNames: SecretNames;
  readonly omitsUserAgent: boolean;
  readonly omitsReferer: boolean;
  readonly omitsFingerprints: boolean;
  /** Whether nothing is kept of a value that a rule has matched; null: what matched is. */
  readonly hides: ((target: Pick<MatchedTarget, 'name' | 'value'>) => boolean) | null;
}

/** What everybody on the way of a request may know of its site. Features add the parts that they compile. Frozen. */
export interface Site {
  readonly siteId: string;
  readonly ownerId: string;
  readonly version: bigint;
  readonly issuedAtMs: number;
  readonly hosts: readonly string[];
  readonly isActive: boolean;
  readonly mode: SiteSettings['mode'];
  /** The owner's plain switches, by their own names. */
  readonly toggles: SiteToggles;
  /** For handshakes; the same object for all sites that ask the same. */
  readonly clientTls: ClientTlsPolicy;
  /** Null: clients are not asked for certificates. */
  readonly clientCertificates: ClientCertificatePolicy | null;
  /** What the owner changes of headers, on the way to origins and back. */
  readonly headers: SiteHeaders;
  /** Ids of lists that custom rules put clients on for a time. */
  readonly filledLists: ReadonlySet<string>;
  /** Null: the edge's own are shown. */
  readonly ownPages: OwnPages | null;
  readonly retentionDays: number;
  readonly logPrivacy: LogPrivacy;
  /** What features ask of bodies. */
  readonly bodyFields: AskedFields;
  /** Some feature may ask clients for a proof of work: the paths below `/.palisade/` are ours. */
  readonly mayChallenge: boolean;
  /** Null: all visitors are judged by one policy. */
  readonly rollout: Rollout | null;
  /** The site by the policy that is rolled out; null where none is, and on that site itself. */
  readonly candidate: Site | null;
}
