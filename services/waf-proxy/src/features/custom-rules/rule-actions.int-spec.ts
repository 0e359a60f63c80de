import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { parseAddressText } from '@palisade/edge-state';
import { EdgeAction } from '../../request/verdict.ts';
import { REASON, rule } from '../../test-support/custom-rules.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { CUSTOM_RECORD } from './custom-rules-phase.ts';

const {
  ConditionField: Field,
  ConditionOperator: Is,
  CustomRuleAction: Action,
  HeaderOperation: Operation,
} = edgeV1;
const LIST = '01890000-0000-7000-8000-000000000001';
const CACHED =
  'HTTP/1.1 200 OK\r\nServer: old\r\nCache-Control: public, max-age=600\r\nContent-Length: 2\r\n\r\nok';

const MIB = 1_024 * 1_024;

let origin: RecordingOrigin;
let edge: EdgeHarness;
let folder: string;
const bans: string[] = [];
beforeAll(async () => {
  origin = await startRecordingOrigin(() => CACHED);
  folder = mkdtempSync(path.join(tmpdir(), 'palisade-actions-'));
  edge = await startEdge(origin.port, {
    trustedProxies: ['127.0.0.1'],
    cache: {
      memoryBytes: MIB,
      diskBytes: MIB,
      objectBytes: MIB,
      folder: path.join(folder, 'cache'),
      siteShare: 1,
    },
    onBan: (_siteId, address, _untilMs, reason) => bans.push(`${address} ${reason}`),
  });
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
  rmSync(folder, { recursive: true });
});

const does = (
  action: edgeV1.CustomRuleAction,
  parts: Omit<Partial<MessageInitShape<typeof edgeV1.CustomRuleSchema>>, 'conditions' | '$typeName'>,
  from = '/old',
  id?: string,
): edgeV1.CustomRule => {
  const one = rule({ action, conditions: [[Field.PATH, Is.STARTS_WITH, [from]]] });
  const { name, conditions } = one;
  return create(edgeV1.CustomRuleSchema, { id: id ?? one.id, name, action, conditions, ...parts });
};
const header = (ofResponse: boolean, operation: edgeV1.HeaderOperation, name: string, value = '') => ({
  ofResponse,
  operation,
  name,
  value,
});
const configure = (
  rules: edgeV1.CustomRule[],
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
) =>
  edge.configure((config) => {
    config.policy!.customRules = rules;
    change(config);
  });
const ask = (target: string, fields: string[] = [], client = '203.0.113.7') =>
  sendRaw(
    edge.port,
    `GET ${target} HTTP/1.1\r\n${['Host: shop.example', 'Accept: text/html', `X-Forwarded-For: ${client}`, ...fields].join('\r\n')}\r\nConnection: close\r\n\r\n`,
    5_000,
  );
const logOnly = (config: edgeV1.SiteConfig) => {
  config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
};
const lastData = () => CUSTOM_RECORD.read(edge.records.at(-1)!)?.matches.map(({ data }) => data);
const lastHead = () => origin.requests.at(-1)!.head;

describe('a rule that redirects', () => {
  const redirect = (to: string, keepQuery = false) => [
    does(Action.REDIRECT, { redirect: { to, status: 302, keepQuery } }),
  ];

  it.each([
    ['/new', '/old?x=1', '/new'],
    ['https://www.example.net/a#b', '/old', 'https://www.example.net/a#b'],
  ])('to %s leads %s to %s', async (to, target, location) => {
    configure(redirect(to));
    const answer = await ask(target);
    expect([answer.status, answer.headers.location]).toEqual([302, location]);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.ALLOW, reason: REASON, originStatus: 0 });
    expect(lastData()).toEqual([`Redirect to ${to} (302)`]);
  });

  it('puts the query behind the target, and nothing of a request before it', async () => {
    configure(redirect('https://www.example.net', true));
    expect((await ask('/old?x=@evil.example/%0d%0aSet-Cookie:a')).headers.location).toBe(
      'https://www.example.net?x=@evil.example/%0d%0aSet-Cookie:a',
    );
  });

  it.each([
    ['/old/new', '/old/new'],
    ['/old#top', '/old'],
    ['http://shop.example/old', '/old'],
    ['http://shop.example:80/old', '/old'],
    ["/old?why='x'", '/old?why=%27x%27'],
    ['/old"b', '/old%22b'],
    ['/x/../old', '/old'],
  ])('to %s leaves who is there already, and asks the rules behind it: %s', async (to, target) => {
    configure(redirect(to));
    expect((await ask(target)).status).toBe(200);
    expect([edge.records.at(-1)!.reason, lastData()]).toEqual(['', undefined]);
    configure([...redirect(to), does(Action.BLOCK, {}, '/old', 'behind')]);
    expect((await ask(target)).status).toBe(403);
  });

  it('to the site in clear text leaves who comes by TLS, whom the site sends to HTTPS again', async () => {
    configure(redirect('http://shop.example/old'));
    expect((await ask('/old', ['X-Forwarded-Proto: https'])).status).toBe(200);
    configure(redirect('https://shop.example/old'));
    expect((await ask('/old')).headers.location).toBe('https://shop.example/old');
  });

  it.each(['/new', 'http://shop.example/new'])(
    'to %s, which the site’s redirects lead back, does nothing',
    async (to) => {
      configure(redirect(to, true), (config) => {
        config.policy!.redirects = [
          create(edgeV1.RedirectSchema, { from: '/new', to: '/newer', status: 302, keepQuery: true }),
          create(edgeV1.RedirectSchema, { from: '/newer', to: '/old', status: 302, keepQuery: true }),
        ];
      });
      expect((await ask('/old?x=1')).status).toBe(200);
      expect((await ask('/old/else')).headers.location).toBe(to);
    },
  );
});

describe('a rule with a page', () => {
  const page = [
    does(Action.PAGE, { page: { status: 451, language: 'de', html: '<p>Geschlossen {{request_id}}</p>' } }),
  ];

  it('shows it to people, with a policy that runs nothing, and tells programs its status', async () => {
    configure(page);
    const shown = await ask('/old');
    expect(shown.status).toBe(451);
    expect(shown.body).toContain(`<p>Geschlossen ${edge.records.at(-1)!.requestId}</p>`);
    expect(shown.body).toContain('<html lang="de">');
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.CUSTOM_RULE, reason: REASON });
    const reply = await ask('/old', ['X-Requested-With: fetch']);
    expect([reply.status, reply.headers['content-type']]).toEqual([451, 'application/problem+json']);
  });

  it('lets everything pass in log-only mode', async () => {
    configure(page, logOnly);
    expect((await ask('/old')).status).toBe(200);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.LOG_ONLY, reason: REASON });
  });

  it.each([200, 404, 410])(
    'of status %s is an answer like any other, and no refusal to report',
    async (status) => {
      const answer = [
        does(Action.PAGE, { page: { status, language: 'en', html: '<p>Here {{report_form}}</p>' } }),
      ];
      configure(answer, (config) => {
        config.delivery!.visitorReports = true;
      });
      const shown = await ask('/old');
      expect([shown.status, shown.body.includes('<p>Here')]).toEqual([status, true]);
      expect(shown.body).not.toContain('<form');
      expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.ALLOW, reason: REASON });
      const reply = await ask('/old', ['X-Requested-With: fetch']);
      expect(reply.headers['content-type']).toMatch(status < 400 ? /^text\/html/ : /problem/);
      configure(answer, logOnly);
      expect((await ask('/old')).headers['x-request-id']).toBeDefined();
      expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.ALLOW, reason: '', status: 200 });
    },
  );
});

describe('a rule that rewrites the path', () => {
  const rewrite = (from: string, to: string) => does(Action.REWRITE, { rewrite: { from, to } });

  it.each([
    ['/old/*', '/v2/*', '/old/a/b?x=1', '/v2/a/b?x=1'],
    ['/*', '/closed.html', '/old/a?x', '/closed.html?x'],
    ['/old/*', '/*', '/old//evil.example', '/evil.example'],
    ['/elsewhere', '/new', '/old', '/old'],
  ])('%s → %s asks the origin for another one: %s → %s', async (from, to, target, asked) => {
    configure([rewrite(from, to)]);
    expect((await ask(target)).status).toBe(200);
    expect(lastHead()).toMatch(new RegExp(`^GET ${asked.replace(/[?.]/g, '\\$&')} HTTP/1.1\r\n`));
    expect(lastData()).toEqual(asked === target ? undefined : [`Rewrite ${from} to ${to}`]);
  });

  it('is told of where it is done: once, by the first whose path fits', async () => {
    configure([rewrite('/elsewhere', '/a'), rewrite('/old', '/b'), rewrite('/*', '/c')]);
    const before = edge.worker.counters.customRulesChanged;
    await ask('/old');
    expect(lastHead()).toMatch(/^GET \/b HTTP/);
    expect(lastData()).toEqual(['Rewrite /old to /b']);
    expect(edge.worker.counters.customRulesChanged).toBe(before + 1);
  });

  it('holds for robots.txt as well, where the site’s policy speaks to crawlers in it', async () => {
    const rewritten = does(
      Action.REWRITE,
      { rewrite: { from: '/robots.txt', to: '/shop/robots.txt' } },
      '/robots.txt',
    );
    configure([rewritten], (config) => {
      config.policy!.crawlers = create(edgeV1.CrawlerPolicySchema, { blockAi: true, robotsRules: true });
    });
    expect((await ask('/robots.txt')).status).toBe(200);
    expect(lastHead()).toMatch(/^GET \/shop\/robots.txt HTTP/);
  });

  it('lets the rules behind it be asked, about the path that the client asked for', async () => {
    configure([rewrite('/*', '/new'), does(Action.BLOCK, {}, '/old', 'behind')]);
    expect((await ask('/old')).status).toBe(403);
    configure([rewrite('/*', '/new'), does(Action.BLOCK, {}, '/new', 'behind')]);
    expect((await ask('/old')).status).toBe(200);
  });

  it('stores the answer under the path that was asked for at the origin, so that nobody gets another’s', async () => {
    const german = does(Action.REWRITE, { rewrite: { from: '/*', to: '/de' } });
    german.conditions = rule({
      conditions: [[Field.HEADER, Is.EQUALS, ['de'], { name: 'Accept-Language' }]],
    }).conditions;
    configure([german], (config) => {
      config.policy!.caching = true;
    });
    const before = origin.requests.length;
    await ask('/old-page', ['Accept-Language: de']);
    await ask('/old-page', ['Accept-Language: en']);
    const again = await ask('/old-page', ['Accept-Language: de']);
    expect(origin.requests.slice(before).map(({ head }) => head.split(' ')[1])).toEqual(['/de', '/old-page']);
    expect(again.headers['cache-status']).toContain('hit');
  });
});

describe('a rule that changes headers', () => {
  const changes = [
    header(false, Operation.SET, 'X-Tier', 'gold'),
    header(false, Operation.REMOVE, 'X-Debug'),
    header(true, Operation.REMOVE, 'Server'),
    header(true, Operation.SET, 'X-Robots-Tag', 'noindex'),
  ] as edgeV1.HeaderRule[];

  it.each([edgeV1.EngineMode.ON, edgeV1.EngineMode.DETECTION_ONLY])(
    'does so on the way there and back, in mode %s, and nowhere else',
    async (mode) => {
      configure([does(Action.CHANGE_HEADERS, { headers: changes })], (config) => {
        config.policy!.mode = mode;
      });
      const { headers } = await ask('/old', ['X-Debug: 1', 'X-Tier: theirs']);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers.server).toBeUndefined();
      expect(lastHead()).toContain('X-Tier: gold\r\n');
      expect(lastHead()).not.toMatch(/x-debug|theirs/i);
      expect(lastData()).toEqual([
        'Set X-Tier of the request, remove X-Debug of the request, remove Server of the answer, set X-Robots-Tag of the answer',
      ]);
      expect((await ask('/other', ['X-Tier: theirs'])).headers.server).toBe('old');
      expect(lastHead()).toContain('X-Tier: theirs\r\n');
    },
  );

  it('keeps such requests out of the cache, where their answers would be everybody’s', async () => {
    configure([does(Action.CHANGE_HEADERS, { headers: changes })], (config) => {
      config.policy!.caching = true;
    });
    for (let nth = 0; nth < 2; nth++)
      expect((await ask('/old/cached')).headers['cache-status']).not.toMatch(/stored|hit/);
  });
});

describe('a rule that puts clients on a list', () => {
  const rules = [
    does(Action.ADD_TO_LIST, { listing: { listId: LIST, seconds: 600 } }, '/trap'),
    rule({ id: 'listed', conditions: [[Field.IP, Is.IN_LIST, [LIST]]] }),
  ];
  const ADDRESS = '198.51.100.9';
  beforeAll(() => {
    const lists = edge.worker.edge.clientLists;
    const header_ = { id: LIST, version: 1, ownerId: null, name: 'trapped', removed: false };
    lists.put({ header: header_, set: parseAddressText(Buffer.from('192.0.2.1')).set });
  });

  it('does so once, from then on and for this site alone, and names the list in the log', async () => {
    configure(rules);
    expect((await ask('/', [], ADDRESS)).status).toBe(200);
    expect((await ask('/trap', [], ADDRESS)).status).toBe(200);
    expect(lastData()).toEqual(['Add to the list trapped for 10 minutes']);
    expect((await ask('/', [], ADDRESS)).status).toBe(403);
    expect((await ask('/trap', [], ADDRESS)).status).toBe(403);
    expect(bans).toEqual([`list/${LIST}/${ADDRESS} ${REASON}`]);
    expect((await ask('/', [], '198.51.100.10')).status).toBe(200);
    configure([rules[1]!]);
    expect((await ask('/', [], ADDRESS)).status).toBe(200);
  });

  it('names the condition that held before it did so', async () => {
    const either = does(Action.ADD_TO_LIST, { listing: { listId: LIST, seconds: 600 } }, '/trap');
    const unlisted = rule({ conditions: [[Field.IP, Is.IN_LIST, [LIST], { negate: true }]] });
    either.alternatives = [create(edgeV1.CustomConditionGroupSchema, { conditions: either.conditions })];
    either.conditions = unlisted.conditions;
    configure([either]);
    await ask('/trap', [], '198.51.100.31');
    expect(CUSTOM_RECORD.read(edge.records.at(-1)!)!.matches[0]!.targets).toMatchObject([
      { name: 'REMOTE_ADDR', operator: 'not in_list' },
    ]);
  });

  it('puts nobody there in log-only mode, since a list may be one that blocks', async () => {
    configure(rules, logOnly);
    bans.length = 0;
    await ask('/trap', [], '198.51.100.77');
    expect(bans).toEqual([]);
  });
});

describe('rules about delivery', () => {
  const delivering = [
    does(Action.BLOCK, {}, '/', 'block'),
    does(Action.PAGE, { page: { status: 403, language: 'en', html: 'no' } }, '/', 'page'),
    does(
      Action.CHANGE_HEADERS,
      { headers: [header(true, Operation.SET, 'X-Robots-Tag', 'noindex')] as edgeV1.HeaderRule[] },
      '/',
    ),
    does(Action.REWRITE, { rewrite: { from: '/old/*', to: '/v2/*' } }, '/old/'),
    does(Action.REDIRECT, { redirect: { to: '/new', status: 302, keepQuery: false } }, '/moved'),
  ];

  it.each<[string, (config: edgeV1.SiteConfig) => void]>([
    [
      'clients that are allowed by address',
      (config) => {
        config.policy!.allowedIps = ['203.0.113.7'];
      },
    ],
    [
      'everybody while the protection is off',
      (config) => {
        config.policy!.mode = edgeV1.EngineMode.OFF;
      },
    ],
  ])('hold for %s, whom no rule keeps out', async (_whom, change) => {
    configure(delivering, change);
    const answer = await ask('/old/a');
    expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(lastHead()).toMatch(/^GET \/v2\/a HTTP/);
    const moved = await ask('/moved');
    expect([moved.status, moved.headers.location]).toEqual([302, '/new']);
  });

  it('lead on in log-only mode', async () => {
    configure(delivering.slice(4), logOnly);
    expect((await ask('/moved')).headers.location).toBe('/new');
  });
});
