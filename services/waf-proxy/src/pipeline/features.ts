import { access } from '../features/access/access.feature.ts';
import { challengedLists } from '../features/access/challenged-lists.feature.ts';
import { acme } from '../features/acme/acme.feature.ts';
import { bots } from '../features/bots/bots.feature.ts';
import { deception } from '../features/bots/deception/deception.feature.ts';
import { hiddenFields } from '../features/bots/deception/hidden-fields.feature.ts';
import { cache } from '../features/cache/cache.feature.ts';
import type { CacheServices } from '../features/cache/cache-services.ts';
import { clientCertificates } from '../features/client-certificates/client-certificates.feature.ts';
import { compression } from '../features/compression/compression.feature.ts';
import { cspReports } from '../features/csp-reports/csp-reports.feature.ts';
import { bodyRules } from '../features/custom-rules/body-rules.feature.ts';
import { customRules } from '../features/custom-rules/custom-rules.feature.ts';
import { ddos } from '../features/ddos/ddos.feature.ts';
import { geoBlocking } from '../features/geo-blocking/geo-blocking.feature.ts';
import { httpsRedirect } from '../features/https-redirect/https-redirect.feature.ts';
import { inspection } from '../features/inspection/inspection.feature.ts';
import { shadowInspection } from '../features/inspection/shadow-inspection.feature.ts';
import { leakedPasswords } from '../features/leaked-passwords/leaked-passwords.feature.ts';
import { maintenance } from '../features/maintenance/maintenance.feature.ts';
import { overload } from '../features/overload/overload.feature.ts';
import { bodyLimits } from '../features/rate-limits/body-limits.feature.ts';
import { rateLimits } from '../features/rate-limits/rate-limits.feature.ts';
import { recording } from '../features/recording/recording.feature.ts';
import { redirects } from '../features/redirects/redirects.feature.ts';
import { uploadScan } from '../features/upload-scan/upload-scan.feature.ts';
import { visitorReports } from '../features/visitor-reports/visitor-reports.feature.ts';
import { webSocket } from '../features/websocket/websocket.feature.ts';
import type { WebSocketServices } from '../features/websocket/websocket-services.ts';
import type { Feature } from '../request/feature.ts';
import { admission } from './admission.ts';
import { loopGuard } from './loop-guard.ts';

/**
 * All features, in the order in which requests pass them. Each may end a request with a verdict; a request that passes
 * all is answered from the cache or by the origin. The compiled form of sites, the kill switches, the counters and the
 * worker services that phases need are derived from this list.
 */
export const FEATURES = [
  acme,
  admission,
  webSocket,
  loopGuard,
  recording,
  access,
  geoBlocking,
  httpsRedirect,
  clientCertificates,
  maintenance,
  overload,
  ddos,
  visitorReports,
  cspReports,
  challengedLists,
  customRules,
  rateLimits,
  bots,
  deception,
  redirects,
  inspection,
  shadowInspection,
  bodyRules,
  bodyLimits,
  hiddenFields,
  leakedPasswords,
  uploadScan,
  cache,
  compression,
] as const satisfies readonly Feature[];

export type AnyFeature = (typeof FEATURES)[number];
export type FeatureName = AnyFeature['name'];
type All<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Whole,
) => void
  ? Whole
  : never;
/** Leaves out phases that need no services. */
type Known<Services> = unknown extends Services ? never : Services;
type ServicesOf<F> =
  | (F extends { phase: (request: never, services: infer Services) => unknown } ? Known<Services> : never)
  | (F extends { ended: (request: never, services: infer Services) => unknown } ? Known<Services> : never);

/** Worker services that the phases of these features need. */
export type ServicesOfAll<Features> = All<ServicesOf<Features>>;

/** What requests read of a site: the parts of all features. */
export type SiteParts = All<ReturnType<AnyFeature['compile']>>;
/** Worker services that the phases of all features need. */
export type FeatureServices = ServicesOfAll<AnyFeature> & CacheServices & WebSocketServices;
export type FeatureCounter = keyof All<AnyFeature['counters']>;
