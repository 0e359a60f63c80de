import type { SiteSettings } from '@palisade/site-policy/wire';
import type { LogPrivacy } from '../../../request/site.ts';
import { SensitiveNames } from '../masking/sensitive-names.ts';
import { hiddenTargets } from './hidden-targets.ts';

interface Settings
  extends Pick<
    SiteSettings,
    'log_addresses' | 'log_mask_query_values' | 'log_omit_user_agents' | 'log_omit_fingerprints'
  > {
  recording_masked_fields: readonly string[];
}

/** What a site's records leave out, compiled and frozen. */
export function logPrivacyOf(settings: Readonly<Settings>): LogPrivacy {
  const {
    log_addresses: addresses,
    log_mask_query_values: masksQueryValues,
    log_omit_user_agents: omitsUserAgents,
    log_omit_fingerprints: omitsFingerprints,
    recording_masked_fields: named,
  } = settings;
  const secretNames = SensitiveNames.ofSecrets(named);
  const hides = hiddenTargets({
    addresses,
    masksQueryValues,
    omitsUserAgents,
    omitsFingerprints,
    secretNames,
  });
  return Object.freeze({
    addresses,
    masksQueryValues,
    omitsUserAgent: omitsUserAgents || secretNames.isNamed('user-agent'),
    omitsReferer: secretNames.isNamed('referer'),
    omitsFingerprints,
    secretNames,
    hides,
  });
}

/** For requests to hosts of no site. */
export const NO_SITES_PRIVACY = logPrivacyOf({
  log_addresses: 'full',
  log_mask_query_values: false,
  log_omit_user_agents: false,
  log_omit_fingerprints: false,
  recording_masked_fields: [],
});
