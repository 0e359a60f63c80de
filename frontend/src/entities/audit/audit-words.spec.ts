import { type AccountAuditEntry, deedOf, ownEntryText } from './audit-words.ts';

describe('an entry of the audit log', () => {
  it.each([
    ['user.deleted', {}, 'deleted an account'],
    ['order.refunded', { order_number: 'PAL-7' }, 'refunded an order: order number PAL-7'],
    ['plan.updated', { price: '79', slug: 'business' }, 'changed a plan: price 79, slug business'],
    [
      'policy.updated',
      { fields: 'waf sensitivity' },
      'changed the configuration of a domain: waf sensitivity',
    ],
    ['made_up.later', {}, 'made up later'],
  ])('%s %j: %s', (action, details, sentence) => {
    expect(deedOf({ action, details })).toBe(sentence);
  });

  it('says what it was done to, where that is known', () => {
    const entry = { action: 'policy.updated', details: { fields: 'waf sensitivity' } };
    expect(deedOf(entry, 'castle.example')).toBe(
      'changed the configuration of castle.example: waf sensitivity',
    );
  });
});

describe('an entry of one’s own account', () => {
  const entry = (by: AccountAuditEntry['by'], action: string, details = {}): AccountAuditEntry => ({
    id: '0190a3b4-0000-7000-8000-000000000001',
    at: '2026-03-01T12:00:00.000Z',
    by,
    action,
    target_type: 'user',
    target_id: 'x',
    details,
  });
  it.each([
    [entry('owner', 'domain.created'), 'castle.example', 'You added castle.example'],
    [entry('administrator', 'user.deactivated'), undefined, 'An administrator deactivated your account'],
    [
      entry('administrator', 'support_view.looked', {
        view: '0190a3b4-0000-7000-8000-000000000009',
        path: '/api/domains',
      }),
      undefined,
      'An administrator looked at a page of your dashboard: path /api/domains',
    ],
    [entry('operator', 'made_up.later'), undefined, 'The operator made up later'],
  ])('%#', (one, target, text) => {
    expect(ownEntryText(one, target)).toBe(text);
  });
});
