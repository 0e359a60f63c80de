// `npm run waf:tampers [-- --payloads N --each N --seed S --sensitivity low|medium|high --sqlmap FOLDER --show]`
//
// Puts sqlmap's own payloads, plain and through its tamper scripts, before the managed rules in this process: in a query, a form, JSON
// and a cookie in turn. `prove:scanners` runs the scanner itself, which soon gives up; here every payload is sent. Ends with an error
// where less than the gate is stopped of all of them. Needs Debian's sqlmap, from which the payloads come.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { CorpusRequest } from '../score/corpus.ts';
import { judge, managedSite } from '../score/judge.ts';
import { percent, type Share } from '../score/tally.ts';

const GENERATOR = path.join(import.meta.dirname, 'generate.py');
const GATE_PERCENT = 99;
const SHOWN_CHARACTERS = 200;
const SENSITIVITIES = ['low', 'medium', 'high'] as const;
const HEADERS = [
  'Host',
  'shop.example',
  'User-Agent',
  'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0',
  'Accept',
  '*/*',
];

interface TamperedPayload {
  /** Of sqlmap's; '' without any. */
  readonly script: string;
  readonly title: string;
  readonly value: string;
}

const { values } = parseArgs({
  options: {
    payloads: { type: 'string', default: '2000' },
    each: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    sensitivity: { type: 'string', default: 'medium' },
    sqlmap: { type: 'string', default: '/usr/share/sqlmap' },
    show: { type: 'boolean', default: false },
  },
});
const sensitivity = SENSITIVITIES.find((one) => one === values.sensitivity);
if (sensitivity === undefined) fail(`--sensitivity is one of ${SENSITIVITIES.join(', ')}`);
const [payloads, each, seed] = (
  [
    ['payloads', 1],
    ['each', 0],
    ['seed', 0],
  ] as const
).map(([name, least]) => {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < least) fail(`--${name} is a whole number from ${least}`);
  return number;
});

/** As sqlmap does: what a script has escaped itself stays. */
const escaped = (value: string): string =>
  Buffer.from(value, 'utf8')
    .toString('latin1')
    .replace(/[^\w%.~*()!'-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const PLACES: readonly ((value: string) => Pick<CorpusRequest, 'method' | 'target' | 'headers' | 'body'>)[] =
  [
    (value) => ({
      method: 'GET',
      target: `/item?id=${escaped(value)}`,
      headers: HEADERS,
      body: Buffer.alloc(0),
    }),
    (value) => posted('application/x-www-form-urlencoded', `id=${escaped(value)}`),
    (value) => posted('application/json', JSON.stringify({ id: value })),
    (value) => ({
      method: 'GET',
      target: '/item',
      headers: [...HEADERS, 'Cookie', `id=${escaped(value)}`],
      body: Buffer.alloc(0),
    }),
  ];

function posted(type: string, text: string) {
  const body = Buffer.from(text, 'utf8');
  const headers = [...HEADERS, 'Content-Type', type, 'Content-Length', String(body.length)];
  return { method: 'POST', target: '/item', headers, body };
}

const site = managedSite(sensitivity);
const shares = new Map<string, { sent: number; blocked: number }>();
const all = { sent: 0, blocked: 0 };
const generator = spawn('python3', ['-B', GENERATOR, values.sqlmap, ...[payloads, each, seed].map(String)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(generator, 'exit');
for await (const line of createInterface({ input: generator.stdout })) {
  const { script, title, value } = JSON.parse(line) as TamperedPayload;
  const request = PLACES[all.sent % PLACES.length]!(value);
  const { blocked, findings } = judge(site, { id: 'tampered', ...request } as CorpusRequest);
  const share = shares.get(script) ?? { sent: 0, blocked: 0 };
  shares.set(script, share);
  for (const one of [share, all]) {
    one.sent++;
    if (blocked) one.blocked++;
  }
  if (values.show && !blocked)
    console.log(
      `passed\t${script}\t${title}\t${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))}\t${findings.join(' | ')}`,
    );
}
const [code] = await ended;
if (code !== 0) fail(`sqlmap's payloads could not be made (Debian: apt-get install sqlmap)`);
const sorted = [...shares].sort(([, one], [, other]) => percent(one) - percent(other));
console.table(Object.fromEntries(sorted.map(([script, share]) => [script || '(none)', row(share)])));
console.log(
  `${all.blocked} of ${all.sent} stopped at ${sensitivity}: ${percent(all).toFixed(2)} % (seed ${seed})`,
);
if (percent(all) < GATE_PERCENT) process.exitCode = 1;

function row(share: Share) {
  return { sent: share.sent, 'stopped, %': Number(percent(share).toFixed(2)) };
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
