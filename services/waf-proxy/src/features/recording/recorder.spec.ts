import type { AuditRecord } from '@palisade/waf-engine';
import type { RequestBody } from '../../request/reply.ts';
import { contextOf } from '../../test-support/request-context.ts';
import { KEPT_BODY, KeptBody } from './kept-body.ts';
import { SensitiveNames } from './masking/sensitive-names.ts';
import { Recorder, UNBOUNDED } from './recorder.ts';
import type { RecordedSiteRequest, RecordingPolicy } from './recording-part.ts';

const policy = (change: Partial<RecordingPolicy> = {}): RecordingPolicy => ({
  rate: 1,
  names: SensitiveNames.ofSecretsAndPersons([]),
  masksQueryValues: false,
  quota: 0,
  ...change,
});
const ALL = policy();

const COOKIE = 'Cookie: sid=k3eph7thxs8mf; theme=darkblue';
const lines = (target: string, ...fields: string[]) => [
  `GET ${target} HTTP/1.1`,
  'Host: shop.example',
  'Accept:  text/html',
  ...fields,
];
const connectionOf = (...given: Parameters<typeof contextOf>) => ({ ...contextOf(...given).connection });

function record(
  recorder: Recorder,
  context: ReturnType<typeof contextOf>,
  { by = ALL, body = null as string | null } = {},
) {
  const request = context as unknown as RecordedSiteRequest;
  Object.assign(context.site!, { siteId: 'a', recording: by });
  if (body !== null) {
    const plain: RequestBody = {
      start(events) {
        events.onChunk(Buffer.from(body));
        events.onEnd([]);
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    const kept = new KeptBody(plain);
    kept.start({ onChunk: () => undefined, onEnd: () => undefined });
    KEPT_BODY.keep(request, kept);
  }
  const recorded = recorder.record(request, by, () => false);
  if (recorded === null || recorded === 'no_room') throw new Error(`not recorded: ${recorded}`);
  return recorded;
}
const cookieIn = (head: string | null) => /Cookie: (.*)\r\n/.exec(head ?? '')?.[1];

it('the fields of a connection become the same again as long as they come again', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  const first = record(recorder, contextOf(lines('/', COOKIE), { connection }));
  expect(first.request.head).toMatch(
    /^GET \/ HTTP\/1\.1\r\nHost: shop\.example\r\nAccept: {2}text\/html\r\nCookie: sid=[qvwyzk][1-9][a-z]{3}[1-9][a-z]{4}[1-9][a-z]{2}; theme=[qvwyzk]{8}\r\n$/,
  );
  const again = record(recorder, contextOf(lines('/other?page=2', COOKIE), { connection }));
  expect(again.request.head).toBe(first.request.head!.replace('GET / ', 'GET /other?page=2 '));
  expect(again.masked).toBe(first.masked);
  const elsewhere = record(recorder, contextOf(lines('/', COOKIE), { connection: { ...connection } }));
  expect(cookieIn(elsewhere.request.head)).not.toBe(cookieIn(first.request.head));
  const more = record(recorder, contextOf(lines('/', COOKIE, 'X-A: b'), { connection }));
  expect(more.request.head).toContain('X-A: b\r\n');
  expect(cookieIn(more.request.head)).not.toBe(cookieIn(first.request.head));
});

it('an owner who names one more field has it masked at once', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  const context = () => contextOf(lines('/', 'X-Customer: hansmeier'), { connection });
  expect(record(recorder, context()).request.head).toContain('hansmeier');
  const by = policy({ names: SensitiveNames.ofSecretsAndPersons(['x-customer']) });
  expect(record(recorder, context(), { by }).request.head).not.toContain('hansmeier');
  expect(record(recorder, context()).request.head).toContain('hansmeier');
});

it('a word of a request becomes the same in its target, its fields and its body', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  record(recorder, contextOf(lines('/', COOKIE), { connection }));
  const { request } = record(recorder, contextOf(lines('/?token=darkblue', COOKIE), { connection }), {
    body: 'csrf_token=darkblue',
  });
  const word = /token=([a-z]+)/.exec(request.body!)![1]!;
  expect(word).not.toBe('darkblue');
  expect(request.head).toContain(`/?token=${word} HTTP/1.1`);
  expect(cookieIn(request.head)).toContain(`theme=${word}`);
});

it('also where one connection sends form after form, with pages in between', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  const head = lines(
    '/',
    'X-Note: nothing of interest',
    COOKIE,
    'Referer: https://shop.example/?token=darkblue',
  );
  const words = new Set<string>();
  for (const body of [
    'csrf_token=darkblue',
    'a=1',
    null,
    'csrf_token=darkblue',
    null,
    'csrf_token=darkblue&b=2',
  ]) {
    const { request, masked } = record(recorder, contextOf(head, { connection }), { body });
    const inBody = /token=([a-z]+)/.exec(request.body ?? '')?.[1];
    const theme = /theme=([a-z]+)/.exec(request.head!)![1]!;
    expect(theme).toMatch(/^[qvwyzk]{8}$/);
    if (inBody !== undefined) expect(inBody).toBe(theme);
    expect(request.head).toBe(
      `${head.slice(0, 4).join('\r\n')}\r\n${request.head!.split('\r\n')[4]}\r\nReferer: https://shop.example/?token=${theme}\r\n`,
    );
    expect(masked).toBe(inBody === undefined ? 3 : 4);
    words.add(theme);
  }
  // Forms have words of their own each time.
  expect(words.size).toBeGreaterThan(2);
});

it('what a rule has found stays, also where the connection had the same fields before', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  record(recorder, contextOf(lines('/', COOKIE), { connection }));
  const context = contextOf(lines('/', COOKIE), { connection });
  const target = { name: 'REQUEST_COOKIES:theme', transformed: 'darkblue', matchOffset: 0, matchLength: 8 };
  const audit = { matches: [{ targets: [target] }] } as unknown as AuditRecord;
  context.transaction = { audit: () => audit } as unknown as typeof context.transaction;
  expect(cookieIn(record(recorder, context).request.head)).toMatch(/; theme=darkblue$/);
  expect(
    cookieIn(record(recorder, contextOf(lines('/', COOKIE), { connection })).request.head),
  ).not.toContain('darkblue');
});

it('what is longer than usual is masked each time, and nothing of a request without lines is lost', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  const long = `X-Long: ${'words '.repeat(900)}end`;
  for (let round = 0; round < 2; round++)
    expect(record(recorder, contextOf(lines('/', COOKIE, long), { connection })).request.head).toContain(
      'words end\r\n',
    );
  const context = contextOf(lines('/', COOKIE), { connection, protocol: 'HTTP/2.0' });
  context.head.lines = '';
  expect(record(recorder, context).request).toMatchObject({
    head: null,
    target: '/',
    fields: ['Host', 'shop.example', 'Accept', 'text/html', 'Cookie', expect.stringMatching(/^sid=/)],
  });
});

it('code in a masked value is said, and of the connection’s next requests as well', () => {
  const recorder = new Recorder(UNBOUNDED);
  const connection = connectionOf(lines('/'));
  const cookie = 'Cookie: sid=k3eph7; note=<b onclick>';
  const hides = (...given: Parameters<typeof record>) => record(...given).hidesCode;
  expect(hides(recorder, contextOf(lines('/', cookie), { connection }))).toBe(true);
  expect(hides(recorder, contextOf(lines('/2', cookie), { connection }))).toBe(true);
  expect(hides(recorder, contextOf(lines('/', COOKIE), { connection }))).toBe(false);
  const form = contextOf(lines('/', COOKIE), { connection });
  expect(hides(recorder, form, { body: 'password=$(id)' })).toBe(true);
  expect(hides(recorder, contextOf(lines('/', COOKIE), { connection }))).toBe(false);
});
