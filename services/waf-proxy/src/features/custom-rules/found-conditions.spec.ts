import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { ValueSteps } from '@palisade/regex';
import { emptyHeadFacts } from '../../http/head.ts';
import { UNKNOWN_ADDRESS } from '../../io/addresses/client-address.ts';
import { type CrawlerClaim, type KnownFacts, NOTHING_FOUND } from '../../request/conditions/found-out.ts';
import { type AskedRequest, RequestValues } from '../../request/conditions/request-values.ts';
import { ClientLists } from '../access/client-lists.ts';
import { compileCustomRules } from './compile-custom-rules.ts';
import { decide, recordOf } from './decide.ts';

const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action, SkippedCheck } = edgeV1;
type Condition = MessageInitShape<typeof edgeV1.CustomConditionSchema>;

const REQUEST: AskedRequest = {
  client: UNKNOWN_ADDRESS,
  site: null,
  country: null,
  method: 'GET',
  protocol: 'HTTP/1.1',
  rawHeaders: [],
  isRelayed: false,
  connection: {
    peer: UNKNOWN_ADDRESS,
    remotePort: 1,
    localAddress: '',
    localPort: 0,
    secure: true,
    serverName: '',
    tlsVersion: '1.3',
    fingerprint: null,
    peerTrusted: false,
  },
  head: emptyHeadFacts(),
};

const compile = (condition: Condition, action: edgeV1.CustomRuleAction) =>
  compileCustomRules([
    create(edgeV1.CustomRuleSchema, {
      id: '1',
      name: 'Rule',
      action,
      conditions: [condition],
      skips: action === Action.SKIP ? [SkippedCheck.MANAGED_RULES] : [],
    }),
  ])!;

/** What the log says of the condition where it holds; null: it does not. */
function evidenceOf(condition: Condition, found: Partial<KnownFacts>, action = Action.BLOCK) {
  const { rules, lateRules, endRules, asked } = compile(condition, action);
  const steps = new ValueSteps();
  const request = new RequestValues(REQUEST, asked, new ClientLists(), { ...NOTHING_FOUND, ...found });
  const decision = decide({ rules: [...rules, ...lateRules, ...endRules] }, request, steps, () => undefined);
  if (decision === null) return null;
  const held = decision.decided === null ? decision.noted : [decision.decided];
  const { name, operator, value } = recordOf(held, request, steps)!.matches[0]!.targets[0]!;
  return `${name} ${operator} ${value}`;
}

describe('a condition on what a crawler is for', () => {
  const kind = (negate = false): Condition => ({
    field: Field.BOT_KIND,
    operator: Is.EQUALS,
    values: ['search', 'feed'],
    negate,
  });
  const claim = (of: CrawlerClaim['kind'], isGenuine: boolean): Partial<KnownFacts> => ({
    crawler: { kind: of, isGenuine },
  });

  it.each<[who: string, found: Partial<KnownFacts>, blocked: [boolean, boolean], skips: [boolean, boolean]]>([
    ['nobody that says so', {}, [false, true], [false, true]],
    ['a proven one', claim('search', true), [true, false], [true, false]],
    ['a proven one of another kind', claim('seo', true), [false, true], [false, true]],
    // It may be one or not: rules that keep out take the worse for it, those that let pass too.
    ['one that says so', claim('search', false), [true, true], [false, false]],
    ['one that says to be of another kind', claim('seo', false), [false, true], [false, true]],
  ])('of %s', (_who, found, blocked, skips) => {
    const holds = (action: edgeV1.CustomRuleAction) =>
      [false, true].map((negate) => evidenceOf(kind(negate), found, action) !== null);
    expect([holds(Action.BLOCK), holds(Action.SKIP)]).toEqual([blocked, skips]);
  });

  it('says in the log what it is', () => {
    expect(evidenceOf(kind(), claim('feed', false))).toBe('BOT_KIND equals feed');
    expect(evidenceOf(kind(true), claim('seo', true))).toBe('BOT_KIND not equals seo');
  });
});

describe('a condition on a number', () => {
  const least = (value: string, negate = false): Condition => ({
    field: Field.ATTACK_SCORE,
    operator: Is.AT_LEAST,
    values: [value],
    negate,
  });
  it.each<[Condition, number | null, string | null]>([
    [least('5'), 5, 'ATTACK_SCORE at_least 5'],
    [least('5'), 12, 'ATTACK_SCORE at_least 12'],
    [least('5'), 4, null],
    [least('5', true), 4, 'ATTACK_SCORE not at_least 4'],
    [least('5', true), 5, null],
    // Nobody knows: it does not hold, whichever way it is asked.
    [least('0'), null, null],
    [least('5', true), null, null],
    [{ field: Field.ATTACK_SCORE, operator: Is.EQUALS, values: ['3', '5'] }, 5, 'ATTACK_SCORE equals 5'],
  ])('%j of %s', (condition, attackScore, expected) => {
    expect(evidenceOf(condition, { attackScore })).toBe(expected);
  });

  it('is about the answer, too', () => {
    const condition = { field: Field.ANSWER_STATUS, operator: Is.AT_LEAST, values: ['500'] };
    expect(evidenceOf(condition, { answerStatus: 502 }, Action.LOG)).toBe('RESPONSE_STATUS at_least 502');
    expect(evidenceOf(condition, { answerStatus: 404 }, Action.LOG)).toBeNull();
  });

  it.each<[Condition, string]>([
    [{ field: Field.ATTACK_SCORE, operator: Is.CONTAINS, values: ['5'] }, 'not compared so'],
    [{ field: Field.ATTACK_SCORE, operator: Is.AT_LEAST }, 'no value'],
    [{ field: Field.ATTACK_SCORE, operator: Is.AT_LEAST, values: ['much'] }, 'no whole number'],
    [{ field: Field.PATH, operator: Is.AT_LEAST, values: ['5'] }, 'is no number'],
  ])('that cannot be asked is refused: %j', (condition, detail) => {
    expect(() => compile(condition, Action.BLOCK)).toThrow(
      expect.objectContaining({ detail: expect.stringContaining(detail) }),
    );
  });
});

it.each([
  ['rules', Action.BLOCK, Field.BOT_KIND, 'search'],
  ['lateRules', Action.BLOCK, Field.ATTACK_SCORE, '5'],
  ['endRules', Action.LOG, Field.ATTACK_SCORE, '5'],
  ['endRules', Action.ADD_TO_LIST, Field.ANSWER_STATUS, '404'],
] as const)('among %s is one with action %i on field %i', (place, action, field, value) => {
  const source = create(edgeV1.CustomRuleSchema, {
    id: '1',
    name: 'Rule',
    action,
    conditions: [{ field, operator: Is.EQUALS, values: [value] }],
    listing: { listId: 'a', seconds: 60 },
  });
  const { rules, lateRules, endRules } = compileCustomRules([source])!;
  const all = { rules, lateRules, endRules };
  expect(Object.entries(all).flatMap(([name, of]) => of.map(() => name))).toEqual([place]);
});
