import type { Question } from '../../shared/ui/faq.tsx';

/** Copy and figures of the public pages. Limits of plans are not here: they come with the plans. */

export interface Titled {
  title: string;
  text: string;
}

export const benefits: readonly Titled[] = [
  {
    title: 'Attacks stop at the edge',
    text: 'SQL injection, cross-site scripting and the rest of the OWASP Top 10 are refused before your server sees them.',
  },
  {
    title: 'No code to change',
    text: 'You add one CNAME record. Your site, its framework and its hosting stay exactly as they are.',
  },
  {
    title: 'Every block explained',
    text: 'Rule, field, the bytes that matched, and the score. You never have to guess why someone was turned away.',
  },
  {
    title: 'Faster for everyone else',
    text: 'HTTP/2 and HTTP/3, compression and edge caching bring your pages closer to the people you want.',
  },
  {
    title: 'Certificates look after themselves',
    text: 'Free SSL/TLS certificates are issued when a domain is verified and renewed long before they run out.',
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
    text: 'Name the site and its server, then add the CNAME record that we show you.',
  },
  {
    title: 'You are protected',
    text: 'Traffic runs through the edge. Attacks end there; everyone else passes.',
  },
];

export const competitorPrices = [
  {
    name: 'Palisade Starter',
    price: '$50/mo',
    note: 'WAF, CDN, DDoS protection and certificates in one',
    own: true,
  },
  {
    name: 'Enterprise cloud suite',
    price: '$200/mo',
    note: 'The WAF starts at the business tier',
    own: false,
  },
  { name: 'General CDN', price: '$20/mo', note: 'Basic rules; the rest is sold as add-ons', own: false },
  {
    name: 'Pay-per-rule cloud WAF',
    price: '$5+/mo',
    note: 'Per list, per rule and per million requests',
    own: false,
  },
] as const;

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
  { feature: 'Explained blocks', marks: ['best in class', 'limited', 'not available', 'limited'] },
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
        plans: upper,
      },
      {
        title: 'Malware in uploads',
        text: 'Looks into uploaded files before they reach your disk.',
        plans: upper,
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
      { title: 'Rate limiting', text: 'Whoever goes over the limit is shut out for an hour.', plans: all },
      { title: 'Geo-blocking', text: 'Refuses the countries that you choose.', plans: upper },
      {
        title: 'Bot protection',
        text: 'Verifies good bots, challenges doubtful clients with a CAPTCHA.',
        plans: upper,
      },
      {
        title: 'Custom rules',
        text: 'Your own conditions and answers, from a handful to unlimited.',
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
        text: 'Repeated answers come from the edge, balanced around the world.',
        plans: top,
      },
      {
        title: 'HTTP/2 and HTTP/3',
        text: 'Modern protocols towards visitors, whatever your server speaks.',
        plans: all,
      },
      { title: 'Free SSL/TLS', text: 'Certificates issued and renewed by themselves.', plans: all },
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
      { title: 'IP geolocation', text: 'Where requests come from, by country and city.', plans: all },
      { title: 'User-agent analysis', text: 'Browsers, crawlers and tools told apart.', plans: upper },
      {
        title: 'Reports and exports',
        text: 'Weekly reports by mail, CSV for everything else.',
        plans: upper,
      },
      { title: 'API access', text: 'All of it from your own scripts.', plans: upper },
    ],
  },
];

export const howItWorksSteps: readonly Titled[] = [
  {
    title: 'Create your account',
    text: 'An e-mail address and a password are enough. Choose a plan or stay on the free one.',
  },
  {
    title: 'Add your domain',
    text: 'Enter the domain and the address of the server that answers for it today.',
  },
  {
    title: 'Update DNS with a CNAME',
    text: 'Add the record that proves the domain is yours, then point your site at our load balancer.',
  },
  { title: 'Verify the domain', text: 'We look for the record; it usually appears within 5 to 10 minutes.' },
  {
    title: 'Configure the WAF',
    text: 'Keep the defaults or choose sensitivity, limits, countries and addresses yourself.',
  },
  {
    title: 'Monitor',
    text: 'Watch requests and threats in the dashboard and read why each one was stopped.',
  },
];

export const dnsProviders: readonly { name: string; steps: readonly string[] }[] = [
  {
    name: 'Cloudflare',
    steps: [
      'Open DNS → Records of your zone.',
      'Press Add record and choose CNAME.',
      'Paste name and target.',
      'Set the proxy status to DNS only and save.',
    ],
  },
  {
    name: 'GoDaddy',
    steps: [
      'Open My Products and press DNS beside the domain.',
      'Press Add and choose CNAME.',
      'Enter the name without the domain at its end.',
      'Paste the target and save.',
    ],
  },
  {
    name: 'Namecheap',
    steps: [
      'Open Domain List and press Manage.',
      'Go to Advanced DNS.',
      'Press Add new record and choose CNAME Record.',
      'Paste host and target, then save all changes.',
    ],
  },
  {
    name: 'Amazon Route 53',
    steps: [
      'Open Hosted zones and choose your zone.',
      'Press Create record and choose CNAME.',
      'Paste record name and value.',
      'Keep simple routing and create the record.',
    ],
  },
  {
    name: 'Google Cloud DNS',
    steps: [
      'Open Cloud DNS and choose your zone.',
      'Press Add standard and choose CNAME.',
      'Paste name and canonical name.',
      'End the canonical name with a dot and create it.',
    ],
  },
];

export const howItWorksFaq: readonly Question[] = [
  {
    question: 'Do I have to change my website?',
    answer:
      'No. Everything happens in DNS and in the dashboard; your code and your hosting stay as they are.',
  },
  {
    question: 'How long does it take?',
    answer:
      'About five minutes of work. DNS then needs 5 to 10 minutes, at some providers longer, until the record is seen everywhere.',
  },
  {
    question: 'Will my site be down meanwhile?',
    answer: 'No. Until you point your traffic at us, visitors reach your server as before.',
  },
  {
    question: 'What if a good visitor is blocked?',
    answer:
      'The block page carries a request id. Find it in WAF Logs, read the reason, and relax exactly that rule.',
  },
];

export const values: readonly Titled[] = [
  {
    title: 'Explain, don’t just block',
    text: 'A refusal without a reason is a support ticket. We show the reason to those who must decide.',
  },
  {
    title: 'Simple on the outside',
    text: 'Protection that needs a specialist protects few. One record, sensible defaults, plain words.',
  },
  {
    title: 'Honest limits',
    text: 'We say what a plan includes and what it does not. Nothing is counted twice or hidden in a footnote.',
  },
  {
    title: 'Privacy by design',
    text: 'We look at requests to protect a site, keep them as long as the plan says, and sell nothing.',
  },
];

export const story: readonly string[] = [
  'A palisade is an old idea: a row of sharpened stakes, put up in a day by the people who live behind it. It does not ask them to rebuild their houses. It keeps out what should stay out, and it has a gate for everyone else.',
  'Web application firewalls used to be the opposite: long projects, dark boxes, and invoices that only large companies could read. Small shops, clinics and clubs were left with a plug-in and hope.',
  'We built Palisade for them. It sits in front of a site with one DNS record, blocks what attackers send, and tells its owner in plain words what it did and why.',
];

export const guide: readonly {
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}[] = [
  {
    id: 'add-domain',
    title: 'Add your domain',
    paragraphs: [
      'Open Domains in the dashboard and press «Add Domain». Enter the domain as visitors type it, and the IP address or host name of the server that answers for it today.',
    ],
    points: [
      'Port 80 with HTTP or port 443 with HTTPS fits almost every server.',
      'Each domain has its own configuration; your plan says how many you may add.',
    ],
  },
  {
    id: 'verify',
    title: 'Verify ownership',
    paragraphs: [
      'Press «Verify DNS» on the domain’s card. The window «Verification CNAME Record» shows the record to add, with a copy button beside each part.',
      'Add it at your DNS provider, wait 5 to 10 minutes, and press «Verify Now». We also look by ourselves while the window is open.',
    ],
  },
  {
    id: 'configure',
    title: 'Configure the WAF',
    paragraphs: ['Press «Configure WAF». The window has two tabs.'],
    points: [
      '«Origin Server»: host, port, protocol and timeout. A timeout of 30 seconds is a good start; ports are usually 80 and 443.',
      '«WAF Policy»: managed rules, sensitivity, rate limits, DDoS protection, bots, countries and addresses.',
      'Start with medium sensitivity. A block rate of 5-15% is common for a site on the open internet.',
    ],
  },
  {
    id: 'monitor',
    title: 'Monitor the dashboard',
    paragraphs: [
      'The dashboard shows what the edge did, for all domains or for the one that you choose in the domain selector.',
    ],
    points: [
      'Overview: requests, blocked threats, uptime and response time.',
      'Blocked Requests: what was refused, and why.',
      'Allowed Requests: legitimate traffic that passed.',
      'Threat Analysis: kinds of attack, their sources and severity.',
    ],
  },
];
