import { deedOf } from './audit-words.ts';

describe('an entry of the audit log', () => {
  it.each([
    ['user.deleted', {}, 'deleted an account'],
    ['order.refunded', { order_number: 'PAL-7' }, 'refunded an order: order number PAL-7'],
    ['plan.updated', { price: '79', slug: 'business' }, 'changed a plan: price 79, slug business'],
    [
      'policy.updated',
      { fields: 'waf sensitivity' },
      'changed the configuration of a domain: fields waf sensitivity',
    ],
    ['made_up.later', {}, 'made up later'],
  ])('%s %j: %s', (action, details, sentence) => {
    expect(deedOf({ action, details })).toBe(sentence);
  });

  it('says what it was done to, where that is known', () => {
    const entry = { action: 'policy.updated', details: { fields: 'waf sensitivity' } };
    expect(deedOf(entry, 'castle.example')).toBe(
      'changed the configuration of a domain (castle.example): fields waf sensitivity',
    );
  });
});
