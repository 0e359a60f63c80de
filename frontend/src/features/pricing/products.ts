/**
 * The comparison's claims about each product. Cells about others name their source, and the day on which it was read.
 */

export const topics = {
  form: 'What it is',
  licence: 'Licence and price',
  detection: 'How it finds attacks',
  better: 'What is good about it',
  know: 'Good to know',
} as const;
export type Topic = keyof typeof topics;

export interface SourcedFact {
  text: string;
  source: string;
  /** The day on which the source was read. */
  checked: string;
}

export interface OtherProduct {
  name: string;
  facts: Readonly<Record<Topic, SourcedFact>>;
}

const from =
  (source: string, checked = '2026-11-23') =>
  (text: string): SourcedFact => ({ text, source, checked });

const cloudflareDocs = 'https://github.com/cloudflare/cloudflare-docs/blob/production/content/waf';
const cloudflareRules = from(`${cloudflareDocs}/managed-rules/_index.md`);
const cloudflareUploads = from(`${cloudflareDocs}/about/content-scanning/_index.md`);
const cloudflareFloods = from('https://workers.cloudflare.com/products/ddos/');
const fastlyGuides = 'https://www.fastly.com/documentation/guides/next-gen-waf';
const fastlyDeployment = from(`${fastlyGuides}/deployment-types/about-deploying-the-next-gen-waf`);
const fastlyRedaction = from(`${fastlyGuides}/privacy/redacting-data/`);
const fastlyDetection = from(
  'https://www.fastly.com/resources/datasheets/security/fastly-next-gen-waf-detection-and-blocking-datasheet',
);
const bunkerWeb = 'https://github.com/bunkerity/bunkerweb/blob/2ae80bbbe46e7253fd080df807dceb9d20a60a77';
const bunkerWebReadme = from(`${bunkerWeb}/README.md`);
const bunkerWebFeatures = from(`${bunkerWeb}/docs/features.md`);
const safeLine = 'https://github.com/chaitin/SafeLine/blob/ad2aeb4cf9f83d88b83198d711843edcc37381c0';
const safeLineReadme = from(`${safeLine}/README.md`);
const safeLineLicence = from(`${safeLine}/LICENSE.md`);
const safeLineMaker = from('https://github.com/chaitin');
const openAppsec = 'https://github.com/openappsec/openappsec/blob/d20508103bccca7c3835f9308e86b51c386ec907';
const openAppsecReadme = from(`${openAppsec}/README.md`);
const openAppsecLicence = from(`${openAppsec}/LICENSE`);
const openAppsecPractices = from('https://docs.openappsec.io/concepts/security-practices');
const coraza = 'https://github.com/corazawaf/coraza/blob/877524f9e7e18011e586194e4854aae9dec76b85';
const corazaReadme = from(`${coraza}/README.md`);
const corazaLicence = from(`${coraza}/LICENSE`);
const connector =
  'https://github.com/owasp-modsecurity/ModSecurity-nginx/blob/86b670914e71a47a82d3afc04f0a2914d6c41282';
const connectorReadme = from(`${connector}/README.md`);
const connectorLicence = from(`${connector}/LICENSE`);

/** Ours: each sentence has its proof among the claims of the public pages. */
export const own: { name: string; facts: Readonly<Record<Topic, string>> } = {
  name: 'Palisade',
  facts: {
    form: 'A proxy in front of your site, switched on in DNS: ours, or on machines of your own.',
    licence: 'AGPL-3.0, all of it. Our prices stand above.',
    detection: 'SecLang rules of our own that you can read, or OWASP CRS. Scores add up, and are shown.',
    better: 'Of each block you read which rule, which field and which bytes decided.',
    know: 'As many edges as its operator runs: no hundreds of cities for the largest floods.',
  },
};

export const others: readonly OtherProduct[] = [
  {
    name: 'Cloudflare WAF',
    facts: {
      form: cloudflareFloods('A service in more than 330 cities.'),
      licence: cloudflareRules('Plans of a service. A free managed rule set is on all of them.'),
      detection: cloudflareRules('Rule sets of its own, and an OWASP Core Rule Set.'),
      better: cloudflareFloods('Absorbs floods in layers 3, 4 and 7, unmetered.'),
      know: cloudflareUploads('Malware scans of uploads are an add-on of Enterprise.'),
    },
  },
  {
    name: 'Fastly Next-Gen WAF',
    facts: {
      form: fastlyDeployment(
        'A service at Fastly’s edge or in its cloud, or an agent on machines of your own.',
      ),
      licence: fastlyDeployment('Bought through Fastly’s sales.'),
      detection: fastlyDetection('SmartParse looks at how a request would execute, not at patterns.'),
      better: fastlyDeployment('Also guards what is not behind their CDN.'),
      know: fastlyRedaction('Its agent sends little of an attack but the parameter, redacted.'),
    },
  },
  {
    name: 'BunkerWeb',
    facts: {
      form: bunkerWebReadme('A web server on nginx that you run in front of your services.'),
      licence: bunkerWebReadme('AGPL-3.0. A PRO version and a managed cloud are sold.'),
      detection: bunkerWebReadme('ModSecurity with the OWASP Core Rule Set.'),
      better: bunkerWebReadme('Runs on Linux, Docker, Swarm and Kubernetes.'),
      know: bunkerWebFeatures('Its cache, load balancer and monitoring belong to PRO.'),
    },
  },
  {
    name: 'SafeLine',
    facts: {
      form: safeLineReadme('A reverse proxy that you host yourself.'),
      licence: safeLineLicence('GPL-3.0, for what its repository holds.'),
      detection: safeLineMaker('An engine of its own that its makers call semantic.'),
      better: safeLineReadme('Can encrypt HTML and JavaScript anew at each visit, against bots.'),
      know: safeLineReadme('By its makers: 71.65 % of attacks found, 0.07 % false alarms (balanced).'),
    },
  },
  {
    name: 'open-appsec',
    facts: {
      form: openAppsecReadme('An add-on to nginx, Kong, APISIX or Envoy.'),
      licence: openAppsecLicence('Apache-2.0.'),
      detection: openAppsecReadme('Two machine learning models; one learns from your traffic.'),
      better: openAppsecReadme('Learns how an application is used; what differs is suspect.'),
      know: openAppsecPractices('Bot protection and file security need a commercial edition.'),
    },
  },
  {
    name: 'Coraza',
    facts: {
      form: corazaReadme('A library in Go, with connectors to proxies and servers.'),
      licence: corazaLicence('Apache-2.0.'),
      detection: corazaReadme('SecLang rules. Says to be fully compatible with OWASP CRS 4.'),
      better: corazaReadme('Goes right into a Go program, without a proxy.'),
      know: corazaReadme('Its connectors to HAProxy and nginx are called experimental.'),
    },
  },
  {
    name: 'nginx + ModSecurity',
    facts: {
      form: connectorReadme('A module between nginx and libmodsecurity.'),
      licence: connectorLicence('Apache-2.0, the connector.'),
      detection: connectorReadme('The ModSecurity rules that you load.'),
      better: connectorReadme('Stays within your nginx; rules may differ by location.'),
      know: connectorReadme('You build it with nginx, for its version.'),
    },
  },
];

export const comparisonTexts = {
  title: 'Beside what else there is',
  lead: 'Out of their own documents, each with its source and the day we read it. Something wrong or out of date? Write to us.',
  scoresTitle: 'How much is stopped, and what by mistake',
  scoresLead:
    'Percent of requests blocked, of collections made by third parties, through our rules at each sensitivity and through OWASP CRS at paranoia level 1 on the same engine. Unseen are those that nobody looked at while rules were written.',
} as const;
