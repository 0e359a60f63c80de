import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { parseAddressText } from '@palisade/edge-state';
import { startTestDns } from '@palisade/testing';
import { EdgeAction } from '../../request/verdict.ts';
import { type Condition, REASON, rule } from '../../test-support/custom-rules.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { systemLookup } from '../bots/bot-verifier.ts';
import { CUSTOM_RECORD } from './custom-rules-phase.ts';

const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action, SkippedCheck } = edgeV1;
const LIST = '01890000-0000-7000-8000-000000000001';
const AHREFS = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)';
const GENUINE = '192.0.2.10';
const SCORED: Condition = [Field.ATTACK_SCORE, Is.AT_LEAST, ['3']];

let origin: RecordingOrigin;
let edge: EdgeHarness;
let dns: Awaited<ReturnType<typeof startTestDns>>;
const listed: string[] = [];
let lookups = 0;

beforeAll(async () => {
  origin = await startRecordingOrigin(({ head }) => {
    const status = /[?&]status=(\d+)/.exec(head)?.[1] ?? '200';
    return `HTTP/1.1 ${status} x\r\nContent-Length: 2\r\n\r\nok`;
  });
  dns = await startTestDns([
    { name: '10.2.0.192.in-addr.arpa', type: 'PTR', value: 'crawl.ahrefs.com' },
    { name: 'crawl.ahrefs.com', type: 'A', value: GENUINE },
  ]);
  const lookup = systemLookup([dns.address]);
  edge = await startEdge(origin.port, {
    trustedProxies: ['127.0.0.1'],
    protection: {
      lookup: {
        reverse: (address) => {
          lookups++;
          return lookup.reverse(address);
        },
        resolve4: (name) => lookup.resolve4(name),
        resolve6: (name) => lookup.resolve6(name),
      },
    },
    onBan: (_siteId, address, _untilMs, reason) => listed.push(`${address} ${reason}`),
  });
  const header = { id: LIST, version: 1, ownerId: null, name: 'attackers', removed: false };
  edge.worker.edge.clientLists.put({ header, set: parseAddressText(Buffer.from('192.0.2.1')).set });
});
beforeEach(() => {
  listed.length = 0;
});
afterAll(async () => {
  await edge?.stop();
  await dns?.dispose();
  await origin?.close();
});

const configure = (
  rules: edgeV1.CustomRule[],
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
) =>
  edge.configure((config) => {
    config.policy!.customRules = rules;
    change(config);
  });
const ask = (target: string, client = '203.0.113.7', fields: string[] = []) =>
  sendRaw(
    edge.port,
    `GET ${target} HTTP/1.1\r\n${['Host: shop.example', `X-Forwarded-For: ${client}`, ...fields].join('\r\n')}\r\nConnection: close\r\n\r\n`,
    5_000,
  );
const listing = (...conditions: Condition[]) => {
  const one = rule({ action: Action.ADD_TO_LIST, conditions });
  one.listing = create(edgeV1.CustomRuleListingSchema, { listId: LIST, seconds: 600 });
  return one;
};
const matches = () => CUSTOM_RECORD.read(edge.records.at(-1)!)?.matches ?? [];

describe('a rule by the attack score', () => {
  it('refuses what the managed rules have let pass, and says in the log why', async () => {
    configure([rule({ conditions: [SCORED] })]);
    expect((await ask('/?q=suspect')).status).toBe(403);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.CUSTOM_RULE, reason: REASON });
    expect(matches()).toMatchObject([
      { targets: [{ name: 'ATTACK_SCORE', operator: 'at_least', value: '3' }] },
    ]);
    expect((await ask('/?q=harmless')).status).toBe(200);
  });

  it('is of no request that the managed rules have not looked at', async () => {
    const clean = rule({ conditions: [[Field.ATTACK_SCORE, Is.AT_LEAST, ['3'], { negate: true }]] });
    configure([clean]);
    expect((await ask('/')).status).toBe(403);
    const skipping = rule({ id: 's', action: Action.SKIP, skips: [SkippedCheck.MANAGED_RULES] });
    skipping.conditions = rule({ conditions: [[Field.PATH, Is.EQUALS, ['/']]] }).conditions;
    configure([clean], (config) => {
      config.policy!.managedRules = false;
    });
    expect((await ask('/')).status).toBe(200);
    // Before the rule: it ends the search. Behind it: the score is not known.
    configure([clean, skipping]);
    expect((await ask('/')).status).toBe(200);
  });

  it('is only noted in log-only mode', async () => {
    configure([rule({ conditions: [SCORED] })], (config) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    expect((await ask('/?q=suspect')).status).toBe(200);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.LOG_ONLY, reason: REASON });
  });

  it('puts those on a list whom the managed rules refuse, from their next request on', async () => {
    const client = '198.51.100.20';
    configure([
      rule({ id: 'listed', conditions: [[Field.IP, Is.IN_LIST, [LIST]]] }),
      listing([Field.ATTACK_SCORE, Is.AT_LEAST, ['5']]),
    ]);
    expect((await ask('/?q=attack', client)).status).toBe(403);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.BLOCK, reason: 'rule' });
    expect(matches()).toMatchObject([
      { tags: [REASON, 'custom-action/add_to_list'], data: 'Add to the list attackers for 10 minutes' },
    ]);
    expect(listed).toEqual([`list/${LIST}/${client} ${REASON}`]);
    expect((await ask('/', client)).status).toBe(403);
    expect(edge.records.at(-1)).toMatchObject({ reason: 'custom:listed' });
    expect((await ask('/', '198.51.100.21')).status).toBe(200);
  });
});

describe('a rule by the status of the answer', () => {
  const notFound: Condition = [Field.ANSWER_STATUS, Is.EQUALS, ['404', '410']];

  it('logs what the origin has answered', async () => {
    configure([rule({ action: Action.LOG, conditions: [notFound] })]);
    expect((await ask('/?status=404')).status).toBe(404);
    expect(edge.records.at(-1)).toMatchObject({ action: EdgeAction.ALLOW });
    expect(matches()).toMatchObject([
      { tags: [REASON, 'custom-action/log'], targets: [{ name: 'RESPONSE_STATUS', value: '404' }] },
    ]);
    await ask('/?status=200');
    expect(matches()).toEqual([]);
  });

  it('knows what the edge itself has answered, behind what decided', async () => {
    configure([
      rule({ action: Action.LOG, conditions: [[Field.ANSWER_STATUS, Is.EQUALS, ['403']]] }),
      rule({ id: 'wall', conditions: [[Field.PATH, Is.STARTS_WITH, ['/admin']]] }),
    ]);
    expect((await ask('/admin')).status).toBe(403);
    expect(edge.records.at(-1)).toMatchObject({ reason: 'custom:wall' });
    expect(matches().map(({ tags }) => tags[0])).toEqual(['custom:wall', REASON]);
    // Behind the rule that ends the search it is not asked.
    configure([
      rule({ id: 'wall', conditions: [[Field.PATH, Is.STARTS_WITH, ['/admin']]] }),
      rule({ action: Action.LOG, conditions: [[Field.ANSWER_STATUS, Is.EQUALS, ['403']]] }),
    ]);
    await ask('/admin');
    expect(matches().map(({ tags }) => tags[0])).toEqual(['custom:wall']);
  });

  it('prolongs no block of those whom a list keeps out', async () => {
    configure([listing([Field.ANSWER_STATUS, Is.EQUALS, ['403']])], (config) => {
      config.policy!.blockedIps = ['198.51.100.30'];
    });
    expect((await ask('/', '198.51.100.30')).status).toBe(403);
    expect(listed).toEqual([]);
  });

  it('puts nobody on a list in log-only mode', async () => {
    configure([listing(notFound)], (config) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    await ask('/?status=404');
    expect(listed).toEqual([]);
  });

  it('is asked of nobody whom the owner has allowed', async () => {
    configure([listing(notFound)], (config) => {
      config.policy!.allowedIps = ['203.0.113.0/24'];
    });
    await ask('/?status=404');
    expect(listed).toEqual([]);
  });
});

describe('a rule by what crawlers are for', () => {
  const seo: Condition = [Field.BOT_KIND, Is.EQUALS, ['seo']];
  const crawler = (client: string, target = '/') => ask(target, client, [`User-Agent: ${AHREFS}`]);

  it('keeps out who says to be one, and lets pass who is', async () => {
    configure([rule({ conditions: [seo] })]);
    expect((await crawler('203.0.113.7')).status).toBe(403);
    expect((await crawler(GENUINE)).status).toBe(403);
    expect((await ask('/')).status).toBe(200);
    const skips = rule({
      id: 'pass',
      action: Action.SKIP,
      skips: [SkippedCheck.MANAGED_RULES],
      conditions: [seo],
    });
    configure([skips, rule({ conditions: [[Field.PATH, Is.STARTS_WITH, ['/']]] })]);
    expect((await crawler(GENUINE)).status).toBe(200);
    expect((await crawler('203.0.113.7')).status).toBe(403);
  });

  it('keeps a place for crawlers from those that only say to be some', async () => {
    configure([
      rule({
        conditions: [
          [Field.PATH, Is.STARTS_WITH, ['/feed']],
          [Field.BOT_KIND, Is.EQUALS, ['seo'], { negate: true }],
        ],
      }),
    ]);
    expect((await crawler(GENUINE, '/feed')).status).toBe(200);
    expect((await crawler('203.0.113.8', '/feed')).status).toBe(403);
    expect((await ask('/feed')).status).toBe(403);
  });

  it('asks DNS only where the rest of the rule holds', async () => {
    configure([rule({ conditions: [[Field.PATH, Is.STARTS_WITH, ['/admin']], seo] })]);
    const before = lookups;
    await crawler('203.0.113.99');
    await ask('/admin', '203.0.113.99');
    expect(lookups).toBe(before);
    await crawler('203.0.113.99', '/admin');
    expect(lookups).toBe(before + 1);
  });
});
