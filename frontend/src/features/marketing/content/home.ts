import type { Titled } from './titled.ts';

export const benefits: readonly Titled[] = [
  {
    title: 'Attacks stop at the edge',
    text: 'SQL injection, cross-site scripting and the rest of the OWASP Top 10 are refused before your server sees them.',
  },
  {
    title: 'No code to change',
    text: 'You add two CNAME records: one proves the domain, one leads its visitors through us. Your site and its hosting stay as they are.',
  },
  {
    title: 'Every block explained',
    text: 'Rule, field, the bytes that matched, and the score. You never have to guess why someone was turned away.',
  },
  {
    title: 'Faster for everyone else',
    text: 'HTTP/2 and compression for every site, edge caching where the plan includes it: your pages come sooner to the people you want.',
  },
  {
    title: 'Certificates look after themselves',
    text: 'Free SSL/TLS certificates are issued as soon as a name points to us, and renewed long before they run out.',
  },
  {
    title: 'Calm by default',
    text: 'Sensible protection from the first minute, a log-only mode to try stricter rules, and roll-back for every change.',
  },
];

export interface FeatureGroup {
  title: string;
  lines: readonly string[];
}

export const homeFeatureGroups: readonly FeatureGroup[] = [
  {
    title: 'Security Features',
    lines: [
      'SQL injection and XSS protection',
      'OWASP Top 10 coverage',
      'DDoS mitigation',
      'Bot detection with challenges',
      'Malware scan of uploaded files',
      'Virtual patching',
    ],
  },
  {
    title: 'Management & Control',
    lines: [
      'Geo-blocking by country',
      'IP allow and block lists',
      'Rate limiting per address',
      'Custom rules',
      'Many domains, each with its own policy',
      'API access',
    ],
  },
  {
    title: 'Analytics & Insights',
    lines: [
      'Real-time dashboard',
      'Access and attack logs',
      'IP geolocation',
      'User-agent analysis',
      'Reports and exports',
      'Uptime monitoring',
    ],
  },
];

export const setupSteps: readonly Titled[] = [
  { title: 'Sign up', text: 'Create an account and choose a plan. The trial needs no credit card.' },
  {
    title: 'Add your domain',
    text: 'Name the site and its server, then add the CNAME records that we show you.',
  },
  {
    title: 'You are protected',
    text: 'Traffic runs through the edge. Attacks end there; everyone else passes.',
  },
];

/** For who reads the rules before trusting them. */
export const forEngineers: readonly Titled[] = [
  {
    title: 'Rules that you can read',
    text: 'Managed rules are written in SecLang, the language of ModSecurity and the OWASP Core Rule Set. Nothing is a secret score.',
  },
  {
    title: 'Log-only first',
    text: 'Let a policy watch live traffic before it blocks. Every save is a version; one press brings back the one before.',
  },
  {
    title: 'Open source, yours to run',
    text: 'The whole of Palisade is AGPL: use our edge, or host your own with one command.',
  },
];
