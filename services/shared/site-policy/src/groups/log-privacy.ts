import { choice, enumWire, toggle } from '../model/field.ts';
import { group } from '../model/group.ts';

const ADDRESSES = { full: 'FULL', network: 'NETWORK', pseudonym: 'PSEUDONYM' } as const;

/**
 * What records and recordings of a site's requests leave out. The edge leaves it out before anything is written, so that
 * nothing behind it ever has it; limits, bans and rules go by the request as it came. No plan's gate: privacy is for all.
 */
export const logPrivacy = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    /** `network`: the IPv4 /24 or IPv6 /48. `pseudonym`: a keyed hash whose key changes each day (UTC) and is not stored. */
    log_addresses: choice({
      label: 'Client addresses in the log',
      options: ['full', 'network', 'pseudonym'],
      default: 'full',
      words: {
        full: 'kept whole',
        network: 'only their networks (IPv4 /24, IPv6 /48)',
        pseudonym: 'pseudonyms that change each day',
      },
      wire: enumWire('policy.logPrivacy.addresses', 'LogAddresses', ADDRESSES),
    }),
    log_mask_query_values: toggle({
      label: 'Mask all query values in the log',
      default: false,
      wire: 'policy.logPrivacy.maskQueryValues',
      switch: {
        label: 'Mask all query values',
        description:
          'Replaces the values of all query parameters in URLs and referers with stars, including in rule matches.',
      },
    }),
    log_omit_user_agents: toggle({
      label: 'Do not log user agents',
      default: false,
      wire: 'policy.logPrivacy.omitUserAgents',
      switch: {
        label: 'Do not log user agents',
        description: 'User agents are used for decisions, but not stored.',
      },
    }),
    log_omit_fingerprints: toggle({
      label: 'Do not log TLS fingerprints',
      default: false,
      wire: 'policy.logPrivacy.omitFingerprints',
      switch: {
        label: 'Do not log TLS fingerprints',
        description:
          'JA4 fingerprints, which identify the kind of client program, are used for decisions, but not stored.',
      },
    }),
  },
});
