// An example of each call as a command for a shell, with the variables that "Using the API" sets.
import { sample } from 'openapi-sampler';

/** Values that say more than "string", by the name of the member or the parameter that they are for. */
const VALUES = {
  address: '203.0.113.7',
  billing_period: 'monthly',
  certificate_chain: '-----BEGIN CERTIFICATE-----…',
  code: '123456',
  confirm_password: 'a new long passphrase',
  current_password: 'a long passphrase',
  domain: 'shop.example',
  domain_name: 'shop.example',
  email: 'mail@shop.example',
  csv: 'email\nada@shop.example\n',
  first_name: 'Ada',
  from_email: 'mail@shop.example',
  host: 'smtp.shop.example',
  html_content: '<p>Hello</p>',
  last_name: 'Lovelace',
  message: 'How do I move my site?',
  name: 'Example',
  new_password: 'a new long passphrase',
  origin_host: '203.0.113.10',
  origin_port: 443,
  password: 'a long passphrase',
  plan_id: '2',
  private_key: '-----BEGIN PRIVATE KEY-----…',
  subject: 'Hello',
  test_email: 'ada@shop.example',
  token: 'from the link in the mail',
  username: 'ada',
};

/** Of calls that change what they are sent and leave the rest: a change that somebody would make. */
const CHANGES = {
  updateDomain: { is_active: false },
  updatePlan: { is_active: false },
  updateSmtpConfig: { max_per_second: 5 },
  updateUser: { full_name: 'Ada Lovelace' },
  updateSitePolicy: { version: 7, policyConfig: { mode: 'DetectionOnly' } },
};

/** What `sample` makes of a schema, with the values of this file in it. */
function filled(value, name) {
  const known = VALUES[name];
  if (known !== undefined && typeof value === typeof known) return known;
  if (Array.isArray(value)) return value.map((entry) => filled(entry, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member, key)]));
}

/** The least that a call takes; where nothing has to be there, one of everything. */
export function exampleOf({ operationId, requestBody }, description) {
  if (CHANGES[operationId]) return CHANGES[operationId];
  const { schema } = requestBody.content['application/json'];
  const least = sample(schema, { skipNonRequired: true, skipReadOnly: true, quiet: true }, description);
  const isEmpty = least !== null && typeof least === 'object' && Object.keys(least).length === 0;
  return filled(isEmpty ? sample(schema, { skipReadOnly: true, quiet: true }, description) : least);
}

const variableOf = (name) => `$${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`;
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function addressOf({ address, operation }, description) {
  const path = address.replace(/\{(\w+)\}/g, (_, name) => variableOf(name));
  const query = (operation.parameters ?? [])
    .filter(({ in: where, required }) => where === 'query' && required)
    .map(({ name, schema }) => [name, filled(sample(schema, { quiet: true }, description), name)]);
  return `"$API${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}"`;
}

/** Keys open what has a scope; what needs a session is called with the token that signing in answers with. */
function credentialOf({ 'x-palisade-access': access }) {
  if (access === undefined || access.level === 'public') return [];
  return [`-H "Authorization: Bearer ${access.scope === 'session' ? '$TOKEN' : '$KEY'}"`];
}

export function curlExample(entry, description) {
  const { method, operation } = entry;
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const isJson = type === 'application/json';
  const body = isJson ? exampleOf(operation, description) : undefined;
  const words = [
    'curl -sS --fail-with-body',
    ...(method === 'get' || (method === 'post' && isJson) ? [] : [`-X ${method.toUpperCase()}`]),
    ...credentialOf(operation),
    ...(type === undefined ? [] : [`-H 'content-type: ${type}'`]),
    ...(isJson ? [`-d ${quoted(JSON.stringify(body))}`] : []),
    ...(type === undefined || isJson ? [] : ['--data-binary @file']),
    addressOf(entry, description),
  ];
  return words.join(' \\\n  ');
}
