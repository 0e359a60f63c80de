// The API's description as pages: one for each tag, one for all schemas. It is read where the site is built, so that no page is behind it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { curlExample } from './api-examples.mjs';
import { describeType, limitsOf, schemaAddress } from './api-types.mjs';
import { table } from './markdown-table.mjs';

const SOURCE = 'frontend/openapi.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const HEADINGS = { post: 'takes', put: 'takes', patch: 'takes', delete: 'takes' };
/** What a tag is called where its own word says little; admin's stand last. */
const LABELS = {
  auth: 'Sign-in and account',
  'api-keys': 'API keys',
  mfa: 'Second factor',
  'site-policy': 'Site policy',
  dashboard: 'Logs and figures',
  paypal: 'PayPal',
};

/** "listApiKeys" → "List API keys" */
export const words = (operationId) => {
  const text = operationId.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const proper = text
    .replace(/\bapi\b/g, 'API')
    .replace(/\bdns\b/g, 'DNS')
    .replace(/\bsmtp\b/g, 'SMTP')
    .replace(/\bwaf\b/g, 'WAF')
    .replace(/\bmfa\b/g, 'MFA')
    .replace(/\bpdf\b/g, 'PDF')
    .replace(/\bpay pal\b/g, 'PayPal');
  return proper.charAt(0).toUpperCase() + proper.slice(1);
};

export function apiPages(root) {
  const description = JSON.parse(readFileSync(path.join(root, SOURCE), 'utf8'));
  const byTag = new Map();
  for (const [address, methods] of Object.entries(description.paths)) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (operation === undefined) continue;
      const [tag = 'other'] = operation.tags ?? [];
      byTag.set(tag, [...(byTag.get(tag) ?? []), { address, method, operation }]);
    }
  }
  const tags = [...byTag.keys()].sort(
    (a, b) => Number(a.startsWith('admin')) - Number(b.startsWith('admin')) || a.localeCompare(b),
  );
  return [
    { source: SOURCE, address: 'api/calls', label: 'All calls', text: callsText(tags, byTag) },
    ...tags.map((tag) => {
      const label = labelOf(tag);
      const sections = byTag.get(tag).map((entry) => operationText(entry, description));
      return {
        source: SOURCE,
        address: `api/${tag}`,
        label,
        text: `# ${label}\n\n${sections.join('\n\n')}\n`,
      };
    }),
    { source: SOURCE, address: 'api/schemas', label: 'Schemas', text: schemasText(description) },
  ];
}

const labelOf = (tag) => LABELS[tag] ?? words(tag.replaceAll('-', ' ')).replace(/^Admin /, 'Admin: ');
const anchorOf = (operationId) => words(operationId).toLowerCase().replaceAll(' ', '-');

/** What there is, on one page: where `/api/docs` leads. */
function callsText(tags, byTag) {
  const sections = tags.map((tag) => {
    const rows = byTag
      .get(tag)
      .map(({ address, method, operation }) => [
        `[${words(operation.operationId)}](/docs/api/${tag}#${anchorOf(operation.operationId)})`,
        `\`${method.toUpperCase()} ${address}\``,
        keyText(operation),
      ]);
    return `## ${labelOf(tag)}\n\n${table(['call', 'method, path', 'key'], rows)}`;
  });
  return `# All calls\n\nEvery call with its parameters, its answers and a command to try it. [Using the API](/docs/api) begins with a key; programs read the same at \`/api/openapi.json\`.\n\n${sections.join('\n\n')}\n`;
}

/** What a key must be allowed. */
function keyText(operation) {
  const { level, scope } = operation['x-palisade-access'] ?? {};
  if (level === 'public' || level === undefined) return 'none needed';
  return scope === 'session' ? 'session only' : `\`${scope}\``;
}

function operationText({ address, method, operation }, description) {
  const parts = [`## ${words(operation.operationId)}`, `\`${method.toUpperCase()} ${address}\``];
  if (operation.summary) parts.push(operation.summary);
  if (operation.description) parts.push(operation.description);
  parts.push(accessText(operation));
  parts.push(`\`\`\`sh\n${curlExample({ address, method, operation }, description)}\n\`\`\``);
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: where, required, schema, description: told }) => [
      `\`${name}\``,
      required ? where : `${where}, optional`,
      describeType(schema),
      [told ?? '', limitsOf(schema)].filter(Boolean).join(' '),
    ],
  );
  if (parameters.length > 0) parts.push(table(['parameter', 'in', 'type', 'meaning, limits'], parameters));
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `${describeType(schema)} (\`${type}\`)`,
  );
  if (body.length > 0 && HEADINGS[method]) parts.push(`Body: ${body.join(' or ')}`);
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const resolved = answer.$ref ? description.components.responses[answer.$ref.split('/').at(-1)] : answer;
    const types = Object.entries(resolved.content ?? {}).map(([type, { schema }]) =>
      schema ? describeType(schema) : `\`${type}\``,
    );
    return [status, [resolved.description, types.join(' or ')].filter(Boolean).join(' ') || 'no content'];
  });
  parts.push(table(['answer', 'meaning, body'], answers));
  return parts.join('\n\n');
}

function accessText(operation) {
  const { level, scope } = operation['x-palisade-access'] ?? {};
  if (level === 'public' || level === undefined) return 'Anybody may call it.';
  const who = level === 'admin' ? 'administrators' : 'who is signed in';
  const byKey = scope === 'session' ? ' (no API key may)' : `, or an API key with \`${scope}\``;
  const key = scope && level !== 'admin' ? byKey : '';
  const sensitive = operation['x-palisade-sensitive']
    ? ' The password must have been given within the last ten minutes.'
    : '';
  return `For ${who}${key}.${sensitive}`;
}

function schemasText({ components: { schemas } }) {
  const sections = Object.entries(schemas).map(([name, schema]) => {
    const parts = [`## ${name}`];
    if (schema.description) parts.push(schema.description);
    const required = new Set(schema.required ?? []);
    const rows = Object.entries(schema.properties ?? {}).map(([property, of]) => [
      `\`${property}\``,
      required.has(property) ? describeType(of) : `${describeType(of)}, optional`,
      [of.description ?? '', limitsOf(of)].filter(Boolean).join(' '),
    ]);
    parts.push(rows.length > 0 ? table(['member', 'type', 'meaning, limits'], rows) : describeType(schema));
    return parts.join('\n\n');
  });
  return `# Schemas\n\nWhat bodies and answers of the [API](${schemaAddress('').replace('/schemas#', '')}) are made of.\n\n${sections.join('\n\n')}\n`;
}
