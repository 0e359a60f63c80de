import { gzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeAction } from '../../request/verdict.ts';
import { type Condition, REASON, rule } from '../../test-support/custom-rules.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { CUSTOM_RECORD } from './custom-rules-phase.ts';

const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action, SkippedCheck } = edgeV1;
const FORM = 'application/x-www-form-urlencoded';
const ROLE: Condition = [Field.FORM_FIELD, Is.EQUALS, ['admin'], { name: 'role' }];
const POSTED: Condition = [Field.METHOD, Is.EQUALS, ['POST']];

let origin: RecordingOrigin;
let edge: EdgeHarness;
beforeAll(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port);
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

function configure(
  rules: edgeV1.CustomRule[],
  change: (policy: edgeV1.Policy) => void = () => undefined,
): void {
  edge.configure((config) => {
    config.policy!.customRules = rules;
    change(config.policy!);
  });
}

const post = (body: string | Buffer, contentType = FORM, fields: string[] = [], target = '/') => {
  const head = [
    `POST ${target} HTTP/1.1`,
    'Host: shop.example',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...fields,
  ];
  return sendRaw(
    edge.port,
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]),
    10_000,
  );
};
const lastMatches = () => CUSTOM_RECORD.read(edge.records.at(-1)!)?.matches ?? [];

describe.each([true, false])('with managed rules %s, a rule about the body', (managedRules) => {
  const on = (...conditions: Condition[]) =>
    configure([rule({ conditions })], (policy) => {
      policy.managedRules = managedRules;
    });

  it('refuses by a field of a form, and says in the log which', async () => {
    on(ROLE);
    expect((await post('name=a&role=admin')).status).toBe(403);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.CUSTOM_RULE, reason: REASON });
    expect(lastMatches()).toMatchObject([
      { tags: [REASON, 'custom-action/block'], targets: [{ name: 'ARGS_POST:role', operator: 'equals' }] },
    ]);
    const seen = origin.requests.length;
    expect((await post('name=a&role=user')).status).toBe(200);
    expect(origin.requests.slice(seen).map(({ body }) => String(body))).toEqual(['name=a&role=user']);
  });

  it.each<[string, Condition, string, string]>([
    [
      'JSON',
      [Field.JSON_PATH, Is.STARTS_WITH, ['x-'], { name: 'items[*].sku' }],
      '{"items":[{"sku":"a"},{"sku":"x-1"}]}',
      'application/json',
    ],
    [
      'JSON of another type',
      [Field.JSON_PATH, Is.EQUALS, ['true'], { name: '$.admin' }],
      '{"admin":true}',
      'text/plain',
    ],
    [
      'the name of a file',
      [Field.FILE_NAME, Is.ENDS_WITH, ['.php']],
      '--b\r\nContent-Disposition: form-data; name="f"; filename="A.PHP"\r\n\r\nx\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
    [
      'the type of a file',
      [Field.FILE_TYPE, Is.STARTS_WITH, ['image/'], { negate: true }],
      '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\nContent-Type: text/html\r\n\r\nx\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
    ['what is missing', [Field.FORM_FIELD, Is.EXISTS, [], { name: 'token', negate: true }], 'a=1', FORM],
  ])('refuses by %s', async (_what, condition, body, contentType) => {
    on(condition);
    expect((await post(body, contentType)).status).toBe(403);
  });

  it('sees through a packed body, and reads as it came what is none', async () => {
    on(ROLE);
    expect((await post(gzipSync('role=admin'), FORM, ['Content-Encoding: gzip'])).status).toBe(403);
    const plain = await post('role=admin', FORM, ['Content-Encoding: gzip']);
    expect([400, 403]).toContain(plain.status);
  });

  it('holds a longer body as far as the site looks at bodies, and hands it on whole', async () => {
    on(ROLE);
    const padding = `a=${'x'.repeat(100_000)}`;
    expect((await post(`${padding}&role=admin`)).status).toBe(403);
    const seen = origin.requests.length;
    expect((await post(`${padding}&role=user`)).status).toBe(200);
    expect(String(origin.requests[seen]!.body)).toBe(`${padding}&role=user`);
  });

  it.each([
    ['a form', `${'a=&'.repeat(2_000)}role=admin`, FORM],
    ['JSON', `{${'"a":1,'.repeat(5_000)}"role":"admin"}`, 'application/json'],
    [
      'parts',
      `${'--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n\r\n'.repeat(150)}--b\r\nContent-Disposition: form-data; name="role"\r\n\r\nadmin\r\n--b--\r\n`,
      'multipart/form-data; boundary=b',
    ],
  ])('is not passed by what stands before the field, in %s', async (_what, body, contentType) => {
    on(contentType === 'application/json' ? [Field.JSON_PATH, Is.EQUALS, ['admin'], { name: 'role' }] : ROLE);
    expect((await post(body, contentType)).status).toBe(403);
    expect(edge.records.at(-1)!.reason).toBe(REASON);
    expect(lastMatches()[0]!.targets[0]!.value).toBe('admin');
  });

  it('is not passed by values that use up the steps', async () => {
    on([Field.FORM_FIELD, Is.MATCHES, ['a[ab]{400}c'], { name: 'role' }]);
    const noise = Array.from({ length: 30_000 }, (_, n) => 'ab'[(Math.imul(n, 0x9e3779b1) >>> 13) & 1]);
    expect((await post(`role=${noise.join('')}`)).status).toBe(403);
  });

  it('asks for no body where the rest of it does not hold', async () => {
    on(ROLE, [Field.PATH, Is.EQUALS, ['/admin']]);
    expect((await post('role=admin')).status).toBe(200);
    expect((await post('role=admin', FORM, [], '/admin')).status).toBe(403);
  });

  it('is asked of requests without a body as well', async () => {
    on([Field.FORM_FIELD, Is.EXISTS, [], { name: 'token', negate: true }], [Field.PATH, Is.EQUALS, ['/api']]);
    const get = `GET /api HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`;
    expect((await sendRaw(edge.port, get, 5_000)).status).toBe(403);
  });
});

describe('a body beyond what is looked at', () => {
  const limited = (
    rules: edgeV1.CustomRule[],
    change: (config: edgeV1.SiteConfig) => void = () => undefined,
  ) =>
    edge.configure((config) => {
      config.policy!.customRules = rules;
      config.policy!.managedRules = false;
      config.policy!.inspection = create(edgeV1.InspectionLimitsSchema, {
        uploadBytes: 1_024 * 1_024,
        bodyBytes: 64 * 1_024,
        filesBeyond: edgeV1.BeyondInspection.PASS,
        bodyBeyond: edgeV1.BeyondInspection.REFUSE,
      });
      change(config);
    });
  const BODY = `a=${'x'.repeat(1_000_000)}&role=admin`;

  it('is no way past a rule that blocks, and the log says why it holds', async () => {
    limited([rule({ conditions: [ROLE] })]);
    const before = edge.worker.counters.bodyRulesUndecided;
    expect((await post(BODY)).status).toBe(403);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.CUSTOM_RULE, reason: REASON });
    expect(edge.worker.counters.bodyRulesUndecided).toBe(before + 1);
    expect(lastMatches()).toMatchObject([
      { tags: [REASON, 'custom-action/block'], data: expect.stringContaining('taken to hold') },
    ]);
  });

  it('does not concern a rule of which another condition is known not to hold', async () => {
    const either = rule({ conditions: [ROLE] });
    either.conditions.push(...rule({ conditions: [[Field.PATH, Is.EQUALS, ['/admin']]] }).conditions);
    limited([either]);
    expect((await post(BODY)).status).toBe(200);
    expect(lastMatches()).toEqual([]);
  });

  it('is not known to rules that keep nobody out, which the log says', async () => {
    limited([rule({ action: Action.LOG, conditions: [ROLE] })]);
    const before = edge.worker.counters.bodyRulesUndecided;
    expect((await post(BODY)).status).toBe(200);
    expect(edge.worker.counters.bodyRulesUndecided).toBe(before + 1);
    expect(lastMatches()).toMatchObject([
      {
        tags: [REASON, 'custom-action/undecided'],
        data: expect.stringContaining('longer than what is looked at'),
      },
    ]);
  });
});

it('is not asked behind a rule that ended the search, and asked before one that did', async () => {
  const spared = rule({
    id: 'spared',
    action: Action.SKIP,
    skips: [SkippedCheck.RATE_LIMITING],
    conditions: [POSTED],
  });
  const refused = rule({ conditions: [ROLE] });
  configure([spared, refused]);
  expect((await post('role=admin')).status).toBe(200);
  configure([refused, spared]);
  expect((await post('role=admin')).status).toBe(403);
  expect(lastMatches().map(({ tags }) => tags[1])).toEqual(['custom-action/block', 'custom-action/skip']);
});
