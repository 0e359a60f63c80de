import { loadManagedRules } from '@palisade/managed-rules';
import { compileRuleSet } from '@palisade/waf-engine';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';

const SECRETS = ['Ahoj-4929-1111', 'hunter2-Zebra'] as const;
const ATTACK = 'union select password from users';
const TEXT = `${SECRETS[0]} ' ${ATTACK} where 1=1 ${SECRETS[1]}`;
const QUOTED = encodeURIComponent(TEXT);
const FORM = 'application/x-www-form-urlencoded';

/** As authors of OWASP's rules write what they log. */
const OPERATORS_RULE = `SecRule ARGS|REQUEST_HEADERS:X-Note|REQUEST_COOKIES "@rx union select" "id:900100,phase:2,pass,log,capture,t:urlDecodeUni,\\
msg:'seen in %{MATCHED_VAR}',logdata:'Matched Data: %{TX.0} found within %{MATCHED_VAR_NAME}: %{MATCHED_VAR} %{REQUEST_BODY} %{ARGS.note}',tag:'%{MATCHED_VAR}'"`;

const multipart = [
  '--b',
  'Content-Disposition: form-data; name="note"',
  '',
  TEXT,
  '--b',
  `Content-Disposition: form-data; name="file"; filename="${SECRETS[0]}.txt"`,
  'Content-Type: text/plain',
  '',
  `${SECRETS[1]}`,
  '--b--',
  '',
].join('\r\n');

type Fields = readonly string[];
const post = (type: string, body: string): [Fields, string] => [[`Content-Type: ${type}`], body];

/** Where a visitor can put a text, and the name under which rules see it. */
const PLACES: readonly (readonly [
  what: string,
  target: string,
  fields: Fields,
  body: string,
  name: string,
])[] = [
  ['the query', `/?note=${QUOTED}`, [], '', 'ARGS:note'],
  ['a form', '/', ...post(FORM, `note=${QUOTED}&other=${SECRETS[0]}`), 'ARGS:note'],
  [
    'JSON',
    '/',
    ...post('application/json', JSON.stringify({ note: TEXT, other: SECRETS[1] })),
    'ARGS:json.note',
  ],
  ['a part of a multipart body', '/', ...post('multipart/form-data; boundary=b', multipart), 'ARGS:note'],
  ['a header', '/', [`X-Note: ${TEXT}`], '', 'REQUEST_HEADERS:X-Note'],
  ['a cookie', '/', [`Cookie: note=${QUOTED}`], '', 'REQUEST_COOKIES:note'],
];

describe('the record of a request that rules matched', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;

  beforeAll(async () => {
    origin = await startRecordingOrigin();
    const sources = [{ name: 'own.conf', text: OPERATORS_RULE }, ...loadManagedRules()];
    edge = await startEdge(origin.port, { ruleSet: compileRuleSet(sources) }, (config) => {
      config.policy!.paranoiaLevel = 3;
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await origin?.close();
  });

  async function recordOf(target: string, fields: Fields, body: string) {
    const head = [
      `${body === '' ? 'GET' : 'POST'} ${target} HTTP/1.1`,
      'Host: shop.example',
      'User-Agent: Mozilla/5.0',
      'Accept: */*',
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...fields,
    ];
    const { status } = await sendRaw(edge.port, `${head.join('\r\n')}\r\n\r\n${body}`, 5_000);
    return { status, record: writtenRecord(edge.records.at(-1)!) };
  }

  it.each(PLACES)(
    'holds of %s what matched and its name, and nothing beside it',
    async (_what, target, fields, body, name) => {
      const { status, record } = await recordOf(target, fields, body);
      expect(status).toBe(403);
      // The address is a fact of its own, and stands as it was asked for.
      const texts = textsIn({ ...record, target: new Uint8Array() });
      for (const secret of SECRETS) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      const targets = record.matches.flatMap(({ targets: found }) => found);
      expect(targets.map((found) => found.name).join()).toContain(name);
      expect(texts.some((text) => text.includes('union select'))).toBe(true);
      for (const { transformed, matchOffset, matchLength } of targets) {
        const text = latin1(transformed);
        expect(text.slice(0, matchOffset) + text.slice(matchOffset + matchLength)).toMatch(/^\**$/);
      }
      const own = record.matches.find(({ ruleId }) => ruleId === 900_100);
      expect(own).toMatchObject({ message: 'seen in union select', tags: ['union select'] });
      expect(latin1(own!.data)).toMatch(/^Matched Data: union select found within \S+: union select {2}$/);
    },
  );
});

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Every string and every run of bytes of a message. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [latin1(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
