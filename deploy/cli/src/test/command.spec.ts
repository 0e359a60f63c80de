import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runProgram } from '@palisade/command-line';
import { SITE_COMMANDS } from '../commands.ts';

const ATTACK = '/?q=%3Cscript%3Ealert(1)%3C/script%3E';
let folder: string;
const file = (name: string) => path.join(folder, name);
const write = (name: string, content: string | Buffer): string => {
  writeFileSync(file(name), content);
  return file(name);
};
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palisade-test-'));
  write('policy.yaml', 'domain: shop.example\npolicyConfig:\n  blocked_ips: [203.0.113.9]\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function palisade(...args: string[]) {
  const output = { out: '', note: '' };
  const exit = await runProgram(
    { version: '0', sections: [{ title: '', commands: SITE_COMMANDS }] },
    ['test', '--file', file('policy.yaml'), ...args],
    {
      environment: {},
      out: (text) => {
        output.out += text;
      },
      note: (text) => {
        output.note += text;
      },
    },
  );
  return { exit, ...output };
}

it('reports verdict, rule and field of one request, and whether it is as expected', async () => {
  const { exit, out } = await palisade('--request', ATTACK, '--expect', 'block');
  expect(exit).toBe(0);
  expect(out).toMatch(
    /Blocked: rule \d+ \(.+\) found something in the parameter q\. · rule \d+ · ARGS:q · score \d+/,
  );
  expect(await palisade('--request', ATTACK, '--expect', 'pass')).toMatchObject({ exit: 2 });
  expect(await palisade('--request', '/', '--client', '203.0.113.9', '--expect', 'block')).toMatchObject({
    exit: 0,
  });
});

it('reads lines and archives, each with its place, and reports them for build servers', async () => {
  const lines = [
    { url: ATTACK, expect: 'block' },
    { url: '/about' },
    { url: `${ATTACK}&r=</a>`, expect: 'pass' },
  ];
  const packed = write('lines.jsonl.gz', gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')));
  const request = { method: 'GET', url: `https://shop.example${ATTACK}`, headers: [] };
  const archive = write('a.har', JSON.stringify({ log: { entries: [{ request }] } }));
  const report = file('report.xml');
  const { exit, out } = await palisade(packed, archive, '--expect', 'pass', '--junit', report, '--quiet');
  expect(exit).toBe(2);
  expect(out).toContain(`! ${packed}:3`);
  expect(out).toContain(`! ${archive}#1`);
  expect(out).toContain('3 blocked, 1 passed, 2 not as expected');
  const xml = readFileSync(report, 'utf8');
  expect(xml).toContain('tests="4" failures="2"');
  expect(xml).toContain('r=&#60;/a&#62;');
  expect(xml.match(/<failure /g)).toHaveLength(2);
});

it('judges each line in JSON with all that led to its verdict', async () => {
  const { out } = await palisade('--request', ATTACK, '--json');
  expect(JSON.parse(out)).toMatchObject({ verdict: 'block', judgement: { reason: 'rule' }, failure: null });
});

it.each([
  [['--request', 'hello'], 'request line', 1],
  [[], 'test takes files', 1],
  [['--request', '/', '--expect', 'maybe'], 'block or pass', 1],
  [['nothing.har'], 'There is no file nothing.har', 1],
])('%j ends with 1 and says why', async (args, why, code) => {
  const { exit, note } = await palisade(...args);
  expect(exit).toBe(code);
  expect(note).toContain(why);
});

it('what a request says does not reach the terminal as commands', async () => {
  const lines = write('x.jsonl', JSON.stringify({ url: '/?q=\u001b[2J' }));
  expect((await palisade(lines)).out).not.toContain('\u001b');
});

it('says of a packed file that is none, was cut or unpacks to an endless line what is wrong with it', async () => {
  const whole = gzipSync('{"url":"/about"}\n'.repeat(10_000));
  for (const [name, content] of [
    ['none.jsonl.gz', Buffer.from('{"url":"/about"}')],
    ['cut.jsonl.gz', whole.subarray(0, whole.length - 40)],
  ] as const) {
    const { exit, note } = await palisade(write(name, content));
    expect(exit).not.toBe(0);
    expect(note).toContain(`${name} cannot be read`);
  }
  const bomb = write('bomb.jsonl.gz', gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a')));
  const { exit, note } = await palisade(bomb);
  expect(exit).not.toBe(0);
  expect(note).toContain('bomb.jsonl.gz:1: this line is too long');
});
