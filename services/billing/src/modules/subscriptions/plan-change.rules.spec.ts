import { endsWhatIsPaid, needsConsent, planChangeOf } from './plan-change.rules.ts';

const FREE = { id: 1, priceCents: 0 };
const STARTER = { id: 2, priceCents: 2_900 };
const BUSINESS = { id: 3, priceCents: 7_900 };
const paid = { status: 'active' as const, paidUntil: new Date('2027-01-01') };

describe('a change of plan', () => {
  it.each([
    ['first', FREE, STARTER],
    ['extension', STARTER, STARTER],
    ['upgrade', STARTER, BUSINESS],
    ['downgrade', BUSINESS, STARTER],
  ] as const)('is the %s', (change, current, next) => {
    expect(planChangeOf(current, next)).toBe(change);
  });

  it('is confirmed where less is had afterwards', () => {
    expect(needsConsent('downgrade', paid)).toBe(true);
    expect(needsConsent('upgrade', paid)).toBe(false);
    expect(needsConsent('extension', paid)).toBe(false);
    expect(needsConsent('upgrade', { status: 'trial', paidUntil: null })).toBe(false);
  });

  it('is confirmed where a plan without end gets one', () => {
    const given = { status: 'active' as const, paidUntil: null };
    expect(needsConsent('extension', given)).toBe(true);
    expect(needsConsent('upgrade', given)).toBe(true);
    expect(needsConsent('first', { status: 'free', paidUntil: null })).toBe(false);
  });

  it('by a payment of somebody else ends what its owner pays for only with their word', () => {
    const single = { status: 'active' as const, agreementId: null };
    expect(endsWhatIsPaid('upgrade', single)).toBe(true);
    expect(endsWhatIsPaid('extension', single)).toBe(false);
    expect(endsWhatIsPaid('extension', { ...single, agreementId: 'I-1' })).toBe(true);
    expect(endsWhatIsPaid('upgrade', { status: 'trial', agreementId: null })).toBe(false);
    expect(endsWhatIsPaid('first', { status: 'free', agreementId: null })).toBe(false);
  });
});
