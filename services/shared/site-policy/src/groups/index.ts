import type { Field, ValuesOf } from '../model/field.ts';
import { addressLists } from './address-lists.ts';
import { applicationPacks } from './application-packs.ts';
import { bots } from './bots.ts';
import { caching } from './caching.ts';
import { clientCertificates } from './client-certificates.ts';
import { clientTls } from './client-tls.ts';
import { compression } from './compression.ts';
import { crawlers } from './crawlers.ts';
import { cspReports } from './csp-reports.ts';
import { customRules } from './custom-rules.ts';
import { ddos } from './ddos.ts';
import { deception } from './deception.ts';
import { delivery } from './delivery.ts';
import { geoBlocking } from './geo-blocking.ts';
import { headerRules } from './header-rules.ts';
import { inspectionLimits } from './inspection-limits.ts';
import { leakedPasswords } from './leaked-passwords.ts';
import { loadBalancing } from './load-balancing.ts';
import { logPrivacy } from './log-privacy.ts';
import { maintenance } from './maintenance.ts';
import { origin } from './origin.ts';
import { ownPages } from './own-pages.ts';
import { rateLimits } from './rate-limits.ts';
import { recording } from './recording.ts';
import { redirects } from './redirects.ts';
import { ruleEngine } from './rule-engine.ts';
import { ruleExclusions } from './rule-exclusions.ts';
import { ruleSet } from './rule-set.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { uploads } from './uploads.ts';
import { visitorReports } from './visitor-reports.ts';

/** Everything that an owner can set, in the order of the forms and of the history of changes. */
export const GROUPS = {
  origin,
  delivery,
  clientTls,
  clientCertificates,
  trustedProxies,
  compression,
  loadBalancing,
  ruleEngine,
  ruleSet,
  applicationPacks,
  inspectionLimits,
  bots,
  crawlers,
  deception,
  leakedPasswords,
  rateLimits,
  ddos,
  geoBlocking,
  caching,
  uploads,
  addressLists,
  customRules,
  ruleExclusions,
  recording,
  logPrivacy,
  redirects,
  headerRules,
  cspReports,
  ownPages,
  maintenance,
  visitorReports,
} as const;
export type GroupName = keyof typeof GROUPS;

export const originFields = {
  ...origin.fields,
  ...delivery.fields,
  ...clientTls.fields,
  ...clientCertificates.fields,
  ...trustedProxies.fields,
  ...compression.fields,
  ...loadBalancing.fields,
};
export const policyFields = {
  ...ruleEngine.fields,
  ...ruleSet.fields,
  ...applicationPacks.fields,
  ...inspectionLimits.fields,
  ...bots.fields,
  ...crawlers.fields,
  ...deception.fields,
  ...leakedPasswords.fields,
  ...rateLimits.fields,
  ...ddos.fields,
  ...geoBlocking.fields,
  ...caching.fields,
  ...uploads.fields,
  ...addressLists.fields,
  ...customRules.fields,
  ...ruleExclusions.fields,
  ...recording.fields,
  ...logPrivacy.fields,
  ...redirects.fields,
  ...headerRules.fields,
  ...cspReports.fields,
  ...ownPages.fields,
  ...maintenance.fields,
  ...visitorReports.fields,
};

export type OriginConfig = ValuesOf<typeof originFields>;
export type PolicyConfig = ValuesOf<typeof policyFields>;
export interface SitePolicy {
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
}

const allFields: Readonly<Record<string, Field>> = { ...originFields, ...policyFields };

/** The field of that name; undefined for a name that none has. */
export const fieldNamed = (name: string): Field | undefined =>
  Object.hasOwn(allFields, name) ? allFields[name] : undefined;
