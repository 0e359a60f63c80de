import { create } from '@bufbuild/protobuf';
import { edgeV1, recordedRequestV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { rulesTermsOf } from '../features/inspection/rules-terms.ts';
import { recordedRequest } from '../test-support/recorded-request.ts';
import { type CompiledSite, compileManagedRules, compileSite, RequestJudge } from './index.ts';
import { factsOf } from './recorded-facts.ts';

const { RecordedBody, RecordedRulesSchema } = recordedRequestV1;
const ruleSet = compileManagedRules();
const judge = new RequestJudge();

type Change = (policy: edgeV1.Policy) => void;
function siteWith(change: Change = () => undefined): CompiledSite {
  const config = sampleSite();
  change(config.policy!);
  return compileSite(config, ruleSet);
}

const PASSED = { matches: [], decidedBy: 0, status: 0, inboundScore: 0 };
const REFUSED = {
  matches: [
    { $typeName: 'palisade.events.v1.RecordedMatch' as const, ruleId: 1001, score: 5, unlogged: false },
    { $typeName: 'palisade.events.v1.RecordedMatch' as const, ruleId: 9001, score: 0, unlogged: false },
  ],
  decidedBy: 9001,
  status: 403,
  inboundScore: 5,
};

/** A form whose body is not here, as a site's rules have judged it. */
function unseen(found: typeof PASSED | typeof REFUSED, by: CompiledSite) {
  const terms = Buffer.from(rulesTermsOf(by)!, 'hex');
  const lines = ['POST /a HTTP/1.1', 'Host: shop.example', 'Content-Type: application/x-protobuf'];
  return recordedRequest(lines, '', {
    bodyState: RecordedBody.CUT,
    rules: create(RecordedRulesSchema, { ...found, terms }),
  });
}

const blocked =
  (path: string): Change =>
  (policy) =>
    policy.customRules.push(
      create(edgeV1.CustomRuleSchema, {
        id: 'b',
        name: 'Block',
        action: edgeV1.CustomRuleAction.BLOCK,
        conditions: [
          {
            field: edgeV1.ConditionField.PATH,
            operator: edgeV1.ConditionOperator.STARTS_WITH,
            values: [path],
          },
        ],
      }),
    );
const without =
  (ruleId: string, limits: { target?: string; pathPrefix?: string } = {}): Change =>
  (policy) =>
    policy.exclusions.push(
      create(edgeV1.RuleExclusionSchema, {
        name: ruleId,
        by: { case: 'ruleId', value: ruleId },
        ...limits,
      }),
    );
const logOnly: Change = (policy) => Object.assign(policy, { mode: edgeV1.EngineMode.DETECTION_ONLY });
const inspecting =
  (limits: { bodyBytes?: number; uploadBytes?: number }): Change =>
  (policy) => {
    policy.inspection = create(edgeV1.InspectionLimitsSchema, {
      uploadBytes: 10_240 * 1_024,
      bodyBytes: 1_024 * 1_024,
      ...limits,
    });
  };
const level =
  (paranoiaLevel: number): Change =>
  (policy) =>
    Object.assign(policy, { paranoiaLevel });

describe('a body that is not recorded', () => {
  const before = siteWith();

  it.each([
    ['passed', PASSED, { outcome: 'passes', unknown: null, matches: [] }],
    ['refused', REFUSED, { outcome: 'refused', status: 403, reason: 'rule', ruleId: 9001, inboundScore: 5 }],
  ] as const)('that the same rules have judged is %s again', async (_what, found, expected) => {
    const recorded = unseen(found, before);
    expect(await judge.judge(recorded, before)).toMatchObject(expected);
    const { matches } = await judge.judge(recorded, before);
    expect(matches.map(({ ruleId }) => ruleId)).toEqual(found.matches.map(({ ruleId }) => ruleId));
    expect(await judge.judge(recorded, siteWith(blocked('/b')))).toMatchObject(expected);
    // Before the rules.
    expect(await judge.judge(recorded, siteWith(blocked('/a')))).toMatchObject({
      outcome: 'refused',
      reason: 'custom:b',
      ruleId: 0,
    });
  });

  it.each<[string, Change]>([
    ['another level', level(3)],
    ['a rule off', without('2001')],
    ['a longer part of bodies', inspecting({ bodyBytes: 2_048 * 1_024 })],
    ['a longer part of files', inspecting({ uploadBytes: 20_480 * 1_024 })],
    [
      'an application’s exceptions',
      (policy) =>
        policy.applicationPacks.push(create(edgeV1.ApplicationPackSchema, { name: 'wordpress', path: '/' })),
    ],
  ])('nobody knows of under %s', async (_what, change) => {
    const site = siteWith(change);
    expect(rulesTermsOf(site)).not.toBe(rulesTermsOf(before));
    expect(await judge.judge(unseen(PASSED, before), site)).toMatchObject({ outcome: null, unknown: 'body' });
  });

  it('nobody knows of where its rules cannot be identified, or nothing is recorded of them', async () => {
    const recorded = unseen(PASSED, before);
    expect(await judge.judge({ ...recorded, rules: undefined }, before)).toMatchObject({ unknown: 'body' });
    const empty = create(RecordedRulesSchema, { ...PASSED });
    expect(await judge.judge({ ...recorded, rules: empty }, before)).toMatchObject({ unknown: 'body' });
  });

  it.each<[string, typeof PASSED | typeof REFUSED, Change, object]>([
    ['a lower level', PASSED, level(1), { outcome: 'passes' }],
    ['a rule off that found nothing', REFUSED, without('2001'), { outcome: 'refused' }],
    ['the rule off that found it', REFUSED, without('1001'), { outcome: null, unknown: 'body' }],
    ['log-only mode', PASSED, logOnly, { outcome: 'passes', remark: '' }],
    ['log-only mode', REFUSED, logOnly, { outcome: null, unknown: 'body' }],
    ['a target less', REFUSED, without('2001', { target: 'ARGS:q' }), { outcome: 'refused' }],
    ['a target less', REFUSED, without('1001', { target: 'ARGS:q' }), { outcome: null, unknown: 'body' }],
    ['all rules off elsewhere', REFUSED, without('1-99999', { pathPrefix: '/b' }), { outcome: 'refused' }],
    [
      'all rules off there',
      REFUSED,
      without('1-99999', { pathPrefix: '/a' }),
      { outcome: null, unknown: 'body' },
    ],
    ['a higher level', PASSED, level(3), { outcome: null, unknown: 'body' }],
  ])('is judged beside the present policy under %s', async (_what, found, change, expected) => {
    const [was, is] = await judge.judgeBoth(factsOf(unseen(found, before)), before, siteWith(change));
    expect(was.outcome).toBe(found === PASSED ? 'passes' : 'refused');
    expect(is).toMatchObject(expected);
  });

  it('is only remarked in log-only mode', async () => {
    const watched = siteWith((policy) => Object.assign(policy, { mode: edgeV1.EngineMode.DETECTION_ONLY }));
    expect(await judge.judge(unseen(REFUSED, watched), watched)).toMatchObject({
      outcome: 'passes',
      remark: 'rule',
    });
    expect(await judge.judge(unseen(PASSED, watched), watched)).toMatchObject({
      outcome: 'passes',
      remark: '',
    });
  });
});

describe('code that was masked', () => {
  const before = siteWith();
  const terms = (site: CompiledSite) => Buffer.from(rulesTermsOf(site)!, 'hex');
  /** The form's password was a tag, of which the signs are left. */
  const masked = (by: CompiledSite, found: typeof PASSED | typeof REFUSED = PASSED) =>
    recordedRequest(
      ['POST /a HTTP/1.1', 'Host: shop.example', 'Content-Type: application/x-www-form-urlencoded'],
      'password=%3Cqvw+yzk%3D%22%22%3E',
      { hidesCode: true, rules: create(RecordedRulesSchema, { ...found, terms: terms(by) }) },
    );

  it('is judged by the rules that have seen it, and nobody knows of others', async () => {
    expect(await judge.judge(masked(before), before)).toMatchObject({ outcome: 'passes', unknown: null });
    expect(await judge.judge(masked(before), siteWith(blocked('/b')))).toMatchObject({ outcome: 'passes' });
    expect(await judge.judge(masked(before), siteWith(blocked('/a')))).toMatchObject({ outcome: 'refused' });
    expect(await judge.judge(masked(before), siteWith(level(3)))).toMatchObject({
      outcome: null,
      unknown: 'masked',
    });
    // They stopped it for something that is not to be seen any more.
    expect(await judge.judge(masked(before, REFUSED), before)).toMatchObject({ unknown: 'masked' });
    const unruled = { ...masked(before), rules: undefined };
    expect(await judge.judge(unruled, before)).toMatchObject({ unknown: 'masked' });
    expect(await judge.judge({ ...unruled, hidesCode: false }, siteWith(level(3)))).toMatchObject({
      outcome: 'passes',
    });
  });

  it('is known to pass rules of which some are off', async () => {
    const facts = factsOf(masked(before));
    for (const change of [level(1), without('2001'), logOnly])
      expect((await judge.judgeBoth(facts, before, siteWith(change))).map(({ outcome }) => outcome)).toEqual([
        'passes',
        'passes',
      ]);
    const [was, is] = await judge.judgeBoth(facts, before, siteWith(level(3)));
    expect([was.outcome, is.unknown]).toEqual(['passes', 'masked']);
  });

  it('changes nothing where rules find something in the rest', async () => {
    const facts = masked(before);
    const attack = {
      ...facts,
      body: Buffer.from('password=%3Cqvw&q=%3Cscript%3Ealert(1)%3C/script%3E'),
    };
    expect(await judge.judge(attack, siteWith(level(3)))).toMatchObject({ outcome: 'refused' });
  });
});
