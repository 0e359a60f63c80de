import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runProgram } from '@palisade/command-line';
import { strToU8, zipSync } from 'fflate';
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

describe('a trace of Playwright', () => {
  const snapshot = (request: object) =>
    JSON.stringify({ type: 'resource-snapshot', snapshot: { request: { headers: [], ...request } } });
  const trace = (lines: readonly string[], more: Record<string, Uint8Array> = {}) =>
    write(
      'trace.zip',
      Buffer.from(
        zipSync({ 'trace.trace': strToU8('{}'), 'trace.network': strToU8(lines.join('\n')), ...more }),
      ),
    );

  it('is judged request by request, with the bodies that it keeps beside them', async () => {
    const body = { mimeType: 'application/json', text: '', _file: 'resources/a.json' };
    const older = { mimeType: 'application/x-www-form-urlencoded', _sha1: 'b.dat' };
    const file = trace(
      [
        snapshot({ method: 'GET', url: 'https://shop.example/about' }),
        JSON.stringify({ type: 'other' }),
        snapshot({ method: 'GET', url: 'data:text/plain,<script>' }),
        snapshot({ method: 'POST', url: 'https://shop.example/a', postData: body }),
        snapshot({ method: 'POST', url: 'https://shop.example/b', postData: older }),
      ],
      {
        'resources/a.json': strToU8('{"q":"<script>alert(1)</script>"}'),
        'resources/b.dat': strToU8('q=%3Cscript%3Ealert(1)%3C/script%3E'),
      },
    );
    const { exit, out } = await palisade(file);
    expect(exit).toBe(0);
    expect(out).toMatch(/trace\.zip#1 {2}GET \/about\s+Passes/);
    expect(out).toMatch(/trace\.zip#2.*json\.q/s);
    expect(out).toMatch(/trace\.zip#3.*ARGS:q/s);
    expect(out).toContain('2 blocked');
  });

  it('ends with an error where it is no archive, is damaged, or unpacks to more than is read', async () => {
    const whole = readFileSync(trace([snapshot({ method: 'GET', url: 'https://a.example/' })]));
    const size = Buffer.from(whole);
    // The size in the central directory, of the second member.
    size.writeUInt32LE(0x7f_ff_ff_ff, whole.lastIndexOf('PK\x01\x02') + 24);
    for (const bytes of [Buffer.from('no archive'), whole.subarray(0, whole.length - 30), size]) {
      const { exit, note } = await palisade(write('odd.zip', bytes));
      expect(exit).toBe(1);
      expect(note).toContain('odd.zip cannot be read');
    }
  });
});

describe('an OpenAPI description', () => {
  const description = {
    openapi: '3.1.0',
    servers: [{ url: 'https://{region}.shop.example/v1', variables: { region: { default: 'eu' } } }],
    paths: {
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          parameters: [
            { $ref: '#/components/parameters/q' },
            { name: 'tags', in: 'query', example: ['a', 'b'] },
            { name: 'X-Trace', in: 'header', schema: { examples: ['t1'] } },
            { name: 'theme', in: 'cookie', example: 'dark' },
            { name: 'page', in: 'query', schema: { type: 'integer' } },
          ],
        },
        put: {
          requestBody: {
            content: {
              'application/json': {
                examples: {
                  fine: { value: { name: 'x' } },
                  odd: { value: { name: '<script>alert(1)</script>' } },
                },
              },
              'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Item' } },
            },
          },
        },
      },
    },
    components: {
      parameters: {
        q: {
          name: 'q',
          in: 'query',
          examples: { a: { value: 'lamp' }, b: { value: "' OR 1=1--" } },
        },
      },
      schemas: {
        Item: {
          type: 'object',
          properties: {
            name: { type: 'string', example: 'x y' },
            parent: { $ref: '#/components/schemas/Item' },
          },
        },
      },
    },
  };

  it('has its examples judged, each by its operation', async () => {
    const { exit, out } = await palisade(write('api.json', JSON.stringify(description)));
    expect(exit).toBe(0);
    const judged = [...out.matchAll(/api\.json (.+) {2}([A-Z]+ \/v1\S*)\n\s+(\w+)/g)].map(
      ([, ...parts]) => parts,
    );
    expect(judged).toEqual([
      ['GET /items/{id}', 'GET /v1/items/1?q=lamp&tags=a&tags=b', 'Passes'],
      ['GET /items/{id}, q 2', 'GET /v1/items/1?q=%27+OR+1%3D1--&tags=a&tags=b', 'Blocked'],
      ['PUT /items/{id}', 'PUT /v1/items/1', 'Passes'],
      ['PUT /items/{id}, body 2', 'PUT /v1/items/1', 'Blocked'],
      ['PUT /items/{id}, body 3', 'PUT /v1/items/1', 'Passes'],
    ]);
  });

  it('is read as YAML, and refused in a version without such examples or where it leads to itself', async () => {
    const yaml = write(
      'api.yaml',
      'openapi: 3.0.3\npaths:\n  /a:\n    get:\n      parameters: [{name: q, in: query, example: 1}]\n',
    );
    expect(await palisade(yaml, '--expect', 'pass')).toMatchObject({ exit: 0 });
    const circle = {
      ...description,
      components: { parameters: { q: { $ref: '#/components/parameters/q' } } },
    };
    for (const [name, content, said] of [
      ['old.json', JSON.stringify({ swagger: '2.0', paths: {} }), 'only OpenAPI 3'],
      ['circle.json', JSON.stringify(circle), 'leads to itself'],
      ['odd.yaml', 'a: [', 'not YAML'],
    ] as const) {
      const { exit, note } = await palisade(write(name, content));
      expect(exit).toBe(1);
      expect(note).toContain(said);
    }
  });
});
