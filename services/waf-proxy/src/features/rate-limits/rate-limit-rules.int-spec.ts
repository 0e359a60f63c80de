import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';

const {
  RateLimitKeyPartKind: Kind,
  RateLimitCount: Count,
  RateLimitAction: Action,
  ConditionField: Field,
  ConditionOperator: Is,
} = edgeV1;
const ID = '3f0e1c1e-6a63-4b1d-9df4-2a8f6f9f0c11';
const OFFICE = '198.51.100.1';

let origin: RecordingOrigin;
let edge: EdgeHarness;
let banned: { address: string; untilMs: number; reason: string }[] = [];

beforeAll(async () => {
  origin = await startRecordingOrigin(({ head }) => {
    const status = head.startsWith('POST /login') && !head.includes('right') ? '401 Unauthorized' : '200 OK';
    return `HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nok`;
  });
  edge = await startEdge(origin.port, {
    trustedProxies: ['127.0.0.1'],
    sharedFrom: 1,
    geo: {
      find: ({ text }) => ({ code: 'DE', city: '', asn: text.startsWith('192.') ? 64_500 : 0, asnName: '' }),
    },
    onBan: (_siteId, address, untilMs, reason) => banned.push({ address, untilMs, reason }),
  });
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

let distinct = 0;
type Part = [kind: edgeV1.RateLimitKeyPartKind, name?: string];

/** The site with one limit of three in ten minutes; each test's counts begin anew. */
function limit(
  key: readonly Part[],
  change: MessageInitShape<typeof edgeV1.RateLimitRuleSchema> & { $typeName?: never } = {},
  site: (config: edgeV1.SiteConfig) => void = () => undefined,
): void {
  banned = [];
  distinct++;
  edge.configure((config) => {
    config.policy!.rateLimitRules = [
      create(edgeV1.RateLimitRuleSchema, {
        id: ID,
        name: 'Three',
        key: key.map(([kind, name = '']) => ({ kind, name })),
        counts: Count.REQUESTS,
        amount: 3,
        windowSeconds: 600 + distinct,
        action: Action.REFUSE,
        ...change,
      }),
    ];
    site(config);
  });
}

const send = (target = '/', fields: readonly string[] = [], client = OFFICE, method = 'GET') =>
  sendRaw(
    edge.port,
    `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\n${fields.map((one) => `${one}\r\n`).join('')}${method === 'POST' ? 'Content-Length: 0\r\n' : ''}Connection: close\r\n\r\n`,
    2_000,
  );

/** The statuses of this many consecutive requests. */
async function statuses(
  count: number,
  target?: string,
  fields?: readonly string[],
  client?: string,
  method?: string,
) {
  const all: number[] = [];
  for (let sent = 0; sent < count; sent++) all.push((await send(target, fields, client, method)).status);
  return all;
}

function lastLogged(): requestLogV1.RequestLog {
  return writtenRecord(edge.records.at(-1)!);
}

const bearer = (claims: object) =>
  `Authorization: Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

describe.each([true, false])('limits by what stands in the body, with managed rules %s', (managedRules) => {
  const on = (key: Part[], change: Parameters<typeof limit>[1] = {}) =>
    limit(key, change, (config) => {
      config.policy!.managedRules = managedRules;
    });
  const post = (
    body: string,
    client = OFFICE,
    type = 'application/x-www-form-urlencoded',
    target = '/login',
  ) =>
    sendRaw(
      edge.port,
      `POST ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      5_000,
    );
  const client = (nth: number) => `198.51.100.${nth + 1}`;

  it('count failed sign-ins of an account from many addresses, and leave others alone', async () => {
    on([[Kind.FORM_FIELD, 'email']], { counts: Count.FAILURES, statuses: [401] });
    const seen: number[] = [];
    for (let nth = 0; nth < 5; nth++) seen.push((await post('email=ann&password=x', client(nth))).status);
    expect(seen).toEqual([401, 401, 401, 429, 429]);
    expect((await post('email=bob&password=x')).status).toBe(401);
    expect(lastLogged().reason).toBe('');
  });

  it.each([
    [
      'the account written otherwise',
      (nth: number) => `email=${['ann@x', 'Ann@X', '%20ANN@x+', 'ann@X%09'][nth]}`,
    ],
    ['another value before the account', (nth: number) => `email=made-up-${nth}&email=ann2@x`],
    ['another value behind it', (nth: number) => `email=ann3@x&email=made-up-${nth}`],
    ['any number of other fields before it', () => `${'a=&'.repeat(3_000)}email=ann4@x`],
  ])('are not passed by %s', async (_how, body) => {
    on([[Kind.FORM_FIELD, 'email']], { counts: Count.FAILURES, statuses: [401] });
    const seen: number[] = [];
    for (let nth = 0; nth < 4; nth++) seen.push((await post(body(nth), client(nth + 40))).status);
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  it('count accounts of one document each', async () => {
    on([[Kind.JSON_PATH, 'users[*].name']]);
    const type = 'application/json';
    const both = (one: string) => `{"users":[{"name":"${one}"},{"name":"eve"}]}`;
    for (const one of ['a', 'b', 'c'])
      expect((await post(both(one), OFFICE, type, '/right')).status).toBe(200);
    expect((await post(both('d'), OFFICE, type, '/right')).status).toBe(429);
    expect((await post('{"users":[{"name":"a"}]}', OFFICE, type, '/right')).status).toBe(200);
  });

  it('count together whoever hides the account behind what is looked at of a body', async () => {
    limit([[Kind.FORM_FIELD, 'email']], {}, (config) => {
      config.policy!.managedRules = managedRules;
      config.policy!.inspection = create(edgeV1.InspectionLimitsSchema, {
        uploadBytes: 1_024 * 1_024,
        bodyBytes: 64 * 1_024,
        filesBeyond: edgeV1.BeyondInspection.PASS,
        bodyBeyond: edgeV1.BeyondInspection.PASS,
      });
    });
    const seen: number[] = [];
    for (let nth = 0; nth < 4; nth++)
      seen.push(
        (await post(`a=${'x'.repeat(1_000_000)}&email=ann`, client(nth + 60), undefined, '/right')).status,
      );
    expect(seen).toEqual([200, 200, 200, 429]);
    expect((await post('email=bob', client(64), undefined, '/right')).status).toBe(200);
  });

  it('read JSON by its path, and count what lacks it by its address', async () => {
    on([[Kind.JSON_PATH, 'user.name']]);
    const type = 'application/json';
    for (let nth = 0; nth < 3; nth++)
      expect((await post('{"user":{"name":"ann"}}', client(nth), type, '/right')).status).toBe(200);
    expect((await post('{"user":{"name":"ann"}}', client(9), type, '/right')).status).toBe(429);
    expect((await post('{"user":{"name":"bob"}}', client(9), type, '/right')).status).toBe(200);
    for (let nth = 0; nth < 3; nth++) expect((await post('{}', client(20), type, '/right')).status).toBe(200);
    expect((await post('{}', client(20), type, '/right')).status).toBe(429);
    expect((await post('{}', client(21), type, '/right')).status).toBe(200);
  });

  it('ask conditions about the body, and wait for none where the rest does not hold', async () => {
    on([[Kind.ADDRESS]], {
      conditions: [
        { field: Field.PATH, operator: Is.EQUALS, values: ['/right'] },
        { field: Field.FORM_FIELD, name: 'action', operator: Is.EQUALS, values: ['pay'] },
      ],
    });
    const form = 'application/x-www-form-urlencoded';
    for (let nth = 0; nth < 3; nth++)
      expect((await post('action=pay', client(30), form, '/right')).status).toBe(200);
    expect((await post('action=look', client(30), form, '/right')).status).toBe(200);
    expect((await post('action=pay', client(30), form, '/right')).status).toBe(429);
    expect((await post('action=pay', client(30), form, '/right-away')).status).toBe(200);
  });
});

describe('what requests are counted by', () => {
  type Request = { target?: string; fields?: readonly string[]; client?: string };
  const cases: [string, Part[], Request, Request][] = [
    ['address', [[Kind.ADDRESS]], {}, { client: '198.51.100.2' }],
    ['network', [[Kind.NETWORK]], {}, { client: '198.51.101.1' }],
    ['path, however it is spelled', [[Kind.PATH]], { target: '/a/..//%62' }, { target: '/c' }],
    ['country and ASN', [[Kind.COUNTRY], [Kind.ASN]], { client: '192.0.2.1' }, { client: '198.51.100.1' }],
    ['header', [[Kind.HEADER, 'X-Team']], { fields: ['x-team: red'] }, { fields: ['X-Team: blue'] }],
    ['cookie', [[Kind.COOKIE, 'sid']], { fields: ['Cookie: a=1; sid=one'] }, { fields: ['Cookie: sid=two'] }],
    ['query parameter', [[Kind.QUERY_PARAMETER, 'q']], { target: '/?q=%61' }, { target: '/?q=b' }],
    ['API key', [[Kind.API_KEY]], { fields: ['X-Api-Key: k1'] }, { fields: ['Authorization: k2'] }],
    [
      'claim',
      [[Kind.JWT_CLAIM, 'sub']],
      { fields: [bearer({ sub: 'ann' })] },
      { fields: [bearer({ sub: 'bob' })] },
    ],
    [
      'user agent and method',
      [[Kind.USER_AGENT], [Kind.METHOD]],
      { fields: ['User-Agent: a'] },
      { fields: ['User-Agent: b'] },
    ],
  ];

  it.each(cases)('%s', async (_name, key, one, other) => {
    limit(key);
    expect(await statuses(4, one.target, one.fields, one.client)).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, other.target, other.fields, other.client)).toEqual([200]);
  });

  it.each<[string, Part, (nth: number) => { target?: string; fields?: readonly string[] }]>([
    ['query parameters', [Kind.QUERY_PARAMETER, 'q'], (nth) => ({ target: `/?q=made-up-${nth}&q=Ann` })],
    ['cookies', [Kind.COOKIE, 'sid'], (nth) => ({ fields: [`Cookie: sid=made-up-${nth}; sid=ann`] })],
    ['headers', [Kind.HEADER, 'X-Team'], (nth) => ({ fields: [`X-Team: made-up-${nth}`, 'X-Team: ann'] })],
  ])('is each of several values of %s', async (_what, part, request) => {
    limit([part]);
    const seen: number[] = [];
    for (let nth = 0; nth < 4; nth++) {
      const { target, fields } = request(nth);
      seen.push((await send(target, fields)).status);
    }
    expect(seen).toEqual([200, 200, 200, 429]);
  });

  it('is the address, where the request lacks it', async () => {
    limit([[Kind.COOKIE, 'sid']]);
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, '/', [], '198.51.100.2')).toEqual([200]);
  });

  it('is never the address of somebody else, whatever is sent in its place', async () => {
    limit([[Kind.COOKIE, 'sid']]);
    expect(await statuses(4, '/', [`Cookie: sid=~${OFFICE}`], '203.0.113.9')).toEqual([200, 200, 200, 429]);
    expect(await statuses(1)).toEqual([200]);
    limit([
      [Kind.HEADER, 'X-Team'],
      [Kind.COOKIE, 'sid'],
    ]);
    const forged = [`X-Team: a3:b${OFFICE.length}~${OFFICE}`];
    expect(await statuses(4, '/', forged, '203.0.113.9')).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, '/', ['X-Team: a'])).toEqual([200]);
  });
});

describe('which requests are counted', () => {
  it('are those of the conditions, and not those that the owner’s rules or lists spare', async () => {
    const conditions = [
      create(edgeV1.CustomConditionSchema, { field: Field.PATH, operator: Is.STARTS_WITH, values: ['/api'] }),
    ];
    limit([[Kind.ADDRESS]], { conditions }, (config) => (config.policy!.allowedIps = ['198.51.100.9']));
    expect(await statuses(5)).toEqual(Array(5).fill(200));
    expect(await statuses(5, '/api', [], '198.51.100.9')).toEqual(Array(5).fill(200));
    expect(await statuses(4, '/api/x')).toEqual([200, 200, 200, 429]);
  });

  it('are those of which it is not known, too: padding is no way past a limit', async () => {
    // Dear, and never the same twice: no state of an automaton serves again.
    const condition = (length: number) =>
      create(edgeV1.CustomConditionSchema, {
        field: Field.HEADER,
        name: 'X-Pad',
        operator: Is.MATCHES,
        values: Array.from({ length: 10 }, (_, at) => `a[ab]{${length + at}}c`),
      });
    limit([[Kind.ADDRESS]], { conditions: Array.from({ length: 5 }, (_, at) => condition(200 + 20 * at)) });
    const noise = Array.from(
      { length: 16_000 },
      (_, at) => 'ab'[(Math.imul(at, 0x9e3779b1) >>> 13) & 1],
    ).join('');
    expect(await statuses(4, '/', [`X-Pad: ${noise}`])).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, '/', ['X-Pad: b'], '203.0.113.7')).toEqual(Array(4).fill(200));
  });

  it('are failed sign-ins by their answers, also of many at once', async () => {
    limit([[Kind.ADDRESS]], { counts: Count.FAILURES, statuses: [401] });
    expect(await statuses(6, '/login?right', [], OFFICE, 'POST')).toEqual(Array(6).fill(200));
    expect(await statuses(5, '/login', [], OFFICE, 'POST')).toEqual([401, 401, 401, 429, 429]);
    const before = origin.requests.length;
    await Promise.all(Array.from({ length: 30 }, () => send('/login', [], '198.51.100.3', 'POST')));
    expect(origin.requests.length - before).toBe(3);
  });

  it('are bytes', async () => {
    limit([[Kind.ADDRESS]], { counts: Count.BYTES, amount: 5 });
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });

  it('are distinct paths', async () => {
    limit([[Kind.ADDRESS]], { counts: Count.DISTINCT_PATHS });
    const answers = [];
    for (const path of ['/a', '/a', '/b', '/c', '/d', '/b']) answers.push((await send(path)).status);
    expect(answers).toEqual([200, 200, 200, 200, 429, 200]);
  });
});

describe('what follows from too many', () => {
  it('is a refusal with the time to wait, which the log explains', async () => {
    limit([[Kind.ADDRESS]]);
    await statuses(3);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.RATE_LIMIT,
      reason: `limit:${ID}`,
      ruleMessage: 'Three',
      matches: [
        {
          message: 'Three',
          data: Buffer.from(`more than 3 requests in ${600 + distinct} s by address`),
          tags: [`limit:${ID}`, 'limit-action/refuse'],
        },
      ],
    });
    expect(banned).toEqual([]);
  });

  it('is an entry in the log', async () => {
    limit([[Kind.ADDRESS]], { action: Action.LOG });
    expect(await statuses(5)).toEqual(Array(5).fill(200));
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.ALLOW,
      matches: [{ tags: [`limit:${ID}`, 'limit-action/log'] }],
    });
  });

  it('is a challenge, which programs fail', async () => {
    limit([[Kind.ADDRESS]], { action: Action.CHALLENGE });
    expect(await statuses(4, '/', ['User-Agent: curl/8'])).toEqual([200, 200, 200, 429]);
    const page = await send('/', ['User-Agent: Mozilla/5.0 Chrome/141.0', 'Accept: text/html']);
    expect([page.status, page.body.includes('challenge')]).toEqual([403, true]);
  });

  it('is a delay', async () => {
    limit([[Kind.ADDRESS]], { action: Action.SLOW_DOWN, delayMs: 500 });
    await statuses(3);
    const before = performance.now();
    expect((await send()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(495);
    expect(edge.worker.counters.limitRulesDelayed).toBe(1);
  });

  it('is a block for the time that the owner picks, of that key and nobody else', async () => {
    limit([[Kind.COOKIE, 'sid']], { action: Action.BLOCK, blockSeconds: 120 });
    expect(await statuses(4, '/', ['Cookie: sid=bad'])).toEqual([200, 200, 200, 429]);
    const refused = await send('/', ['Cookie: sid=bad']);
    expect(refused.headers['retry-after']).toMatch(/^1(?:19|20)$/);
    expect(banned).toHaveLength(1);
    expect(banned[0]).toMatchObject({
      address: expect.stringMatching(/^limit\/[\w-]{12}\/[\w-]{22}$/),
      reason: `limit:${ID}`,
    });
    expect(await statuses(1, '/', ['Cookie: sid=good'])).toEqual([200]);
  });

  it('is a remark in log-only mode', async () => {
    limit([[Kind.ADDRESS]], {}, (config) => (config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY));
    expect(await statuses(5)).toEqual(Array(5).fill(200));
    expect(lastLogged()).toMatchObject({ action: EdgeAction.LOG_ONLY, reason: `limit:${ID}` });
  });
});

it('a bucket lets a burst through, and then what flows in', async () => {
  limit([[Kind.ADDRESS]], { burst: 5, amount: 1, windowSeconds: 3_600 });
  expect(await statuses(7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

it('two hundred people behind one address go on while one of them attacks', async () => {
  limit([[Kind.COOKIE, 'sid']], { action: Action.BLOCK, blockSeconds: 600 });
  expect(await statuses(12, '/', ['Cookie: sid=greedy'])).toEqual([200, 200, 200, ...Array(9).fill(429)]);
  for (let round = 0; round < 3; round++) {
    const people = await Promise.all(
      Array.from({ length: 200 }, (_, person) => send('/', [`Cookie: sid=person-${person}`])),
    );
    expect(people.filter(({ status }) => status !== 200)).toEqual([]);
  }
  expect((await send('/', ['Cookie: sid=greedy'])).status).toBe(429);
});

it('no limit holds without rate limiting in the plan', async () => {
  limit([[Kind.ADDRESS]], {}, (config) => (config.entitlements!.rateLimiting = false));
  expect(await statuses(5)).toEqual(Array(5).fill(200));
});
