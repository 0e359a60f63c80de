import { describeType, limitsOf } from '../../docs/site/api-types.mjs';
import { table } from '../../docs/site/markdown-table.mjs';
import { built, code, commentBefore, read, WRITTEN_BY } from './markdown.mjs';

/** What each group is called, and its file. A group that is not named here fails. */
export const TITLES = {
  origin: 'Origin',
  delivery: 'Delivery',
  clientTls: 'TLS for visitors',
  clientCertificates: 'Client certificates',
  trustedProxies: 'Trusted proxies',
  compression: 'Compression',
  loadBalancing: 'Load balancing',
  ruleEngine: 'Rule engine',
  ruleSet: 'Rule set',
  applicationPacks: 'Application packs',
  inspectionLimits: 'Inspection limits',
  recording: 'Recorded traffic',
  logPrivacy: 'Privacy of the log',
  bots: 'Bots and challenges',
  crawlers: 'Crawlers',
  deception: 'Hidden links and fields',
  leakedPasswords: 'Leaked passwords',
  rateLimits: 'Rate limits',
  ddos: 'DDoS protection',
  geoBlocking: 'Countries',
  caching: 'Cache',
  uploads: 'Uploads',
  addressLists: 'Addresses',
  customRules: 'Custom rules',
  ruleExclusions: 'Rule exclusions',
  redirects: 'Redirects',
  headerRules: 'Header rules',
  ownPages: 'Own pages',
  maintenance: 'Maintenance',
  cspReports: 'Content Security Policy reports',
  visitorReports: 'Visitor reports',
};
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const MAX_DEFAULT = 60;
const here = (name) => `#${name.toLowerCase()}`;

/** Every field of the site policy: what it takes, its default and limits, the plan that it wants, and who can switch it off. */
export async function policyPage() {
  const { GROUPS } = await built('services/shared/site-policy/dist/index.js');
  const { cheapestPlanWith, FEATURE_NAMES } = await built('services/shared/entitlements/dist/index.js');
  const { components } = JSON.parse(read('frontend/openapi.json'));
  const schemas = components.schemas;
  const used = new Set();

  const sections = Object.entries(GROUPS).map(([name, group]) => {
    const title = TITLES[name];
    if (title === undefined) throw new Error(`the group ${name} has no title in the policy's reference`);
    const source = read(`services/shared/site-policy/src/groups/${kebab(name)}.ts`);
    const of = schemas[group.section === 'originConfig' ? 'OriginConfig' : 'PolicyConfig'].properties;
    const rows = Object.entries(group.fields).map(([field, facts]) => {
      const schema = of[field];
      refsIn(schema, used);
      const words = facts.words
        ? `${Object.entries(facts.words)
            .map(([value, word]) => `${code(value)}: ${word}`)
            .join('; ')}.`
        : '';
      const meaning = [
        facts.switch?.description ?? commentBefore(source, new RegExp(`^ +${field}: `, 'm')),
        words,
      ];
      return [
        code(field),
        [`**${facts.label}.**`, ...meaning].filter(Boolean).join(' '),
        [describeType(schema, here), limitsOf({ ...schema, default: undefined })].filter(Boolean).join('. '),
        defaultOf(facts.default),
      ];
    });
    const gate = group.gate
      ? `Needs *${FEATURE_NAMES[group.gate.feature]}*, included from ${cheapestPlanWith(group.gate.feature)} plan.`
      : '';
    const kill = group.killSwitch ? `Kill switch for operators: ${code(group.killSwitch)}.` : '';
    const notes = [`Section ${code(group.section)}.`, gate, kill].filter(Boolean).join(' ');
    return `## ${title}\n\n${notes}\n\n${table(['setting', 'meaning', 'values', 'default'], rows)}`;
  });

  const written = new Set();
  const parts = [];
  for (let names = [...used]; names.length > 0; names = [...used].filter((name) => !written.has(name))) {
    for (const name of names) {
      written.add(name);
      for (const property of Object.values(schemas[name].properties ?? {})) refsIn(property, used);
      const rows = Object.entries(schemas[name].properties ?? {}).map(([member, schema]) => [
        code(member),
        schema.description ?? '',
        [describeType(schema, here), limitsOf(schema)].filter(Boolean).join('. '),
      ]);
      parts.push(`### ${name}\n\n${table(['member', 'meaning', 'values'], rows)}`);
    }
  }

  return `# Every setting of a site

All settings that an owner can change for a site: meaning, values, default and required plan.

In the dashboard, open *Domains → Configure WAF*. In the API, use \`GET\` and \`PUT /api/domains/{id}/waf-config\`: send the version that the change is
based on and only the fields that change, with complete lists ([Using the API](../api.md#change-a-policy)). For how requests are processed step by step, see [a visitor's
request](../architecture/a-request.md).

${sections.join('\n\n')}

## Entries of lists

${parts.join('\n\n')}

${WRITTEN_BY} \`services/shared/site-policy\`, which also defines the API, the dashboard, the published configuration and the edge.
`;
}

function defaultOf(value) {
  const text = JSON.stringify(value);
  if (text === '""' || text === '[]') return 'none';
  return text.length <= MAX_DEFAULT ? code(text.replaceAll('"', '')) : 'off';
}

function refsIn(schema, used) {
  JSON.stringify(schema, (key, value) => {
    if (key === '$ref') used.add(value.split('/').at(-1));
    return value;
  });
}
