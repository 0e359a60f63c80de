import { create } from '@bufbuild/protobuf';
import { billingEventsV1, billingV1 } from '@palisade/contracts';
import { PLAN_SLUGS, SEED_ENTITLEMENTS } from './entitlements.ts';
import { completedEntitlements, planFromAnswer, planFromEvent } from './known-plan.ts';
import { entitlementsSchema } from './schema.ts';
import { toView } from './view.ts';
import { toMessage } from './wire.ts';

const USER = '0198c0de-0000-7000-8000-000000000001';

describe.each(PLAN_SLUGS)('a copy of the plan %s', (planSlug) => {
  const entitlements = toMessage(planSlug, SEED_ENTITLEMENTS[planSlug]);

  it('is the same from billing’s answer and from its event', () => {
    const plan = { userId: USER, planSlug, entitlements, revision: 7n };
    const answered = planFromAnswer(create(billingV1.UserPlanSchema, plan));
    expect(answered).toEqual(planFromEvent(create(billingEventsV1.UserPlanChangedSchema, plan)));
    expect(answered).toMatchObject({ userId: USER, planSlug, revision: 7n });
    expect(answered?.entitlements).toEqual(SEED_ENTITLEMENTS[planSlug]);
  });

  it('shows what the API says that it shows', () => {
    const view = toView(SEED_ENTITLEMENTS[planSlug]);
    expect(entitlementsSchema.parse(view)).toEqual(view);
    expect(Object.keys(entitlementsSchema.shape).sort()).toEqual(Object.keys(view).sort());
  });
});

it('an answer and an event tell the name that the plan was given', () => {
  const named = {
    planSlug: 'starter',
    planName: 'For beginners',
    entitlements: toMessage('starter', SEED_ENTITLEMENTS.starter),
  };
  expect(planFromAnswer(create(billingV1.UserPlanSchema, named))?.planName).toBe('For beginners');
  const event = create(billingEventsV1.UserPlanChangedSchema, named);
  expect(planFromEvent(event)?.planName).toBe('For beginners');
  expect(planFromEvent({ ...event, planName: '' })?.planName).toBe('Starter');
});

it('no copy is made of a plan whose entitlements are not told', () => {
  expect(planFromAnswer(undefined)).toBeNull();
  expect(planFromAnswer(create(billingV1.UserPlanSchema, { planSlug: 'free' }))).toBeNull();
  expect(planFromEvent(create(billingEventsV1.UserPlanChangedSchema, { planSlug: 'free' }))).toBeNull();
});

it('a copy that is older than an entitlement has it as the plan of that name does', () => {
  const { ruleSetChoice: _choice, maxInspectedUploadMb: _megabytes, ...older } = SEED_ENTITLEMENTS.business;
  expect(completedEntitlements('business', older)).toEqual(SEED_ENTITLEMENTS.business);
  expect(completedEntitlements('gold', { ...older, maxDomains: 9 })).toMatchObject({
    maxDomains: 9,
    ruleSetChoice: false,
    maxInspectedUploadMb: SEED_ENTITLEMENTS.free.maxInspectedUploadMb,
  });
});
