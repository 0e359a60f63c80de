// What the public pages claim, and what proves each claim. `claims.spec.ts` reads the pages: a sentence without a proof fails, and so
// does a proof whose test is gone.
import { AGREEMENTS } from './agreements.ts';
import { PROMISES } from './promises.ts';
import { everyPlan, line, operator, type Proof, plans, test, vendors } from './proofs.ts';

const EDGE = 'services/waf-proxy/src';
const STREAMS = 'services/logs/src/modules/log-streams/targets';
const BROWSER = 'services/e2e/src/browser';
const attacks = test('services/shared/managed-rules/src/families.spec.ts', '%i blocks %s');
const journey = (name: string): Proof => test('services/e2e/src/journey.e2e-spec.ts', name);
const policy = (name: string): Proof => test(`${EDGE}/pipeline/policy.int-spec.ts`, name);
const flood = test(`${EDGE}/features/bots/bots-phase.int-spec.ts`, 'noticed within seconds of a real flood');
const challenge = test(`${EDGE}/features/bots/bots-phase.int-spec.ts`, 'shows a challenge');
const scan = test(
  `${EDGE}/features/upload-scan/upload-scan-phase.int-spec.ts`,
  'finds what lies far into a large file',
);
const patches = test('services/shared/managed-rules/src/virtual-patches.spec.ts', 'is stopped by $id');
const certificates = test(
  'services/domains/src/modules/certificates/obtained-certificates.int-spec.ts',
  'as soon as a name points to us',
);
const stored = test(`${EDGE}/features/cache/cache.int-spec.ts`, 'answers a second request by itself');
const http2 = test(`${EDGE}/features/custom-rules/custom-rules.int-spec.ts`, 'refuses over HTTP/2');
const explained = test(
  `${BROWSER}/activity.browser-spec.ts`,
  'explain an attack: rule, field, the bytes that matched',
);
const logOnly = test(`${BROWSER}/policy.browser-spec.ts`, 'can be log-only');
const rollBack = test(
  `${BROWSER}/policy.browser-spec.ts`,
  'keeps every version, says what changed, and rolls back',
);
const trial = test(
  'services/billing/src/modules/customers/subscriptions.int-spec.ts',
  'gives a paid plan for fourteen days',
);
const trialOnce = test(
  'services/billing/src/modules/customers/subscriptions.int-spec.ts',
  'is had once per domain, whoever asks',
);
const trialConfirmed = test(
  'services/billing/src/modules/customers/subscriptions.int-spec.ts',
  'is not used up by a stranger who has typed the address',
);
const owner = test(`${BROWSER}/owners.browser-spec.ts`, 'a domain, from adding it to the first visitor');
const excluded = test(`${BROWSER}/exclusions.browser-spec.ts`, 'a request that should have passed');
const apiKeys = test(`${BROWSER}/settings.browser-spec.ts`, 'are made with chosen permissions');
const reports = test(
  'services/logs/src/modules/traffic-reports/scheduled-reports.int-spec.ts',
  'go out once a week to every owner with traffic, together and by site as they want them',
);
const exports = test(
  'services/logs/src/modules/analytics/analytics.service.int-spec.ts',
  'exports what was asked for',
);
const uptime = test(
  'services/logs/src/modules/attack-detection/attack-detection.int-spec.ts',
  'tells when an origin fails every request',
);
const counts = test(`${BROWSER}/activity.browser-spec.ts`, 'count requests, threats and their kinds');
const compressed = test(
  `${EDGE}/features/compression/small-pages.int-spec.ts`,
  'is one %s answer with its length',
);
const countries = policy('blocks countries where the plan includes it, and writes the country down');
const blockList = test(`${BROWSER}/policy.browser-spec.ts`, 'refuses an address on the block list');
const rateLimit = policy('bans the address for an hour');
const agents = test(`${EDGE}/features/bots/score.spec.ts`, 'is a browser that does not behave like one');
const agentsCounted = test(
  'services/logs/src/modules/analytics/breakdowns.service.int-spec.ts',
  'each kind of value by its frequency',
);
const ownRules = test('services/e2e/src/edge-rules.e2e-spec.ts', 'refuse what they name');
const demo = test(`${BROWSER}/demo-attack.browser-spec.ts`, 'attacks the demo shop and reads why');
const demoLogged = test(
  'services/logs/src/modules/demo-attack/demo-attack.int-spec.ts',
  'is explained out of the log',
);
const figuresCounted = test(
  'services/logs/src/modules/live-figures/live-figures.int-spec.ts',
  'are sums over all sites in thirty days',
);

const figuresShown = test(
  `${BROWSER}/demo.browser-spec.ts`,
  'the home page counts what this installation did',
);
const cancelled = test(`${BROWSER}/purchases.browser-spec.ts`, 'what a plan costs and ends');
const moneyBack = test(`${BROWSER}/purchases.browser-spec.ts`, 'an owner gets a refund by pressing a button');
const moneyBackOnce = test(
  'services/billing/src/modules/checkout/money-back-once.int-spec.ts',
  'is had once per mailbox and verified domain',
);
const immediate = test(
  'services/domains/src/modules/site-policy/site-policy.int-spec.ts',
  'in the second after it was paid for',
);
const recorded = test('tools/walk-through.spec.ts', 'lasts as long as its captions');

/** By the text of the page, so that a text that changes has to be proven again. */
export const CLAIMS: Readonly<Record<string, readonly Proof[]>> = {
  // Home
  'Up in five minutes.': [owner],
  'Palisade is a web application firewall and CDN that you switch on in your DNS. It stops attacks at the edge, and tells you why.':
    [owner, stored, explained],
  '14-day free trial · no credit card · cancel anytime': [trial, cancelled],
  '14-day free trial, no credit card, cancel anytime.': [trial, cancelled],
  'A verdict alone helps nobody. Palisade shows the rule, the field, the decoding and the very bytes that decided, so you can tell an attack from a customer in seconds.':
    [explained, demo],
  'This record leads your visitors through us. Take it away, and your site is where it was before.': [owner],
  'Entry prices for a web application firewall, as advertised.': [vendors],
  'Attacks stop at the edge: SQL injection, cross-site scripting and the rest of the OWASP Top 10 are refused before your server sees them.':
    [attacks, journey('blocks an attack of the corpus')],
  'No code to change: You add two CNAME records: one proves the domain, one leads its visitors through us. Your site and its hosting stay as they are.':
    [owner],
  'Every block explained: Rule, field, the bytes that matched, and the score. You never have to guess why someone was turned away.':
    [explained],
  'Faster for everyone else: HTTP/2 and compression for every site, edge caching where the plan includes it: your pages come sooner to the people you want.':
    [http2, compressed, stored],
  'Certificates look after themselves: Free SSL/TLS certificates are issued as soon as a name points to us, and renewed long before they run out.':
    [certificates],
  'Calm by default: Sensible protection from the first minute, a log-only mode to try stricter rules, and roll-back for every change.':
    [test(`${BROWSER}/policy.browser-spec.ts`, 'blocks attacks under the defaults'), logOnly, rollBack],
  'SQL injection and XSS protection': [attacks],
  'OWASP Top 10 coverage': [attacks],
  'DDoS mitigation': [flood],
  'Bot detection with challenges': [challenge],
  'Malware scan of uploaded files': [scan],
  'Virtual patching': [patches],
  'Geo-blocking by country': [countries],
  'IP allow and block lists': [blockList],
  'Rate limiting per address': [rateLimit],
  'Custom rules': [ownRules],
  'Many domains, each with its own policy': [owner],
  'API access': [apiKeys],
  'Real-time dashboard': [journey('finds the attack, explained, in the logs within five seconds')],
  'Access and attack logs': [explained],
  'Records of requests sent to your servers: HTTP, syslog, object storage, OpenTelemetry.': [
    test(
      `${STREAMS}/stream-targets.int-spec.ts`,
      'counts octets, and is sent once the receiver has read to the end',
    ),
    test(`${STREAMS}/stream-targets.int-spec.ts`, 'has an object for each site and hour'),
  ],
  'IP geolocation': [countries],
  'User-agent analysis': [agents, agentsCounted],
  'Reports and exports': [reports, exports],
  'Uptime monitoring': [uptime],
  'Sign up: Create an account and choose a plan. The trial needs no credit card.': [trial],
  'Add your domain: Name the site and its server, then add the CNAME records that we show you.': [owner],
  'You are protected: Traffic runs through the edge. Attacks end there; everyone else passes.': [
    journey('has its visitors served through the edge'),
  ],
  'Rules that you can read: Managed rules are written in SecLang, the language of ModSecurity and the OWASP Core Rule Set. Nothing is a secret score.':
    [test('services/shared/managed-rules/src/families.spec.ts', 'gives every rule one family')],
  'Log-only first: Let a policy watch live traffic before it blocks. Every save is a version; one press brings back the one before.':
    [logOnly, rollBack],
  'Open source, yours to run: The whole of Palisade is AGPL: use our edge, or host your own with one command.':
    [line('LICENSE', 'SPDX-License-Identifier: AGPL-3.0-or-later')],
  'Taken from the running demo, whose visitors and attackers are made up.': [
    test('tools/product-pictures.spec.ts', 'is there in both themes'),
    line('frontend/tools/product-pictures.mjs', 'from a running `npm start`'),
  ],
  'Do not take our word. Attack this shop.': [demo],
  'What you send goes through a running edge to a demo shop. You see what its owner reads in the log, also if it passes.':
    [demo, demoLogged],
  'Nothing but the demo shop can be reached from here. What you send is logged there like any request.': [
    test(
      'services/logs/src/modules/demo-attack/demo-request.rules.spec.ts',
      'keeps %j the value of one field',
    ),
    demoLogged,
  ],
  'Counted at our own edge': [figuresCounted, figuresShown],
  'What this installation did for all of its sites together in the last 30 days, out of its own log. Rounded down.':
    [
      figuresCounted,
      test(
        'services/logs/src/modules/live-figures/public-figures.rules.spec.ts',
        'is rounded down to two digits',
      ),
    ],
  'Recorded in the running demo, whose visitors are made up. Without sound; it loads when you press play.': [
    recorded,
    line('frontend/src/features/marketing/walk-through.tsx', 'preload="none"'),
  ],
  'The overview: what came in a day, and what of it was stopped.': [recorded, counts],
  'The log of blocked requests, each with its kind, rule and country.': [recorded, countries],
  'One of them opened: the rule that fired, the field, and the bytes that matched.': [recorded, explained],
  'An author who was refused by mistake: an exclusion for that rule, path and field alone.': [
    recorded,
    excluded,
  ],
  'The policy of a site: blocking or log-only, sensitivity, limits, countries, addresses.': [
    recorded,
    logOnly,
  ],
  'threats blocked': [figuresCounted],
  'requests inspected': [figuresCounted],
  'sites with traffic': [figuresCounted],

  // Features
  'Every feature says which plans include it. Nothing else is for sale.': [
    test('tools/claims.spec.ts', '$title: is tagged with the plans that include it'),
    operator,
  ],
  'SQL injection: Recognises tampered queries in every part of a request.': [
    attacks,
    test('services/shared/managed-rules/src/places.spec.ts', 'every family is found'),
    everyPlan,
  ],
  'Cross-site scripting: Stops scripts that would run in your visitors’ browsers.': [attacks, everyPlan],
  'OWASP Top 10: Managed rules for the attacks that matter most, kept up to date.': [
    attacks,
    test(`${EDGE}/node/supervisor/rule-releases.int-spec.ts`, 'a rule release arrives'),
    everyPlan,
  ],
  'DDoS protection: Absorbs floods of requests and connections.': [flood, plans('ddosProtection')],
  'Virtual patching: Closes a known hole at the edge until your software is updated.': [patches, everyPlan],
  'Malware in uploads: Looks into uploaded files before they reach your disk.': [scan, everyPlan],
  'IP allow and block lists: Single addresses and networks, IPv4 and IPv6.': [
    policy('holds for IPv6, whole networks included'),
    plans('ipManagement'),
  ],
  'Rate limiting: Addresses above the limit are blocked for an hour.': [rateLimit, plans('rateLimiting')],
  'Geo-blocking: Refuses the countries that you choose.': [countries, plans('geoBlocking')],
  'Bot protection: Verifies good bots, challenges doubtful clients with a CAPTCHA.': [
    test(`${EDGE}/features/bots/bots-phase.int-spec.ts`, 'that are who they say pass without a challenge'),
    challenge,
    plans('botProtection'),
  ],
  'Custom rules: Block, challenge, log or spare requests by address, country, path, header and more.': [
    ownRules,
    everyPlan,
  ],
  'Edge caching and CDN: Repeated answers come from the edge, not from your server.': [
    stored,
    plans('edgeCaching'),
  ],
  'HTTP/2: A modern protocol towards visitors, whatever your server speaks.': [http2, everyPlan],
  'Free SSL/TLS: Issued and renewed automatically.': [certificates, everyPlan],
  'WebSocket: Live connections pass through, inspected at the handshake.': [
    test(`${EDGE}/features/websocket/websocket.int-spec.ts`, 'pass both ways'),
    everyPlan,
  ],
  'Uptime monitoring: We watch your origin and tell you when it stops answering.': [uptime, everyPlan],
  'Real-time dashboard: Traffic, threats and response times within seconds.': [
    journey('finds the attack, explained, in the logs within five seconds'),
    counts,
    everyPlan,
  ],
  'Access logs: Every request with its verdict, kept as long as your plan says.': [
    test('services/logs/src/exactly-once.int-spec.ts', 'holds for rows, roll-ups and totals'),
    everyPlan,
  ],
  'IP geolocation: Where requests come from, by country.': [countries, everyPlan],
  'User-agent analysis: Browsers, crawlers and tools told apart.': [
    agents,
    agentsCounted,
    test(`${EDGE}/features/bots/score.spec.ts`, 'is not an honest program with a name of its own'),
    test(`${EDGE}/features/bots/bots-phase.int-spec.ts`, 'that are who they say pass without a challenge'),
    everyPlan,
  ],
  'Reports and exports: Weekly reports by mail, CSV for everything else.': [reports, exports, everyPlan],
  'API access: All of it from your own scripts.': [apiKeys, everyPlan],

  // Comparison: what stands under our own name
  'SQL injection and XSS protection: included': [attacks],
  'Explained blocks: included': [explained],
  'Layer 7 DDoS protection: included': [flood],
  'Bot challenges: included': [challenge],
  'Virtual patching: included': [patches],
  'Malware scan of uploads: included': [scan],
  'Free renewed certificates: included': [certificates],
  'Mobile app: coming soon': [operator],
  'Setup: easy': [owner],
  'Hidden fees: none': [
    test(
      'services/billing/src/modules/checkout/paypal.int-spec.ts',
      'charges ten months for a year, and lasts twelve',
    ),
    test('services/billing/src/modules/checkout/webhooks-and-refunds.int-spec.ts', 'books balance'),
  ],
  'Managed cloud WAF: $50/mo': [vendors],
  'Enterprise cloud suite: $200/mo': [vendors],
  'General CDN: $20/mo': [vendors],
  'Pay-per-rule cloud WAF: $5+/mo': [vendors],

  // Pricing
  '14-day free trial without a credit card, 14-day money-back guarantee, cancel anytime. Changes take effect immediately.':
    [trial, moneyBack, cancelled, immediate],
  'Is there a free trial? Yes, 14 days of any paid plan without a credit card: once for each account, email address and domain, as soon as your address is confirmed.':
    [trial, trialOnce, trialConfirmed],
  'Can I change my plan later? At any time. Changes take effect immediately.': [immediate],
  'Can I cancel? Anytime, in Settings under Billing. Your account then moves to the Free plan at once, and paid time ends with it.':
    [cancelled],
  'Do you give refunds? Within 14 days of a payment you get your money back, no questions asked: once for each account, email address and domain.':
    [moneyBack, moneyBackOnce],
  'Which payment methods do you accept? PayPal for now. Cards and bank transfers are on their way.': [
    operator,
  ],
  'DDoS capacity': [operator],
  'Uptime (SLA)': [operator],
  Support: [operator],
  'Dedicated account manager': [operator],

  // Pricing: what the lines of the comparison mean
  'Sites behind us, each with its own policy.': [owner],
  'For all your sites. You are notified at 80% and 100%; nothing is ever cut off.': [
    test('services/billing/src/modules/bandwidth/bandwidth.int-spec.ts', 'over all sites of an owner'),
    test('services/billing/src/modules/bandwidth/bandwidth.int-spec.ts', 'once each, and never cut'),
  ],
  'Rules of your own that block, challenge, log or spare requests.': [
    ownRules,
    test('services/domains/src/modules/site-policy/custom-rules.int-spec.ts', 'as many as the plan includes'),
  ],
  'How much of an uploaded file is inspected.': [
    test(
      'services/shared/site-policy/src/groups/inspection-limits.spec.ts',
      'has %d kB of an upload inspected',
    ),
  ],
  'How far back the log goes. What is older is deleted.': [
    test(
      'services/logs/src/modules/ingest/ingest.service.int-spec.ts',
      'drops exactly what a plan has run out for',
    ),
  ],
  'Limits requests per address and minute. Addresses above the limit are blocked for an hour.': [rateLimit],
  'Stops floods of requests and connections before they reach your origin.': [flood],
  'Always allow or block the addresses and networks you list.': [
    blockList,
    policy('holds for IPv6, whole networks included'),
  ],
  'Verifies search engines, blocks known bad bots and challenges clients that look automated.': [
    test(`${EDGE}/features/bots/bots-phase.int-spec.ts`, 'that are who they say pass without a challenge'),
    challenge,
  ],
  'Blocks visitors from the countries you choose.': [countries],
  'Answers repeated requests from the edge, without contacting your origin.': [stored],
  'Uses another rule set for a site, such as OWASP CRS, with its paranoia level and threshold.': [
    test(
      `${EDGE}/features/inspection/rule-releases.int-spec.ts`,
      'holds each site to its paranoia level and threshold',
    ),
  ],

  // Pricing: beside other products. What is said of those is held by products.spec.ts
  'A proxy in front of your site, switched on in DNS: ours, or on machines of your own.': [
    owner,
    line('README.md', 'docker compose up -d'),
  ],
  'AGPL-3.0, all of it. Our prices stand above.': [
    line('LICENSE', 'SPDX-License-Identifier: AGPL-3.0-or-later'),
  ],
  'SecLang rules of our own that you can read, or OWASP CRS. Scores add up, and are shown.': [
    test('services/shared/managed-rules/src/families.spec.ts', 'gives every rule one family'),
    test(`${EDGE}/features/inspection/rule-releases.int-spec.ts`, 'holds each site to its paranoia level'),
    explained,
  ],
  'Of each block you read which rule, which field and which bytes decided.': [explained],
  'As many edges as its operator runs: no hundreds of cities for the largest floods.': [operator],
  'Out of their own documents, each with its source and the day we read it. Something wrong or out of date? Write to us.':
    [test('frontend/src/features/pricing/products.spec.ts', 'has an address as its source')],
  'Percent of requests blocked, of collections made by third parties, through our rules at each sensitivity and through OWASP CRS at paranoia level 1 on the same engine. Unseen are those that nobody looked at while rules were written.':
    [
      line('services/shared/managed-rules/SCORES.md', '"Unseen" are requests that nobody'),
      test(
        'services/shared/managed-rules/src/corpora.spec.ts',
        'are judged by the sample that the sheet has',
      ),
    ],

  // How it works
  'Six steps from an open site to a fenced one. The work takes about five minutes.': [owner, operator],
  'Create your account: A user name, an e-mail address and a password are enough. Choose a plan or stay on the free one.':
    [journey('registers and lands on the dashboard')],
  'Add your domain: Enter the domain and the address of the server that answers for it today.': [owner],
  'Update DNS with a CNAME: Add the CNAME record that we show. It proves that the domain is yours and changes nothing for visitors.':
    [journey('adds a domain, puts its record into DNS, and sees it verified')],
  'Verify the domain: We look for the record; it usually appears within 5 to 10 minutes.': [
    journey('adds a domain, puts its record into DNS, and sees it verified'),
  ],
  'Configure the WAF: Keep the defaults or choose sensitivity, limits, countries and addresses yourself, in Log only first if you like.':
    [test(`${BROWSER}/policy.browser-spec.ts`, 'blocks attacks under the defaults')],
  'Monitor: Now point your site at our load balancer. Watch requests and threats in the dashboard and read why each one was stopped.':
    [explained],
  'Do I have to change my website? No. Everything happens in DNS and in the dashboard; your code and your hosting stay as they are.':
    [owner],
  'How long does it take? About five minutes of work. DNS then needs 5 to 10 minutes, at some providers longer, until the record is seen everywhere.':
    [operator],
  'Will my site be down meanwhile? No. Until you point your traffic at us, visitors reach your server as before. If they come by HTTPS, have the certificate ready before: add the record that we show under Certificates, or upload your own.':
    [owner],
  'What if a good visitor is blocked? The block page carries a request id. Find it in WAF Logs, read the reason, and relax exactly that rule.':
    [policy('block with a page that names the request id'), excluded],

  // About
  'Explain, don’t just block: A block without a reason is a support ticket. We show the reason to the people who have to decide.':
    [explained],
  'Simple on the outside: Protection that needs a specialist protects few. Two records, sensible defaults, plain words.':
    [owner, test(`${BROWSER}/policy.browser-spec.ts`, 'blocks attacks under the defaults')],
  'Honest limits: We say what a plan includes and what it does not. Nothing is counted twice or hidden in a footnote.':
    [
      test('services/billing/src/modules/plans/plan-lines.spec.ts', 'state the limits that are enforced'),
      test('services/logs/src/exactly-once.int-spec.ts', 'holds for rows, roll-ups and totals'),
    ],
  'Privacy by design: We look at requests to protect a site, keep them as long as the plan says, and sell nothing.':
    [
      test(
        'services/logs/src/modules/ingest/ingest.service.int-spec.ts',
        'drops exactly what a plan has run out for',
      ),
      operator,
    ],
  'A palisade is an old idea: a row of sharpened stakes, put up in a day by the people who live behind it. It does not ask them to rebuild their houses. It keeps out what should stay out, and it has a gate for everyone else.':
    [operator],
  'Web application firewalls used to be the opposite: long projects, dark boxes, and invoices that only large companies could read. Small shops, clinics and clubs were left with a plug-in and hope.':
    [operator],
  'We built Palisade for them. It sits in front of a site, put there by DNS alone, blocks what attackers send, and tells its owner in plain words what it did and why.':
    [owner, explained],

  ...PROMISES,
  ...AGREEMENTS,
};
