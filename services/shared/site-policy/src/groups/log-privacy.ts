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
    /** `network`: the IPv4 /24 or IPv6 /48. `pseudonym`: a keyed hash whose key is changed each day (UTC) and kept nowhere. */
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
      label: 'Mask all values of queries in the log',
      default: false,
      wire: 'policy.logPrivacy.maskQueryValues',
      switch: {
        label: 'Mask all values of queries',
        description:
          'Of every parameter in an address or a referer, stars are kept in place of its value, also where a rule has matched it.',
      },
    }),
    log_omit_user_agents: toggle({
      label: 'Keep no user agents in the log',
      default: false,
      wire: 'policy.logPrivacy.omitUserAgents',
      switch: {
        label: 'Keep no user agents',
        description: 'What browsers and programs call themselves is used for decisions and not kept.',
      },
    }),
    log_omit_fingerprints: toggle({
      label: 'Keep no TLS fingerprints in the log',
      default: false,
      wire: 'policy.logPrivacy.omitFingerprints',
      switch: {
        label: 'Keep no TLS fingerprints',
        description:
          'How a program begins its encrypted connections (JA4), which tells one kind of program from another, is used for decisions and not kept.',
      },
    }),
  },
});
