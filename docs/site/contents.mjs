// What the site has, in the order of its contents: which document of the repository stands at which address.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { apiPages } from './api-pages.mjs';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A document at an address; what the contents call it, where that is not its title. */
const page = (source, address, label) => ({ source, address, label });
/** A document of `docs` at its own path. */
const own = (name, label) => page(`docs/${name}.md`, name, label);

const markdownIn = (folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -'.md'.length));
const kebab = (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
const service = (name) => [
  page(`services/${name}/README.md`, `inside/${path.basename(name)}`, path.basename(name)),
  page(
    `services/${name}/RATIONALE.md`,
    `inside/${path.basename(name)}-rationale`,
    `${path.basename(name)}: why`,
  ),
];

const SECTIONS = [
  {
    title: 'Start',
    open: true,
    pages: [
      page('docs/overview.md', '', 'Overview'),
      own('quick-start', 'Quick start'),
      own('concepts', 'Concepts'),
      page('GLOSSARY.md', 'glossary', 'Glossary'),
    ],
  },
  {
    title: 'Guides',
    open: true,
    pages: [
      own('guides/onboarding', 'Put a site behind Palisade'),
      own('guides/wordpress', 'WordPress'),
      own('guides/shops', 'Shops'),
      own('guides/nextjs', 'Next.js'),
      own('guides/apis', 'APIs'),
      own('guides/custom-rules', 'Custom rules'),
      own('guides/false-positives', 'When a rule is wrong'),
      own('guides/roll-outs', 'Roll out a change'),
      own('guides/load-balancing', 'Several origins'),
      own('guides/caching', 'Caching'),
      own('guides/origin', 'Lock the origin'),
      own('guides/tls', 'TLS for your visitors'),
      own('guides/client-certificates', 'Client certificates'),
      own('guides/another-cdn', 'Behind another CDN'),
      own('guides/csp', 'Content-Security-Policy'),
      own('guides/leaked-passwords', 'Leaked passwords'),
      own('guides/deception', 'Hidden links and fields'),
      own('guides/policy-as-code', 'Policy as code'),
      own('guides/terraform', 'Terraform and OpenTofu'),
      own('guides/alerts', 'Alerts of your own'),
      own('guides/status-pages', 'A status page'),
      own('guides/lists', 'Lists'),
      own('guides/log-streams', 'Log streams'),
      own('guides/privacy', 'Privacy of the log'),
      own('guides/leaving', 'Leaving'),
    ],
  },
  {
    title: 'Policy and rules',
    open: true,
    pages: [
      own('reference/policy', 'Every setting'),
      own('reference/settings-traced', 'From a setting to its explanation'),
      own('reference/plans', 'Plans'),
      own('reference/limits', 'What is limited'),
      page('services/shared/managed-rules/README.md', 'rules/managed-rules', 'Managed rules'),
      page('services/shared/managed-rules/SCORES.md', 'rules/scores', 'Score sheet'),
      own('application-packs', 'Application packs'),
      own('reference/seclang', 'SecLang support'),
      own('reference/log-fields', 'Fields of log streams'),
    ],
  },
  { title: 'API', pages: [own('api', 'Using the API'), ...apiPages(ROOT)] },
  {
    title: 'Self-hosting',
    open: true,
    pages: [
      own('self-hosting/production', 'From nothing to production'),
      own('self-hosting/kubernetes', 'Production on Kubernetes'),
      own('self-hosting/edge-dns', 'DNS for the edge’s addresses'),
      own('self-hosting/sizing', 'Sizing'),
      own('self-hosting/clickhouse', 'Request logs in ClickHouse'),
      page('deploy/SCALE.md', 'self-hosting/scale', 'Scale'),
      page('deploy/docker/README.md', 'self-hosting/compose-files', 'The Compose files'),
      page('k8s/README.md', 'self-hosting/manifests', 'The Kubernetes manifests'),
      own('reference/configuration', 'Configuration'),
    ],
  },
  {
    title: 'Operations',
    pages: [
      own('operations/incidents', 'Incidents'),
      page('deploy/installation/README.md', 'operations/commands', "The operator's commands"),
      own('operations/postgres-upgrade', 'A new PostgreSQL'),
      page('deploy/monitoring/README.md', 'operations/monitoring', 'Monitoring'),
      page('deploy/runbooks/README.md', 'operations/runbooks', 'Runbooks'),
      ...markdownIn('deploy/runbooks').map((name) =>
        page(`deploy/runbooks/${name}.md`, `operations/runbooks/${kebab(name)}`),
      ),
    ],
  },
  {
    title: 'Security',
    pages: [
      page('SECURITY.md', 'security', 'Report a vulnerability'),
      own('security/threat-model', 'Threat model'),
      own('security/not-inspected', 'What is not inspected'),
      own('security/parser-differences', 'Parser differences'),
      own('security/scanners', 'What scanners find'),
      own('security/asvs', 'OWASP ASVS'),
    ],
  },
  {
    title: 'Migration',
    pages: [
      own('migration/cloudflare', 'From Cloudflare'),
      own('migration/modsecurity', 'From ModSecurity'),
      own('migration/bunkerweb', 'From BunkerWeb'),
    ],
  },
  {
    title: 'Inside',
    pages: [
      page('docs/architecture/README.md', 'architecture', 'Architecture'),
      ...markdownIn('docs/architecture').map((name) => own(`architecture/${name}`)),
      ...[
        'gateway',
        'auth',
        'billing',
        'domains',
        'logs',
        'mailer',
        'waf-proxy',
        'shared/waf-engine',
      ].flatMap(service),
      page('services/waf-proxy/POOLS.md', 'inside/pools', 'waf-proxy: pools'),
      page('services/shared/pdf/README.md', 'inside/pdf', 'pdf'),
      page('services/shared/basics/README.md', 'inside/basics', 'basics'),
      page('services/shared/regex/README.md', 'inside/regex', 'regex'),
      page('services/shared/nest-kit/README.md', 'inside/nest-kit', 'nest-kit'),
      page('services/shared/messaging/README.md', 'inside/messaging', 'messaging'),
      page('services/shared/site-policy/README.md', 'inside/site-policy', 'site-policy'),
      page(
        'services/shared/managed-rules/RATIONALE.md',
        'inside/managed-rules-rationale',
        'managed-rules: why',
      ),
      own('development/commands', 'Commands'),
      page('CONTRIBUTING.md', 'contributing', 'Contributing'),
      page('docs/README.md', 'documents', 'All documents'),
    ],
  },
  {
    title: 'Decisions',
    pages: [
      page('docs/decisions/README.md', 'decisions', 'What they are'),
      ...markdownIn('docs/decisions')
        .reverse()
        .map((name) => own(`decisions/${name}`)),
    ],
  },
  { title: 'Changes', pages: [page('CHANGELOG.md', 'changes', 'Changelog')] },
];

const titleIn = (source) =>
  (/^# (.+)$/m.exec(readFileSync(path.join(ROOT, source), 'utf8'))?.[1] ?? source).replace(/[`*]/g, '');

const WITH_TEXT = SECTIONS.map(({ title, open = false, pages }) => ({
  title,
  open,
  pages: pages.map((entry) => ({
    ...entry,
    section: title,
    label: entry.label ?? titleIn(entry.source),
    text: entry.text ?? readFileSync(path.join(ROOT, entry.source), 'utf8'),
    href: entry.address === '' ? '/docs' : `/docs/${entry.address}`,
  })),
}));

/** One after the other, with their text. */
export const PAGES = WITH_TEXT.flatMap(({ pages }) => pages);

/** What the contents on each page show. */
export const NAVIGATION = WITH_TEXT.map(({ title, open, pages }) => ({
  title,
  open,
  pages: pages.map(({ address, label, href }) => ({ address, label, href })),
}));

const bySource = new Map(PAGES.map(({ source, href }) => [source, href]));
/** Where the page of a document stands; `undefined` for what has none. */
export const addressOfSource = (source) => bySource.get(source);

const forgotten = readdirSync(path.join(ROOT, 'docs'), { recursive: true })
  .map((name) => `docs/${name}`)
  .filter(
    (name) => name.endsWith('.md') && !/\/(?:node_modules|dist|site)\//.test(name) && !bySource.has(name),
  );
if (forgotten.length > 0)
  throw new Error(`documents that stand nowhere in the contents: ${forgotten.join(', ')}`);
