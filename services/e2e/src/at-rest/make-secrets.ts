import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newPassword } from '@palisade/testing';
import { generate } from 'selfsigned';
import { newAccount, World } from '../access/world.ts';
import { Inbox, linkIn } from '../browser/inbox.ts';
import type { RunningStack } from '../running-stack.ts';
import { fromBase32, type Secret } from './secret-forms.ts';

/** One secret of each kind that the product receives or issues. */
export async function makeSecrets(stack: RunningStack): Promise<Secret[]> {
  const world = await World.of(stack);
  const groups = await Promise.all([
    secondFactor(world),
    signIn(stack),
    links(world),
    administration(world),
    purchase(world),
    certificates(world),
    alertChannels(world),
    logStreams(world),
  ]);
  return [...groups.flat(), ...ownKeys(stack)];
}

async function secondFactor(world: World): Promise<Secret[]> {
  const { setup, account } = await world.newcomerWithMfa('stranger');
  return [
    { name: 'password', text: account.password },
    { name: 'TOTP seed', text: setup.secret, bytes: fromBase32(setup.secret) },
    ...setup.backup_codes.map((text, at) => ({ name: `backup code ${at}`, text })),
  ];
}

async function signIn(stack: RunningStack): Promise<Secret[]> {
  const { email, password } = stack.accounts.customer;
  const response = await fetch(`${stack.api}/auth/login`, {
    method: 'POST',
    // As a browser: others are given nothing to renew their session with.
    headers: { 'content-type': 'application/json', origin: new URL(stack.urls.dashboard).origin },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const [, device] = /palisade_device=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  const [, refresh] = /palisade_refresh=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (device === undefined || refresh === undefined) throw new Error('signing in gave no cookies');
  const ofRefresh = refresh.split('.')[2] ?? '';
  const signature = token.split('.')[2] ?? '';
  return [
    { name: 'session token', text: token },
    { name: 'signature of a session token', text: signature, bytes: Buffer.from(signature, 'base64url') },
    { name: 'refresh token', text: refresh },
    { name: 'signature of a refresh token', text: ofRefresh, bytes: Buffer.from(ofRefresh, 'base64url') },
    { name: 'device cookie', text: device, bytes: Buffer.from(device, 'base64url') },
  ];
}

async function links(world: World): Promise<Secret[]> {
  const inbox = new Inbox(world.stack.urls.inbox);
  const { account } = await world.newcomer('stranger');
  await world.actors.anonymous.call('POST', '/auth/forgotten-password', { email: account.email });
  const confirmation = await inbox.latest(account.email, /confirm/i);
  const reset = await inbox.latest(account.email, /password/i);
  return [
    token('confirmation token', linkIn(confirmation, '/confirm-email')),
    token('reset token', linkIn(reset, '/reset-password')),
  ];
}

async function alertChannels(world: World): Promise<Secret[]> {
  const path = 'hidden-path-of-a-chat';
  const body = { name: 'Chat', kind: 'webhook', target: { url: `https://chat.example/${path}` } };
  const made = await world.made<{ secret: string }>('POST', '/alert-channels', body, world.actors.owner);
  const signing = made.secret.replace('whsec_', '');
  return [
    { name: 'address of a chat', text: path },
    { name: 'webhook secret', text: signing, bytes: Buffer.from(signing, 'base64') },
  ];
}

async function logStreams(world: World): Promise<Secret[]> {
  const [header, key] = ['hidden-header-of-a-siem', 'hidden-key-of-a-bucket'];
  const { admin, owner } = world.actors;
  const url = 'https://siem.example/';
  const http = {
    name: 'SIEM',
    kind: 'http',
    domain: await world.domain(),
    target: { url, header_name: 'x-key', header_value: header },
  };
  const made = await world.made<{ secret: string }>('POST', '/log-streams', http, owner);
  const target = { endpoint: url, bucket: 'records', access_key_id: 'key', secret_access_key: key };
  await world.made('POST', '/admin/logs/streams', { name: 'Archive', kind: 's3', target }, admin);
  const signing = made.secret.replace('whsec_', '');
  return [
    { name: 'header of a log stream', text: header },
    { name: 'key of a log stream', text: key },
    { name: 'secret of a log stream', text: signing, bytes: Buffer.from(signing, 'base64') },
  ];
}

function token(name: string, link: string): Secret {
  const text = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  return { name, text, bytes: Buffer.from(text, 'base64url') };
}

async function administration(world: World): Promise<Secret[]> {
  const password = newPassword();
  const dkimKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;
  const { status, body } = await world.actors.admin.call('POST', '/admin/smtp', {
    ...world.smtpBody(),
    password,
    dkim_domain: 'example.com',
    dkim_selector: 'x',
    dkim_private_key: dkimKey,
  });
  if (status !== 201) throw new Error(`the SMTP server was refused: ${JSON.stringify(body)}`);
  const { body: made } = await world.actors.owner.call<{ api_key: string }>('POST', '/api-keys', {
    name: 'ci',
    scopes: ['domains:read'],
  });
  return [
    { name: 'SMTP password', text: password },
    keyOf('DKIM key', dkimKey),
    { name: 'API key', text: made.api_key },
  ];
}

/** The keys of certificates that the owner uploads for the demo site, for visitors and for its server. */
async function certificates({ actors }: World): Promise<Secret[]> {
  type Site = { id: string; dns_verified: boolean; hosts: string[] };
  const { body: sites } = await actors.owner.call<Site[]>('GET', '/domains');
  const site = sites.find(({ dns_verified }) => dns_verified);
  if (site === undefined) throw new Error('the demo site is not verified');
  const pair = await generate([{ name: 'commonName', value: site.hosts[0] ?? '' }], {
    keySize: 2048,
    extensions: [
      { name: 'subjectAltName', altNames: site.hosts.map((value) => ({ type: 2 as const, value })) },
    ],
  });
  const forOrigins = await generate([{ name: 'commonName', value: 'edge' }], {
    keySize: 2048,
    extensions: [{ name: 'extKeyUsage', clientAuth: true }],
  });
  for (const [place, { cert, private: key }] of [
    ['certificates', pair],
    ['origin-certificates', forOrigins],
  ] as const) {
    const { status, body } = await actors.owner.call('PUT', `/domains/${site.id}/${place}/uploaded`, {
      certificate_chain: cert,
      private_key: key,
    });
    if (status !== 200) throw new Error(`the certificate was refused: ${JSON.stringify(body)}`);
  }
  return [keyOf('TLS key', pair.private), keyOf('TLS key for origins', forOrigins.private)];
}

/** A line of the key from within: as a whole it would miss one whose line ends were changed. */
function keyOf(name: string, pem: string): Secret {
  const bytes = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  return { name, text: pem.split(/\r?\n/)[5] ?? '', bytes: bytes.subarray(100, 200) };
}

/** A guest pays; with the claim token, an account can take over the order. */
async function purchase({ stack, actors }: World): Promise<Secret[]> {
  const { email, username } = newAccount('guest');
  const order = await actors.anonymous.call<{ paypal_order_id: string }>('POST', '/paypal/create-order', {
    plan_id: 'starter',
    billing_period: 'monthly',
    user_email: email,
    user_name: username,
  });
  const id = order.body.paypal_order_id;
  await fetch(`${stack.urls.paypal_stand_in}stand-in/orders/${id}/approve`, { method: 'POST' });
  const { body } = await actors.anonymous.call<{ claim_token: string }>('POST', '/paypal/capture-order', {
    order_id: id,
    paypal_order_id: id,
  });
  return [{ name: 'claim token', text: body.claim_token, bytes: Buffer.from(body.claim_token, 'base64url') }];
}

/** What the product runs with: keys, passwords, PayPal's credentials. */
function ownKeys(stack: RunningStack): Secret[] {
  const secrets: unknown = JSON.parse(readFileSync(path.join(stack.dataDirectory, 'secrets.json'), 'utf8'));
  return [...leaves('', secrets)].filter(({ name }) => !PUBLIC.test(name));
}

/** Names, addresses, switches and public keys are not secret, and PayPal's ids are visible in the browser. */
const PUBLIC = /publicKey|adminMfa|email|username|fullName|clientId|webhookId/;

function* leaves(name: string, value: unknown): Generator<Secret> {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'base64');
    const isKey = bytes.length >= 32 && bytes.toString('base64') === value;
    yield { name: `own ${name}`, text: value, ...(isKey && { bytes }) };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* leaves(`${name}.${key}`, member);
  }
}
