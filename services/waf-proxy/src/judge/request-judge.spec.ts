import { create } from '@bufbuild/protobuf';
import { edgeV1, recordedRequestV1, requestLogV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { type Identity, identity } from '../test-support/client-authority.ts';
import { type RecordedChange, recordedRequest } from '../test-support/recorded-request.ts';
import { compileManagedRules, compileSite, RequestJudge } from './index.ts';
import { factsOf } from './recorded-facts.ts';

const { EdgeAction } = requestLogV1;
const { RecordedBody } = recordedRequestV1;
const ruleSet = compileManagedRules();
const judge = new RequestJudge();

const HOST = 'Host: shop.example';
const BROWSER = [HOST, 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'];
const get = (target: string, ...fields: string[]) =>
  recordedRequest([`GET ${target} HTTP/1.1`, ...BROWSER, 'Accept: text/html', ...fields]);
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const post = (body: string, change: RecordedChange = {}) =>
  recordedRequest(['POST /comment HTTP/1.1', ...BROWSER, 'Accept: text/html', FORM], body, change);

const ATTACK = '/?id=1%27%20UNION%20SELECT%20password%20FROM%20users--%20-';

function siteWith(change: (policy: edgeV1.Policy) => void = () => undefined) {
  const config = sampleSite();
  change(config.policy!);
  return compileSite(config, ruleSet);
}

it('lets an ordinary request pass and refuses an attack, with the rule and where it stood', async () => {
  expect(await judge.judge(get('/shop?page=2'), siteWith())).toMatchObject({
    outcome: 'passes',
    unknown: null,
  });
  const refused = await judge.judge(get(ATTACK), siteWith());
  expect(refused).toMatchObject({ outcome: 'refused', status: 403, reason: 'rule', unknown: null });
  expect(refused.ruleId).toBeGreaterThan(0);
  expect(refused.inboundScore).toBeGreaterThanOrEqual(5);
  expect(refused.matches.flatMap(({ targets }) => targets)).toContain('ARGS:id');
});

it('judges a body that is whole, and says so where it was cut or never read', async () => {
  const attack = `text=${encodeURIComponent('<script>alert(document.cookie)</script>')}`;
  expect(await judge.judge(post('text=hello'), siteWith())).toMatchObject({ outcome: 'passes' });
  expect(await judge.judge(post(attack), siteWith())).toMatchObject({ outcome: 'refused', reason: 'rule' });
  for (const bodyState of [RecordedBody.CUT, RecordedBody.UNREAD]) {
    const judged = await judge.judge(post('text=hello', { bodyState }), siteWith());
    expect(judged).toMatchObject({ outcome: null, unknown: 'body' });
  }
});

it('needs no body where no rule would look at it, and none where the head decides', async () => {
  const cut = post('text=hello', { bodyState: RecordedBody.CUT });
  const noRules = siteWith((policy) => {
    policy.managedRules = false;
  });
  expect(await judge.judge(cut, noRules)).toMatchObject({ outcome: 'passes', unknown: null });
  const blocks = siteWith((policy) => {
    policy.blockedIps = ['192.0.2.0/24'];
  });
  expect(await judge.judge(cut, blocks)).toMatchObject({ outcome: 'refused', reason: 'blocked_address' });
});

it('asks rules about the body where it was recorded whole, and cannot say otherwise', async () => {
  const asking = siteWith((policy) => {
    policy.managedRules = false;
    policy.customRules = [
      create(edgeV1.CustomRuleSchema, {
        id: 'r',
        name: 'No admins',
        action: edgeV1.CustomRuleAction.BLOCK,
        conditions: [
          {
            field: edgeV1.ConditionField.FORM_FIELD,
            name: 'text',
            operator: edgeV1.ConditionOperator.EQUALS,
            values: ['admin'],
          },
        ],
      }),
    ];
  });
  expect(await judge.judge(post('text=admin'), asking)).toMatchObject({
    outcome: 'refused',
    reason: 'custom:r',
  });
  expect(await judge.judge(post('text=hello'), asking)).toMatchObject({ outcome: 'passes' });
  const cut = post('text=admin', { bodyState: RecordedBody.CUT });
  expect(await judge.judge(cut, asking)).toMatchObject({ outcome: null, unknown: 'body' });
});

it('says of rules that redirect where they lead, and of lists that rules fill that nobody can say', async () => {
  const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action } = edgeV1;
  const conditions = [{ field: Field.PATH, operator: Is.EQUALS, values: ['/old'] }];
  const leading = siteWith((policy) => {
    policy.customRules = [
      create(edgeV1.CustomRuleSchema, {
        id: 'r',
        name: 'Moved',
        action: Action.REDIRECT,
        conditions,
        redirect: { to: '/new', status: 302, keepQuery: false },
      }),
    ];
  });
  expect(await judge.judge(get('/old'), leading)).toMatchObject({
    outcome: 'redirected',
    status: 302,
    reason: 'custom:r',
  });
  const filling = siteWith((policy) => {
    policy.customRules = [
      create(edgeV1.CustomRuleSchema, {
        id: 'f',
        name: 'Trap',
        action: Action.ADD_TO_LIST,
        conditions,
        listing: { listId: 'trapped', seconds: 600 },
      }),
      create(edgeV1.CustomRuleSchema, {
        id: 'b',
        name: 'Trapped',
        action: Action.BLOCK,
        conditions: [{ field: Field.IP, operator: Is.IN_LIST, values: ['trapped'] }],
      }),
    ];
  });
  const asked = new RequestJudge(new Map([['trapped', null]]));
  expect(await asked.judge(get('/other'), filling)).toMatchObject({ outcome: null, unknown: 'lists' });
});

it.each([
  [404, 'passes'],
  [403, 'refused'],
])('takes a page of status %s of the owner for %s', async (status, outcome) => {
  const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action } = edgeV1;
  const shown = siteWith((policy) => {
    policy.customRules = [
      create(edgeV1.CustomRuleSchema, {
        id: 'p',
        name: 'Nothing here',
        action: Action.PAGE,
        conditions: [{ field: Field.PATH, operator: Is.EQUALS, values: ['/old'] }],
        page: { status, language: 'en', html: 'Nothing' },
      }),
    ];
  });
  expect(await judge.judge(get('/old'), shown)).toMatchObject({ outcome, status, reason: 'custom:p' });
});

it('asks lists and countries in the order of the edge', async () => {
  const attackFromDe = { ...get(ATTACK), country: 'DE' };
  const geo = siteWith((policy) => {
    policy.geoBlocking = true;
    policy.blockedCountries = ['DE'];
  });
  expect(await judge.judge(attackFromDe, geo)).toMatchObject({ reason: 'blocked_country' });
  const allowed = siteWith((policy) => {
    policy.geoBlocking = true;
    policy.blockedCountries = ['DE'];
    policy.allowedIps = ['192.0.2.1'];
    policy.allowedIpsSkipRules = true;
  });
  expect(await judge.judge(attackFromDe, allowed)).toMatchObject({ outcome: 'passes' });
});

it('an exclusion lets pass what it excepts, and nothing else', async () => {
  const { ruleId } = await judge.judge(get('/?q=%3Cscript%3Ealert(1)%3C/script%3E'), siteWith());
  expect(ruleId).toBeGreaterThan(0);
  const excluded = siteWith((policy) => {
    policy.exclusions = [
      create(edgeV1.RuleExclusionSchema, {
        name: 'all of q',
        target: 'ARGS:q',
        by: { case: 'ruleId', value: '1-999999' },
      }),
    ];
  });
  expect(await judge.judge(get('/?q=%3Cscript%3Ealert(1)%3C/script%3E'), excluded)).toMatchObject({
    outcome: 'passes',
  });
  expect(await judge.judge(get('/?p=%3Cscript%3Ealert(1)%3C/script%3E'), excluded)).toMatchObject({
    outcome: 'refused',
  });
});

it('says in log-only mode what would have been refused', async () => {
  const watched = siteWith((policy) => {
    policy.mode = edgeV1.EngineMode.DETECTION_ONLY;
  });
  expect(await judge.judge(get(ATTACK), watched)).toMatchObject({ outcome: 'passes', remark: 'rule' });
  expect(await judge.judge(get('/'), watched)).toMatchObject({ outcome: 'passes', remark: '' });
});

it.each([
  [EdgeAction.RATE_LIMIT, 'rate_limit'],
  [EdgeAction.BAN, 'banned'],
  [EdgeAction.DDOS, 'ddos:client_rate'],
  [EdgeAction.REJECT, 'overloaded'],
])(
  'what rates decided (%s, %s) is unknown, unless something before them refuses it',
  async (action, reason) => {
    const limited = { ...get('/'), action, reason };
    expect(await judge.judge(limited, siteWith())).toMatchObject({ outcome: null, unknown: 'rates' });
    const blocks = siteWith((policy) => {
      policy.blockedIps = ['192.0.2.1'];
    });
    expect(await judge.judge(limited, blocks)).toMatchObject({ outcome: 'refused', unknown: null });
  },
);

describe('with bot protection', () => {
  const bots = siteWith((policy) => {
    policy.botProtection = true;
    policy.bots = create(edgeV1.BotSettingsSchema, {
      challenge: edgeV1.ChallengeMode.ALL,
      clearanceSeconds: 3_600,
    });
  });

  it('challenges who had no clearance, and lets pass who had', async () => {
    expect(await judge.judge(get('/'), bots)).toMatchObject({ outcome: 'challenged' });
    expect(await judge.judge({ ...get('/'), cleared: true }, bots)).toMatchObject({ outcome: 'passes' });
  });

  it('cannot say whether a crawler is one, nor what a client did before', async () => {
    const crawler = recordedRequest(['GET / HTTP/1.1', HOST, 'User-Agent: Googlebot/2.1']);
    expect(await judge.judge(crawler, bots)).toMatchObject({ outcome: null, unknown: 'crawler' });
    const searching = { ...get('/'), cleared: true, action: EdgeAction.BOT, reason: 'bot:searches' };
    expect(await judge.judge(searching, bots)).toMatchObject({ outcome: null, unknown: 'behaviour' });
  });
});

it('cannot say what hangs on a fingerprint that was not recorded, but in clear', async () => {
  const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action } = edgeV1;
  const withoutOne = siteWith((policy) => {
    const condition = create(edgeV1.CustomConditionSchema, {
      field: Field.JA4,
      operator: Is.EXISTS,
      negate: true,
    });
    policy.customRules = [
      create(edgeV1.CustomRuleSchema, {
        id: '1',
        name: 'No fingerprint',
        action: Action.BLOCK,
        conditions: [condition],
      }),
    ];
  });
  const of = (change: { secure: boolean; ja4?: string }) =>
    judge.judge(recordedRequest(['GET / HTTP/1.1', HOST], null, change), withoutOne);
  expect(await of({ secure: true })).toMatchObject({ outcome: null, unknown: 'fingerprint' });
  expect(await of({ secure: true, ja4: 't13d1516h2_8daaf6152771_e5627efa2ab1' })).toMatchObject({
    outcome: 'passes',
  });
  expect(await of({ secure: false })).toMatchObject({ outcome: 'refused', unknown: null });
  expect(
    await judge.judge(recordedRequest(['GET / HTTP/1.1', HOST], null, { secure: true }), siteWith()),
  ).toMatchObject({
    outcome: 'passes',
  });
});

it('reads HTTP/2 as the edge does', async () => {
  const fields = ['host', 'shop.example', 'user-agent', 'curl/8', 'accept', '*/*', 'cookie', 'a=b'];
  const streamed = (target: string) =>
    recordedRequest([`GET ${target} HTTP/2.0`], null, {
      secure: true,
      fields: fields.map((text) => Buffer.from(text)),
    });
  expect(await judge.judge(streamed('/'), siteWith())).toMatchObject({ outcome: 'passes' });
  expect(await judge.judge(streamed(ATTACK), siteWith())).toMatchObject({ outcome: 'refused' });
});

it('a record that is no request is unknown', async () => {
  const broken = { ...get('/'), fields: [Buffer.from('a\r\nb'), Buffer.from('c')] };
  expect(await judge.judge(broken, siteWith())).toMatchObject({ outcome: null, unknown: 'unreadable' });
});

it('one request leaves nothing behind for the next', async () => {
  const site = siteWith();
  const alone = await judge.judge(get(ATTACK), site);
  await judge.judge(post('text=x', { bodyState: RecordedBody.CUT }), site);
  expect(await judge.judge(get(ATTACK), site)).toEqual(alone);
});

describe('by two policies at once', () => {
  const form = (body: string) => post(body);
  const REQUESTS = [
    get('/shop?page=2'),
    get(ATTACK),
    get('/admin/x'),
    form('text=hello'),
    form(`text=${encodeURIComponent('<script>alert(document.cookie)</script>')}`),
    post('text=hello', { bodyState: RecordedBody.CUT }),
    { ...get('/'), country: 'DE' },
    { ...get(ATTACK), action: EdgeAction.RATE_LIMIT, reason: 'rate_limit' },
    { ...get('/'), action: EdgeAction.BOT, reason: 'bot:searches' },
    { ...get('/'), fields: [Buffer.from('a\r\nb'), Buffer.from('c')] },
  ];
  const excluded = (ruleId: string) =>
    create(edgeV1.RuleExclusionSchema, { name: `no ${ruleId}`, by: { case: 'ruleId', value: ruleId } });
  const CHANGES: readonly ((policy: edgeV1.Policy) => void)[] = [
    () => undefined,
    (policy) => {
      policy.mode = edgeV1.EngineMode.DETECTION_ONLY;
    },
    (policy) => {
      policy.blockedIps = ['192.0.2.0/24'];
    },
    (policy) => {
      policy.allowedIps = ['192.0.2.1'];
      policy.allowedIpsSkipRules = true;
    },
    (policy) => {
      policy.geoBlocking = true;
      policy.blockedCountries = ['DE'];
    },
    (policy) => {
      policy.geoBlocking = true;
      policy.blockedCountries = ['DE'];
      policy.mode = edgeV1.EngineMode.DETECTION_ONLY;
    },
    (policy) => {
      policy.paranoiaLevel = 3;
    },
    (policy) => {
      policy.paranoiaLevel = 1;
    },
    (policy) => {
      policy.exclusions = [excluded('1001-1099')];
    },
    (policy) => {
      policy.exclusions = [excluded('1001-1099'), excluded('9001')];
    },
    (policy) => {
      policy.ruleAdjustments = [
        create(edgeV1.RuleAdjustmentSchema, { ruleId: 1001, score: 1 }),
        create(edgeV1.RuleAdjustmentSchema, { ruleId: 1002, logOnly: true }),
      ];
    },
    (policy) => {
      policy.managedRules = false;
    },
    (policy) => {
      policy.exclusions = [
        create(edgeV1.RuleExclusionSchema, {
          name: 'all of id',
          target: 'ARGS:id',
          by: { case: 'ruleId', value: '1-999999' },
        }),
      ];
    },
  ];

  it('says what each of them says alone', async () => {
    const sites = CHANGES.map((change) => siteWith(change));
    const apart = new RequestJudge(undefined, { shares: false });
    let pairs = 0;
    for (const request of REQUESTS)
      for (const one of sites)
        for (const other of sites) {
          const alone = [await judge.judge(request, one), await judge.judge(request, other)];
          expect(await judge.judgeBoth(factsOf(request), one, other)).toEqual(alone);
          expect(await apart.judgeBoth(factsOf(request), one, other)).toEqual(alone);
          pairs++;
        }
    expect(pairs).toBe(REQUESTS.length * CHANGES.length ** 2);
  });

  it.each<[string, (policy: edgeV1.Policy) => void]>([
    ['a level', (policy) => Object.assign(policy, { paranoiaLevel: 3 })],
    ['a lower level', (policy) => Object.assign(policy, { paranoiaLevel: 1 })],
    ['a rule that is off', (policy) => policy.exclusions.push(excluded('2001'))],
  ])('asks the rules once where %s makes no difference', async (_what, change) => {
    const asked: string[] = [];
    const counted = (site: ReturnType<typeof siteWith>, name: string) => ({
      ...site,
      rules: {
        ...site.rules!,
        standsFor: (other: NonNullable<typeof site.rules>) =>
          site.rules!.standsFor(other === before.rules ? plain.rules! : changed.rules!),
        beginSlicedTransaction(
          ...given: Parameters<NonNullable<typeof site.rules>['beginSlicedTransaction']>
        ) {
          asked.push(name);
          return site.rules!.beginSlicedTransaction(...given);
        },
      },
    });
    const [plain, changed] = [siteWith(), siteWith(change)];
    const [before, after] = [counted(plain, 'before'), counted(changed, 'after')];
    const [was, is] = await judge.judgeBoth(factsOf(get('/shop?page=2')), before, after);
    expect([was.outcome, is.outcome]).toEqual(['passes', 'passes']);
    expect(asked).toHaveLength(1);
  });

  it('asks the rules once where both have the same', async () => {
    const site = siteWith();
    let begun = 0;
    const rules: NonNullable<typeof site.rules> = {
      ...site.rules!,
      beginSlicedTransaction(...given) {
        begun++;
        return site.rules!.beginSlicedTransaction(...given);
      },
    };
    const withLists = siteWith((policy) => {
      policy.blockedIps = ['198.51.100.0/24'];
    });
    expect(withLists.rules).toBe(site.rules);
    const [one, other] = [site, withLists].map((same) => ({ ...same, rules }));
    expect(await judge.judgeBoth(factsOf(get(ATTACK)), one!, other!)).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ]);
    expect(begun).toBe(1);
  });
});

describe('client certificates, of which none is recorded', () => {
  let authority: Identity;
  beforeAll(async () => {
    authority = await identity('Devices', { isAuthority: true });
  });
  const { REQUIRED, OPTIONAL } = edgeV1.ClientCertificateMode;

  function asking(
    mode: edgeV1.ClientCertificateMode,
    change: { paths?: string[]; allowed?: string[]; forwardsWhole?: boolean } = {},
  ) {
    const config = sampleSite();
    const terms = { mode, authorities: [authority.cert], ...change };
    config.delivery!.clientCertificates = create(edgeV1.ClientCertificatesSchema, terms);
    return compileSite(config, ruleSet);
  }

  it('nobody can say whom a change would refuse that requires one, where it requires it', async () => {
    const changed = asking(REQUIRED, { paths: ['/shop'] });
    const both = (target: string) => judge.judgeBoth(factsOf(get(target)), siteWith(), changed);
    const unknown = { outcome: null, unknown: 'certificate' };
    expect(await both('/shop?page=2')).toMatchObject([{ outcome: 'passes' }, unknown]);
    expect(await both('//SHOP/')).toMatchObject([{ outcome: 'passes' }, unknown]);
    expect(await both('/about')).toMatchObject([{ outcome: 'passes' }, { outcome: 'passes' }]);
    const [, optional] = await judge.judgeBoth(factsOf(get('/shop')), siteWith(), asking(OPTIONAL));
    expect(optional).toMatchObject({ outcome: 'passes' });
  });

  it('who was let in still is under the same terms, and who was refused for one is not judged', async () => {
    const site = asking(REQUIRED);
    const same = asking(REQUIRED, { forwardsWhole: true });
    expect(await judge.judgeBoth(factsOf(get(ATTACK)), site, same)).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ]);
    const stricter = asking(REQUIRED, { allowed: ['CN=device-7'] });
    const [, judged] = await judge.judgeBoth(factsOf(get('/')), site, stricter);
    expect(judged).toMatchObject({ unknown: 'certificate' });
    const refused = recordedRequest(['GET / HTTP/1.1', ...BROWSER, 'Accept: text/html'], null, {
      reason: 'client_certificate:missing',
    });
    expect(await judge.judge(refused, site)).toMatchObject({ outcome: null, unknown: 'certificate' });
    expect(await judge.judge(refused, siteWith())).toMatchObject({ outcome: 'passes' });
  });
});
