import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import { generate } from 'selfsigned';
import { EdgeAction } from '../../request/verdict.ts';
import { type Condition, LOGIN, OUTSIDE, REASON, rule } from '../../test-support/custom-rules.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';
import { bearerOf } from '../bots/bot-guard.ts';
import { CUSTOM_RECORD } from './custom-rules-phase.ts';

const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action, SkippedCheck } = edgeV1;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const BROWSER = [`User-Agent: ${CHROME}`, 'Accept: text/html,*/*;q=0.8', 'Accept-Language: en'];
const PROGRAM = ['User-Agent: curl/8.14.1', 'Accept: */*'];

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
    keyType: 'ec',
    curve: 'P-256',
  });
  edge = await startEdge(origin.port, {
    trustedProxies: ['127.0.0.1'],
    selfSigned: { cert: pems.cert, key: pems.private },
  });
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

/** The site with these rules, and what else the test wants of it. */
function configure(
  rules: edgeV1.CustomRule[],
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
): void {
  edge.configure((config) => {
    config.policy!.customRules = rules;
    config.policy!.managedRules = true;
    change(config);
  });
}

const send = (target: string, fields: string[] = BROWSER, client = '203.0.113.7', method = 'GET') =>
  sendRaw(
    edge.port,
    `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\n${fields.join('\r\n')}\r\nConnection: close\r\n\r\n`,
    2_000,
  );

const lastRecord = () => edge.records.at(-1)!;

/** The record as the log service reads it. */
function lastLogged(): requestLogV1.RequestLog {
  return writtenRecord(lastRecord());
}

const countersOf = () => {
  const { customRulesBlocked, customRulesChallenged, customRulesSkipped, customRulesLogged } =
    edge.worker.counters;
  return [customRulesBlocked, customRulesChallenged, customRulesSkipped, customRulesLogged];
};

describe('a rule that blocks', () => {
  beforeEach(() => configure([rule({ conditions: [LOGIN, OUTSIDE] })]));

  it('refuses with the page of refusals, and says in the log which values fulfilled it', async () => {
    const before = countersOf();
    const refused = await send('/blog/wp-login.php?x=1');
    expect(refused.status).toBe(403);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.body).toContain(lastRecord().requestId);
    expect(refused.body).not.toContain('wp-login');
    expect(countersOf()).toEqual([before[0]! + 1, ...before.slice(1)]);
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.CUSTOM_RULE,
      reason: REASON,
      ruleId: 0,
      ruleMessage: 'Block wp-login outside the office',
      matches: [
        {
          ruleId: 0,
          message: 'Block wp-login outside the office',
          tags: [REASON, 'custom-action/block'],
          targets: [
            { name: 'REQUEST_FILENAME', operator: 'contains', matchOffset: 6, matchLength: 8 },
            { name: 'REMOTE_ADDR', operator: 'not equals', matchLength: 11 },
          ],
        },
      ],
    });
  });

  it('passes who fulfils only a part of it', async () => {
    expect((await send('/blog/wp-login.php', BROWSER, '198.51.100.7')).status).toBe(200);
    expect((await send('/blog/')).status).toBe(200);
    expect(lastLogged()).toMatchObject({ action: EdgeAction.ALLOW, ruleMessage: '', matches: [] });
  });

  it.each(['/wp-%6cogin.php', '//wp-login.php', '/x/..;/wp-login.php'])('refuses %s too', async (target) => {
    expect((await send(target)).status).toBe(403);
  });

  it('gives programs a problem that they can read', async () => {
    const refused = await send('/wp-login.php', ['Accept: application/json']);
    expect([refused.status, refused.headers['content-type']]).toEqual([403, 'application/problem+json']);
  });

  it('refuses over HTTP/2 as well', async () => {
    const session = connectHttp2(`https://127.0.0.1:${edge.httpsPort}`, {
      servername: 'shop.example',
      rejectUnauthorized: false,
    });
    const status = async (path: string) => {
      const stream = session.request({ ':path': path, ':authority': 'shop.example', accept: 'text/html' });
      const [headers] = (await once(stream, 'response')) as [{ ':status'?: number }];
      stream.resume();
      await once(stream, 'close');
      return headers[':status'];
    };
    try {
      expect(await status('/wp-login.php')).toBe(403);
      await eventually(() => lastRecord().protocol === 'HTTP/2.0' && lastRecord().reason === REASON);
      expect(await status('/')).toBe(200);
    } finally {
      session.destroy();
    }
  });

  it('refuses the opening of a WebSocket', async () => {
    configure([rule({ conditions: [[Field.PATH, Is.STARTS_WITH, ['/chat']]] })], (config) => {
      config.delivery!.websocket = true;
    });
    const upgrade = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ];
    const asked = origin.requests.length;
    const answer = await sendRaw(
      edge.port,
      `GET /chat HTTP/1.1\r\nHost: shop.example\r\n${upgrade.join('\r\n')}\r\n\r\n`,
    );
    expect(answer.status).toBe(403);
    await eventually(() => lastRecord().reason === REASON);
    expect(origin.requests).toHaveLength(asked);
  });

  it('does not ask addresses that the owner has allowed', async () => {
    configure([rule()], (config) => {
      config.policy!.allowedIps = ['203.0.113.0/24'];
    });
    expect((await send('/wp-login.php')).status).toBe(200);
    expect((await send('/wp-login.php', BROWSER, '198.51.100.7')).status).toBe(403);
  });

  it('is a remark in log-only mode, and nothing where protection is off', async () => {
    const log = (config: edgeV1.SiteConfig) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
    };
    configure([rule()], log);
    expect((await send('/wp-login.php?q=attack')).status).toBe(200);
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.LOG_ONLY,
      reason: REASON,
      ruleId: 0,
      ruleMessage: 'Block wp-login outside the office',
    });
    expect(lastLogged().matches.map(({ ruleId }) => ruleId)).toEqual([0, 1001]);
    configure([rule()], (config) => {
      config.policy!.mode = edgeV1.EngineMode.OFF;
    });
    expect((await send('/wp-login.php')).status).toBe(200);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.ALLOW });
    expect(CUSTOM_RECORD.read(lastRecord())).toBeUndefined();
  });

  it('shuts neither certificate authorities out, nor lets others through by their path', async () => {
    configure([rule({ conditions: [[Field.PATH, Is.STARTS_WITH, ['/']]] })]);
    expect((await send('/.well-known/acme-challenge/a-Token_1')).status).toBe(200);
    expect((await send('/.well-known/acme-challenge/../../admin')).status).toBe(403);
    expect((await send('/.well-known/acme-challenge/..%2f..%2fadmin')).status).toBe(403);
    expect((await send('/.well-known/acme-challenge/token', BROWSER, '203.0.113.7', 'POST')).status).toBe(
      403,
    );
  });
});

describe('a rule that challenges', () => {
  const challenge = () => rule({ action: Action.CHALLENGE });
  beforeEach(() => configure([challenge()]));

  it('shows browsers the page, whose paths no rule shuts', async () => {
    configure([challenge(), rule({ id: 'all', conditions: [[Field.PATH, Is.STARTS_WITH, ['/']]] })]);
    const before = countersOf();
    const page = await send('/wp-login.php');
    expect([page.status, page.body.includes('Checking your browser')]).toEqual([403, true]);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.CHALLENGE, reason: REASON });
    expect(countersOf()[1]).toBe(before[1]! + 1);
    expect((await send('/.palisade/challenge.js')).status).toBe(200);
    expect((await send('/.palisade/challenge')).status).toBe(200);
    expect((await send('/')).status).toBe(403);
  });

  it('refuses programs', async () => {
    const refused = await send('/wp-login.php', PROGRAM);
    expect([refused.status, refused.headers['content-type']]).toEqual([403, 'application/problem+json']);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.CUSTOM_RULE, reason: REASON });
  });

  it('passes who has a clearance, and looks at the rest of the request as ever', async () => {
    await send('/wp-login.php');
    const cookie = edge.worker.edge.bots.clearances
      .issue(bearerOf(lastRecord()), false, Date.now(), 60_000)
      .split(';', 1)[0]!;
    expect((await send('/wp-login.php', [...BROWSER, `Cookie: ${cookie}`])).status).toBe(200);
    expect(CUSTOM_RECORD.read(lastRecord())).toBeUndefined();
    expect((await send('/wp-login.php?q=attack', [...BROWSER, `Cookie: ${cookie}`])).status).toBe(403);
    expect(lastRecord().reason).toBe('rule');
  });

  it('needs a plan with bot protection', async () => {
    configure([challenge()], (config) => {
      config.entitlements!.botProtection = false;
    });
    expect((await send('/wp-login.php')).status).toBe(200);
    expect((await send('/.palisade/challenge.js')).body).toBe('ok');
  });
});

describe('a rule that skips', () => {
  const HOOKS: Condition = [Field.PATH, Is.STARTS_WITH, ['/hooks/']];
  const skip = (...skips: edgeV1.SkippedCheck[]) => rule({ action: Action.SKIP, skips, conditions: [HOOKS] });

  it('leaves the managed rules out for its path, not for one that reads like it, and says so in the log', async () => {
    configure([skip(SkippedCheck.MANAGED_RULES)]);
    const before = countersOf();
    expect((await send('/hooks/pay?q=attack')).status).toBe(200);
    expect(lastRecord().transaction).toBeNull();
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.ALLOW,
      reason: '',
      ruleMessage: 'Block wp-login outside the office',
      matches: [{ tags: [REASON, 'custom-action/skip'] }],
    });
    expect(countersOf()[2]).toBe(before[2]! + 1);
    expect((await send('/hooks/../pay?q=attack')).status).toBe(403);
    expect((await send('/pay?q=attack')).status).toBe(403);
  });

  it('still gathers a small body, and passes a long one', async () => {
    configure([skip(SkippedCheck.MANAGED_RULES)]);
    for (const size of [10, 100_000]) {
      const body = 'attack'.padEnd(size, 'x');
      const answer = await sendRaw(
        edge.port,
        `POST /hooks/pay HTTP/1.1\r\nHost: shop.example\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${body}`,
      );
      expect(answer.status).toBe(200);
      expect(origin.requests.at(-1)!.body.toString()).toBe(body);
    }
  });

  it('leaves bot protection and rate limits out', async () => {
    const protectedSite = (config: edgeV1.SiteConfig) => {
      config.policy!.botProtection = true;
      config.policy!.rateLimiting = true;
      config.policy!.rateLimitRequests = 2;
    };
    configure([skip(SkippedCheck.BOT_PROTECTION, SkippedCheck.RATE_LIMITING)], protectedSite);
    for (let asked = 0; asked < 5; asked++) {
      expect((await send('/hooks/pay', PROGRAM, '203.0.113.50')).status).toBe(200);
    }
    expect((await send('/pay', PROGRAM, '203.0.113.50')).status).toBe(403);
    configure([skip(SkippedCheck.BOT_PROTECTION)], protectedSite);
    const statuses: number[] = [];
    for (let asked = 0; asked < 3; asked++) {
      statuses.push((await send('/hooks/pay', PROGRAM, '203.0.113.51')).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('holds in log-only mode', async () => {
    configure([skip(SkippedCheck.MANAGED_RULES)], (config) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    await send('/hooks/pay?q=attack');
    expect(lastRecord()).toMatchObject({ action: EdgeAction.ALLOW, transaction: null });
    await send('/pay?q=attack');
    expect(lastRecord()).toMatchObject({ action: EdgeAction.LOG_ONLY, reason: 'rule' });
  });
});

describe('a rule that only logs', () => {
  it('names itself in the record and lets those after it decide', async () => {
    configure([
      rule({ id: 'noted', action: Action.LOG }),
      rule({ id: 'block', conditions: [LOGIN, OUTSIDE] }),
    ]);
    const before = countersOf();
    expect((await send('/wp-login.php', BROWSER, '198.51.100.7')).status).toBe(200);
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.ALLOW,
      reason: '',
      ruleMessage: 'Block wp-login outside the office',
      matches: [{ tags: ['custom:noted', 'custom-action/log'] }],
    });
    expect((await send('/wp-login.php')).status).toBe(403);
    expect(lastLogged().matches.map(({ tags }) => tags[0])).toEqual(['custom:block', 'custom:noted']);
    expect(countersOf()).toEqual([before[0]! + 1, before[1], before[2], before[3]! + 2]);
  });

  it('stays in the record of a request that the managed rules refuse, whose message it then is', async () => {
    configure([rule({ action: Action.LOG })]);
    expect((await send('/wp-login.php?q=attack')).status).toBe(403);
    expect(lastLogged()).toMatchObject({ reason: 'rule', ruleId: 1001, ruleMessage: 'Test attack' });
    expect(lastLogged().matches.map(({ ruleId }) => ruleId)).toEqual([0, 1001]);
  });
});

describe("the plan's number of rules", () => {
  it('counts from the first of the list', async () => {
    const rules = ['/a', '/b', '/c'].map((path) =>
      rule({ id: path, conditions: [[Field.PATH, Is.EQUALS, [path]]] }),
    );
    const refused = async (maxCustomRules: number | undefined) => {
      configure(rules, (config) => {
        config.entitlements!.maxCustomRules = maxCustomRules;
      });
      const statuses: number[] = [];
      for (const path of ['/a', '/b', '/c']) statuses.push((await send(path)).status);
      return statuses;
    };
    expect(await refused(2)).toEqual([403, 403, 200]);
    expect(await refused(0)).toEqual([200, 200, 200]);
    expect(await refused(undefined)).toEqual([403, 403, 403]);
  });
});

describe('a document with a rule that cannot be compiled', () => {
  it('is refused, and what served before goes on', async () => {
    configure([rule()]);
    expect(() => configure([rule({ conditions: [[Field.PATH, Is.MATCHES, ['(']]] })])).toThrow(
      /site_config_custom_rule/,
    );
    expect((await send('/wp-login.php')).status).toBe(403);
  });
});

describe('values that take too many steps', () => {
  it('cut the rule short, counted and told once, and leave the others whole', async () => {
    const dear = rule({ id: 'dear', conditions: [[Field.QUERY, Is.MATCHES, ['a[ab]{400}c']]] });
    configure([dear, rule({ conditions: [[Field.PATH, Is.EQUALS, ['/wp-login.php']]] })]);
    const noise = Array.from({ length: 15_000 }, (_, n) => 'ab'[(Math.imul(n, 0x9e3779b1) >>> 13) & 1]).join(
      '',
    );
    const before = edge.worker.counters.customRulesCutShort;
    expect((await send(`/wp-login.php?${noise}`)).status).toBe(403);
    expect(lastRecord().reason).toBe(REASON);
    expect(edge.worker.counters.customRulesCutShort).toBe(before + 1);
    const cutShort = edge.faults.filter(({ code }) => code === 'custom_rules_cut_short');
    expect(cutShort).toHaveLength(1);
    expect(cutShort[0]!.detail).toContain('custom:dear');
  });
});
