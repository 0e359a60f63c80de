import type { Titled } from './titled.ts';

export type Mark =
  | 'included'
  | 'coming soon'
  | 'limited'
  | 'best in class'
  | 'not available'
  | 'easy'
  | 'hard'
  | 'none'
  | 'high';

export const comparisonColumns = [
  'Palisade',
  'Enterprise cloud suite',
  'General CDN',
  'Pay-per-rule WAF',
] as const;

export const comparisonRows: readonly { feature: string; marks: readonly [Mark, Mark, Mark, Mark] }[] = [
  { feature: 'SQL injection and XSS protection', marks: ['included', 'included', 'limited', 'included'] },
  { feature: 'Explained blocks', marks: ['included', 'limited', 'not available', 'limited'] },
  { feature: 'Layer 7 DDoS protection', marks: ['included', 'best in class', 'included', 'limited'] },
  { feature: 'Bot challenges', marks: ['included', 'included', 'limited', 'not available'] },
  { feature: 'Virtual patching', marks: ['included', 'included', 'not available', 'limited'] },
  { feature: 'Malware scan of uploads', marks: ['included', 'limited', 'not available', 'not available'] },
  { feature: 'Free renewed certificates', marks: ['included', 'included', 'included', 'limited'] },
  { feature: 'Mobile app', marks: ['coming soon', 'included', 'not available', 'not available'] },
  { feature: 'Setup', marks: ['easy', 'hard', 'easy', 'hard'] },
  { feature: 'Hidden fees', marks: ['none', 'high', 'limited', 'high'] },
];

type PlanTag = 'starter' | 'business' | 'enterprise';
const all: readonly PlanTag[] = ['starter', 'business', 'enterprise'];
const upper: readonly PlanTag[] = ['business', 'enterprise'];
const top: readonly PlanTag[] = ['enterprise'];

export const featureCategories: readonly {
  title: string;
  text: string;
  features: readonly (Titled & { plans: readonly PlanTag[] })[];
}[] = [
  {
    title: 'Core Protection',
    text: 'What stands between an attack and your server.',
    features: [
      { title: 'SQL injection', text: 'Recognises tampered queries in every part of a request.', plans: all },
      {
        title: 'Cross-site scripting',
        text: 'Stops scripts that would run in your visitors’ browsers.',
        plans: all,
      },
      {
        title: 'OWASP Top 10',
        text: 'Managed rules for the attacks that matter most, kept up to date.',
        plans: all,
      },
      { title: 'DDoS protection', text: 'Absorbs floods of requests and connections.', plans: all },
      {
        title: 'Virtual patching',
        text: 'Closes a known hole at the edge until your software is updated.',
        plans: all,
      },
      {
        title: 'Malware in uploads',
        text: 'Looks into uploaded files before they reach your disk.',
        plans: all,
      },
    ],
  },
  {
    title: 'Access Control',
    text: 'Who may come in, and how often.',
    features: [
      {
        title: 'IP allow and block lists',
        text: 'Single addresses and networks, IPv4 and IPv6.',
        plans: all,
      },
      { title: 'Rate limiting', text: 'Addresses above the limit are blocked for an hour.', plans: all },
      { title: 'Geo-blocking', text: 'Refuses the countries that you choose.', plans: upper },
      {
        title: 'Bot protection',
        text: 'Verifies good bots, challenges doubtful clients with a CAPTCHA.',
        plans: upper,
      },
      {
        title: 'Custom rules',
        text: 'Block, challenge, log or spare requests by address, country, path, header and more.',
        plans: all,
      },
    ],
  },
  {
    title: 'Performance & Reliability',
    text: 'Protection that visitors notice only as speed.',
    features: [
      {
        title: 'Edge caching and CDN',
        text: 'Repeated answers come from the edge, not from your server.',
        plans: top,
      },
      {
        title: 'HTTP/2',
        text: 'A modern protocol towards visitors, whatever your server speaks.',
        plans: all,
      },
      { title: 'Free SSL/TLS', text: 'Issued and renewed automatically.', plans: all },
      { title: 'WebSocket', text: 'Live connections pass through, inspected at the handshake.', plans: all },
      {
        title: 'Uptime monitoring',
        text: 'We watch your origin and tell you when it stops answering.',
        plans: all,
      },
    ],
  },
  {
    title: 'Analytics & Monitoring',
    text: 'See what happened, and why.',
    features: [
      {
        title: 'Real-time dashboard',
        text: 'Traffic, threats and response times within seconds.',
        plans: all,
      },
      {
        title: 'Access logs',
        text: 'Every request with its verdict, kept as long as your plan says.',
        plans: all,
      },
      { title: 'IP geolocation', text: 'Where requests come from, by country.', plans: all },
      { title: 'User-agent analysis', text: 'Browsers, crawlers and tools told apart.', plans: all },
      {
        title: 'Reports and exports',
        text: 'Weekly reports by mail, CSV for everything else.',
        plans: all,
      },
      { title: 'API access', text: 'All of it from your own scripts.', plans: all },
    ],
  },
];
