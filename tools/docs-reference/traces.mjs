// Where each group of settings is met: on which screen, held by which tests, explained how in the log. What is said here is looked up: settings-traced.mjs.
const EDGE = 'services/waf-proxy/src';
const BROWSER = 'services/e2e/src/browser';
const edge = (file, name) => [`${EDGE}/${file}`, name];
const browser = (file, name) => [`${BROWSER}/${file}.browser-spec.ts`, name];

/** The field of a log entry that shows a setting which refuses nothing. */
const field = (name, meaning) => ({ field: name, meaning });
/** A refusal, or a remark, by the edge's action and reason. */
const verdict = (action, reason) => ({ action, reason });
const BY_RULE = { rule: true };

/**
 * By group of site-policy.
 *
 *   screen  [tab of *Configure WAF*, a text of the screen, or the label of a switch]
 *   tests   [file, a part of the test's name]: at the edge first, then in a browser
 *   log     how a record says that it was this
 */
export const TRACES = {
  origin: {
    screen: ['Origin Server', 'Origin Host'],
    tests: [
      edge('pipeline/policy.int-spec.ts', 'change hosts and origins between two requests of one connection'),
      browser('policy', 'opens on the origin, which needs a host'),
    ],
    log: [field('origin_status', 'the status of the origin')],
  },
  delivery: {
    screen: ['Origin Server', 'Redirect to HTTPS'],
    tests: [
      edge(
        'features/https-redirect/https-redirect.int-spec.ts',
        'sends GET with 301 and other methods with 308',
      ),
    ],
    log: [field('reason', 'redirected to HTTPS, or WebSocket not allowed on the site')],
  },
  clientTls: {
    screen: ['Origin Server', 'Minimum TLS version'],
    tests: [
      edge(
        'server/tls/tls-policy.int-spec.ts',
        'is told to older clients by their protocol’s alert, and they are counted',
      ),
    ],
    log: [
      field(
        'tls_version',
        'the negotiated version; a refused handshake is not a request, and is only counted',
      ),
    ],
  },
  clientCertificates: {
    screen: ['Origin Server', 'Client certificates'],
    tests: [
      edge(
        'features/client-certificates/client-certificates.int-spec.ts',
        'lets in whom its authority has signed',
      ),
      browser('client-certificates', 'an owner requires client certificates, with errors at their fields'),
    ],
    log: [verdict('block', 'client_certificate:missing')],
  },
  trustedProxies: {
    screen: ['Origin Server', 'Trusted proxies'],
    tests: [
      edge(
        'pipeline/trusted-proxies.int-spec.ts',
        'is who is blocked, counted, logged and told to the origin',
      ),
      browser('trusted-proxies', 'an owner’s proxy is believed once its network is saved, and nobody else'),
    ],
    log: [field('remote_addr', 'the address of the visitor, not of the proxy')],
  },
  compression: {
    screen: ['Origin Server', 'Compression'],
    tests: [
      edge('features/compression/compression.int-spec.ts', 'of a stored response is done once'),
      browser('compression', 'pages are compressed while the owner wants it'),
    ],
    log: [field('response_bytes', 'the bytes sent')],
  },
  loadBalancing: {
    screen: ['Origin Server', 'Prefer the fastest origin'],
    tests: [
      edge(
        'upstream/origins/origin-balancer.spec.ts',
        'chooses by weight among those that are about as fast',
      ),
      browser('delivery', 'the fastest of several origins has the visitors'),
      browser('delivery', 'an origin for visitors from somewhere takes them, until it drains'),
    ],
    log: [field('origin_reason', 'why this origin was chosen')],
  },
  ruleEngine: {
    screen: ['WAF Policy', 'Mode and rules'],
    tests: [
      edge(
        'pipeline/policy.int-spec.ts',
        'stop nothing in log-only mode, and remember what they would have done',
      ),
      browser('policy', 'can be log-only until one has seen what blocking would have done'),
    ],
    log: [BY_RULE],
  },
  ruleSet: {
    screen: ['WAF Policy', 'Paranoia level'],
    tests: [
      edge(
        'features/inspection/rule-releases.int-spec.ts',
        'holds each site to its paranoia level and threshold',
      ),
    ],
    log: [BY_RULE],
  },
  applicationPacks: {
    screen: ['WAF Policy', 'Applications'],
    tests: [
      [
        'services/shared/managed-rules/src/packs.spec.ts',
        'there are examples of each pack, requests that pass and attacks that do not',
      ],
    ],
    log: [BY_RULE],
  },
  inspectionLimits: {
    screen: ['WAF Policy', 'Bodies and uploads'],
    tests: [
      edge(
        'features/inspection/inspection-limits.int-spec.ts',
        'that are longer go on unseen, unless the site wants them refused',
      ),
    ],
    log: [field('reason', 'the body was longer than what is inspected')],
  },
  bots: {
    screen: ['WAF Policy', 'Bot Protection'],
    tests: [edge('features/bots/bots-phase.int-spec.ts', 'refuses attack tools everywhere')],
    log: [verdict('bot', 'bot:scanner:sqlmap'), verdict('challenge', 'challenge:page')],
  },
  crawlers: {
    screen: ['WAF Policy', 'Crawlers'],
    tests: [
      edge('features/bots/crawlers.int-spec.ts', 'one switch refuses AI crawlers, and nobody else'),
      browser('answers', 'AI crawlers are refused by one switch and read so in robots.txt'),
    ],
    log: [verdict('bot', 'crawler:ai_training:openai:claimed')],
  },
  deception: {
    screen: ['WAF Policy', 'Hidden links and fields'],
    tests: [
      edge(
        'features/bots/deception/deception.int-spec.ts',
        'have one link and, in forms that are sent here, a field',
      ),
      browser('deception', 'a program that follows a hidden link is blocked once the owner wants it'),
    ],
    log: [verdict('bot', 'deception:link'), verdict('bot', 'deception:field')],
  },
  leakedPasswords: {
    screen: ['WAF Policy', 'Leaked passwords'],
    tests: [
      edge(
        'features/leaked-passwords/leaked-passwords.int-spec.ts',
        'are refused where the owner wants that',
      ),
      browser('leaked-passwords', 'sign-ins with leaked passwords are blocked once the owner wants it'),
    ],
    log: [verdict('block', 'leaked_password:found')],
  },
  rateLimits: {
    screen: ['WAF Policy', 'Limits and floods'],
    tests: [
      edge(
        'features/rate-limits/rate-limit-rules.int-spec.ts',
        'is a refusal with the time to wait, which the log explains',
      ),
      browser('limits', 'a custom rate limit is made from a template, counts by its key at the edge'),
      browser('policy', 'bans who is too quick, and lets the owner lift it'),
    ],
    log: [verdict('rate_limit', 'rate_limit'), verdict('ban', 'banned')],
  },
  ddos: {
    screen: ['WAF Policy', 'DDoS Protection'],
    tests: [
      edge(
        'features/ddos/site-load.spec.ts',
        'refuses the client who asks too much, and nobody else of the same site',
      ),
      edge('features/bots/bots-phase.int-spec.ts', 'is noticed within seconds of a real flood'),
    ],
    log: [verdict('ddos', 'ddos:attack')],
  },
  geoBlocking: {
    screen: ['WAF Policy', 'Countries'],
    tests: [
      edge(
        'pipeline/policy.int-spec.ts',
        'blocks countries where the plan includes it, and writes the country down',
      ),
      browser('policy', 'refuses a country'),
    ],
    log: [verdict('geo', 'blocked_country')],
  },
  caching: {
    screen: ['WAF Policy', 'Tiered cache'],
    tests: [
      edge('features/cache/cache.int-spec.ts', 'serves stale while it asks anew, and when the origin fails'),
      edge(
        'upstream/peers/tiered-cache.int-spec.ts',
        'asks the origin once for what visitors of all nodes ask',
      ),
      browser('delivery', 'keeps answers once it is turned on, and forgets them when they are purged'),
      browser('delivery', 'tiered caching is switched on by the owner'),
    ],
    log: [
      field('cache_status', 'what the cache did'),
      field('origin_reason', '`peer`: another edge node was asked'),
    ],
  },
  uploads: {
    screen: ['WAF Policy', 'Bodies and uploads'],
    tests: [
      edge('features/upload-scan/upload-scan-phase.int-spec.ts', 'finds what lies far into a large file'),
    ],
    log: [field('reason', 'malware was found, or the scan was not possible')],
  },
  addressLists: {
    screen: ['WAF Policy', 'Addresses and lists'],
    tests: [
      edge('pipeline/policy.int-spec.ts', 'holds for IPv6, whole networks included'),
      browser('policy', 'refuses an address on the block list, after the checks of the list'),
    ],
    log: [verdict('ip_list', 'blocked_address')],
  },
  customRules: {
    screen: ['Rules', 'Add rule'],
    tests: [
      edge(
        'features/custom-rules/custom-rules.int-spec.ts',
        'refuses with the page of refusals, and says in the log which values fulfilled it',
      ),
      browser('exclusions', 'a rule of the owner'),
      browser('expressions', 'an expression is completed as it is typed'),
    ],
    log: [verdict('custom_rule', 'custom:wall')],
  },
  ruleExclusions: {
    screen: ['Rules', 'exclusion'],
    tests: [
      edge(
        'features/inspection/exclusions.int-spec.ts',
        'lets exactly that request pass, and is named in its record',
      ),
      browser('exclusions', 'a request that should have passed'),
    ],
    log: [field('matches', 'the rules that matched, and the exclusion that let the request pass')],
  },
  recording: {
    screen: ['WAF Policy', 'Records and reports'],
    tests: [edge('features/recording/recorded-bodies.int-spec.ts', 'of a sample are whole')],
    log: [field('request_id', 'the id under which a replay shows the recorded request')],
  },
  logPrivacy: {
    screen: ['Privacy', 'Privacy'],
    tests: [
      edge('node/telemetry/request-log-record.spec.ts', 'keep of a site’s requests no more than it wants'),
    ],
    log: [field('remote_addr', 'the address, its network or a pseudonym')],
  },
  redirects: {
    screen: ['Redirects & pages', 'Redirects'],
    tests: [
      edge(
        'features/redirects/redirects.int-spec.ts',
        'leaves other paths, itself and what proves control of the name alone',
      ),
      browser('answers', 'a redirect leads visitors on, with their query or without'),
    ],
    log: [field('reason', '`redirect`')],
  },
  headerRules: {
    screen: ['Redirects & pages', 'Header rules'],
    tests: [
      edge('features/redirects/redirects.int-spec.ts', 'changes headers on the way there and back'),
      browser('answers', 'a header rule changes responses to visitors and requests to the server'),
    ],
    log: [],
  },
  cspReports: {
    screen: ['Redirects & pages', 'Content-Security-Policy'],
    tests: [
      edge(
        'features/csp-reports/csp-reports.int-spec.ts',
        'say in the log what was refused, once for a client',
      ),
      browser('csp-reports', 'what browsers report of a policy is put into it at one press'),
    ],
    log: [verdict('allow', 'csp_report:taken')],
  },
  ownPages: {
    screen: ['Redirects & pages', 'Own pages'],
    tests: [
      edge(
        'features/maintenance/maintenance.int-spec.ts',
        'shows the owner’s page to who is blocked and where the origin fails',
      ),
      browser('answers', 'a page of one’s own is what a refused visitor sees'),
    ],
    log: [],
  },
  maintenance: {
    screen: ['Redirects & pages', 'Maintenance'],
    tests: [
      edge('features/maintenance/maintenance.int-spec.ts', 'tells everybody when to come again'),
      browser('answers', 'maintenance answers everybody but who may pass'),
    ],
    log: [field('reason', '`maintenance`')],
  },
  visitorReports: {
    screen: ['WAF Policy', 'Records and reports'],
    tests: [
      edge(
        'features/visitor-reports/visitor-reports.int-spec.ts',
        'go from the page of a refusal into the record',
      ),
      browser('reports', 'a refused visitor reports it to the owner'),
    ],
    log: [field('reason', '`report:taken`, on the request that delivered it')],
  },
};

const domains = (file, name) => [`services/domains/src/modules/${file}`, name];

/**
 * What an owner or operator sets outside the policy of a site.
 *
 *   setting  the operator's, if it takes one
 *   screen   [file below frontend/src, a text in it, where that is], if there is one
 *   calls    [method, path]
 *   tests, log  as above
 */
export const BESIDES = {
  'Lists of addresses, networks, countries, user agents and fingerprints': {
    screen: ['entities/client-list/lists-card.tsx', 'Add list', 'Lists'],
    calls: [
      ['post', '/api/lists'],
      ['get', '/api/lists/{id}/entries'],
      ['post', '/api/lists/{id}/refresh'],
    ],
    tests: [
      domains('lists/client-lists.int-spec.ts', 'are kept by hand, replaced, and given to the edges'),
      browser('lists', 'an owner creates a list, a policy blocks its addresses, and the log names the list'),
    ],
    log: [verdict('ip_list', 'blocked_list:wall')],
  },
  Bans: {
    screen: ['features/domains/site-policy/bans-tab.tsx', 'Nobody is banned', 'Configure WAF → Bans'],
    calls: [
      ['get', '/api/domains/{id}/bans'],
      ['delete', '/api/domains/{id}/bans'],
    ],
    tests: [
      domains(
        'bans/bans.int-spec.ts',
        'that the edge made are listed with reason and end, and lifted for all edges',
      ),
      browser('policy', 'bans who is too quick, and lets the owner lift it'),
    ],
    log: [verdict('ban', 'banned')],
  },
  'Lock of the origin': {
    screen: ['features/overview/first-steps.tsx', 'Origin locked', 'Overview → First steps'],
    calls: [['get', '/api/domains/{id}/origin-lock']],
    tests: [domains('origins/origins.int-spec.ts', 'are no such where nobody else can reach their address')],
    log: [],
  },
  'Certificate for the origin (mutual TLS)': {
    screen: [
      'features/domains/site-policy/origin/origin-certificate.tsx',
      'Certificate for the origin',
      'Configure WAF → Origin Server',
    ],
    calls: [
      ['get', '/api/domains/{id}/origin-certificates'],
      ['put', '/api/domains/{id}/origin-certificates/uploaded'],
      ['post', '/api/domains/{id}/origin-certificates/next-authority/switch'],
    ],
    tests: [
      edge('upstream/origin-clients.int-spec.ts', 'refuses without one, which the log calls by its name'),
      edge(
        'upstream/origin-clients.int-spec.ts',
        'sees the next one from when it is switched, and nobody is refused',
      ),
      domains(
        'origin-certificates/origin-certificates.int-spec.ts',
        'are issued by an authority that is the site’s alone',
      ),
      browser('origin-certificate', 'an owner locks the origin to the edge’s certificate'),
    ],
    log: [verdict('allow', 'origin:certificate_refused')],
  },
  'Addresses from which the edge connects to origins': {
    setting: 'PALISADE_EDGE_OUTBOUND_ADDRESSES',
    screen: [
      'features/domains/site-policy/origin/edge-addresses.tsx',
      'Edge IP addresses',
      'Configure WAF → Origin Server',
    ],
    calls: [
      ['get', '/api/edge-addresses'],
      ['get', '/api/edge-addresses/text'],
    ],
    tests: [
      domains(
        'edge-health/edge-addresses.int-spec.ts',
        'are those that the nodes report, once each and in one order, for anybody',
      ),
      browser('trusted-proxies', 'the origin’s form asks for the edge’s addresses when they are wanted'),
    ],
    log: [],
  },
  'Certificates of a site': {
    screen: [
      'features/domains/site-policy/certificates-tab.tsx',
      'No certificate yet',
      'Configure WAF → Certificates',
    ],
    calls: [
      ['get', '/api/domains/{id}/certificates'],
      ['put', '/api/domains/{id}/certificates/uploaded'],
      ['post', '/api/domains/{id}/certificates/issue'],
    ],
    tests: [
      domains(
        'certificates/obtained-certificates.int-spec.ts',
        'are obtained as soon as a name points to us, renewed in time',
      ),
      browser('policy', 'shows certificates, and says what is wrong with one that is uploaded'),
    ],
    log: [field('tls_version', 'the version that was agreed on')],
  },
  'HTTP/3': {
    setting: 'PALISADE_EDGE_HTTP3_PROGRAM',
    calls: [['get', '/api/admin/edge/nodes']],
    tests: [
      edge(
        'server/http3/http3-requests.int-spec.ts',
        'reaches the origin and comes back, with its protocol and its client’s address in the record',
      ),
      edge(
        'server/http3/http3-requests.int-spec.ts',
        'changes with the next document, for the next handshake',
      ),
    ],
    log: [field('protocol', '`HTTP/3.0`')],
  },
  'Edge nodes, and taking one out of service': {
    screen: ['features/admin/edge/drain-button.tsx', 'DrainButton', 'Super Admin → Edge'],
    calls: [
      ['get', '/api/admin/edge/nodes'],
      ['post', '/api/admin/edge/nodes/{node}/drain'],
    ],
    tests: [
      domains(
        'edge-health/edge-health.int-spec.ts',
        'drains a node that reports, but never the last one that is ready, and takes it back',
      ),
    ],
    log: [field('server_name', 'the node that answered')],
  },
  'Addresses of the edge in DNS': {
    setting: 'PALISADE_EDGE_DNS_FILE',
    calls: [],
    tests: [
      domains(
        'edge-dns/edge-dns.int-spec.ts',
        'are those of the visitor’s region, with the lifetime that the operator has set',
      ),
    ],
    log: [field('server_name', 'the node that the visitor came to')],
  },
  'Edge nodes that ask each other before origins': {
    setting: 'PALISADE_EDGE_PEERS',
    calls: [],
    tests: [
      edge(
        'upstream/peers/tiered-cache.int-spec.ts',
        'asks the origin once for what visitors of all nodes ask',
      ),
    ],
    log: [field('origin_reason', '`peer`, and `origin` names the node')],
  },
  'Proxies in front of the edge': {
    setting: 'PALISADE_EDGE_TRUSTED_PROXIES',
    calls: [],
    tests: [
      edge(
        'pipeline/policy.int-spec.ts',
        'is decided by the client that a trusted proxy reports, not by what the client says',
      ),
    ],
    log: [field('remote_addr', 'the address of the visitor, not of the proxy')],
  },
};
