import type { ClientList } from '../../shared/api/types.ts';
import { LIST_KINDS } from '../policy/site-policy.ts';

type Kind = ClientList['holds'];

interface KindWords {
  /** In the form, and in the table. */
  label: string;
  /** Name of one entry. */
  hint: string;
  placeholder: string;
  /** Asked of the entries. */
  question: string;
  /** Message about skipped lines. */
  isNone: string;
}

export const KIND_WORDS: Readonly<Record<Kind, KindWords>> = {
  addresses: {
    label: 'Addresses and networks',
    hint: 'One address, network or range per line, or the first column of a CSV; # starts a comment.',
    placeholder: '203.0.113.7\n198.51.100.0/24\n2001:db8::/32',
    question: 'Is an address on it?',
    isNone: 'no address, network or range',
  },
  asns: {
    label: 'Network operators (ASN)',
    hint: 'One number per line, such as AS64500, or the first column of a CSV; # starts a comment.',
    placeholder: 'AS64500\n64501',
    question: 'Is a number on it?',
    isNone: 'no number of a network',
  },
  countries: {
    label: 'Countries',
    hint: 'One two-letter code per line, such as DE, or the first column of a CSV; # starts a comment.',
    placeholder: 'DE\nFR',
    question: 'Is a country on it?',
    isNone: 'no code of a country',
  },
  user_agents: {
    label: 'User agents',
    hint: 'One per line, case-insensitive, with an optional asterisk at the start, the end or both. Lines that begin with # are comments.',
    placeholder: 'curl/8.5.0\npython-requests/*\n*scanner*',
    question: 'Is a user agent on it?',
    isNone: 'no user agent',
  },
  fingerprints: {
    label: 'TLS fingerprints (JA4)',
    hint: 'One JA4 per line, or the first column of a CSV; # starts a comment. The log shows the JA4 of each request over TLS.',
    placeholder: 't13d1516h2_8daaf6152771_e5627efa2ab1',
    question: 'Is a fingerprint on it?',
    isNone: 'no JA4',
  },
};

export const KIND_OPTIONS = LIST_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));
