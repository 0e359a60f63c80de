import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DETAIL_PHRASES } from './audit-details.ts';
import { ACTIONS_BY_WORDS, type AccountAuditEntry, deedOf, ownEntryText } from './audit-words.ts';

describe('an entry of the audit log', () => {
  it.each([
    ['user.deleted', {}, 'deleted an account'],
    ['order.refunded', { order_number: 'PAL-7' }, 'refunded an order: PAL-7'],
    ['plan.updated', { fields: 'price,sort_order' }, 'changed a plan: price, sort order'],
    ['plan.created', { slug: 'business' }, 'created a plan: "business"'],
    [
      'api_key.created',
      { scopes: 'domains:read logs:read', expires_at: 'never' },
      'made an API key: may domains:read, logs:read, without an end',
    ],
    [
      'user.updated',
      { email: 'changed', is_admin: 'true' },
      'changed an account: email address, with the rights of an administrator',
    ],
    [
      'account.access_ended',
      { reason: 'password_reset' },
      'ended sessions, API keys and known devices of an account: because the password was reset',
    ],
    [
      'edge.controls_changed',
      { switched_off: '', candidate_percent: '5' },
      "changed the switches of the edge: nothing is switched off, new rules for 5 % of the edge's requests",
    ],
    [
      'list.replaced',
      { name: 'offices', entries: '1' },
      'replaced the entries of a list: "offices", 1 entry',
    ],
    [
      'failed_work.retried',
      { job: 'send_mail', place: 'mailer-mails', event_id: '0190a3b4', outcome: 'failed' },
      'had an event or a job that had failed done again: job send mail, in mailer-mails, it failed again',
    ],
    [
      'visitor_data.deleted',
      { from: '2026-03-01T12:00:00.000Z' },
      expect.stringMatching(/: from Mar 1, 2026/),
    ],
    ['plan.updated', { later_detail: 'a_b' }, 'changed a plan: later detail a b'],
    [
      'policy.updated',
      { fields: 'waf sensitivity' },
      'changed the configuration of a domain: waf sensitivity',
    ],
    ['made_up.later', {}, 'made up later'],
  ])('%s %j: %s', (action, details, sentence) => {
    expect(deedOf({ action, details })).toEqual(sentence);
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
      'An administrator looked at a page of your dashboard: /api/domains',
    ],
    [entry('operator', 'made_up.later'), undefined, 'The operator made up later'],
  ])('%#', (one, target, text) => {
    expect(ownEntryText(one, target)).toBe(text);
  });
});

describe('what the services write', () => {
  const source = readFileSync(
    path.join(import.meta.dirname, '../../../../services/shared/contracts/src/audit-actions.ts'),
    'utf8',
  );
  const namesOf = (list: string) =>
    [...(source.split(`${list} = [`)[1]?.split(']')[0] ?? '').matchAll(/'([\w.]+)'/g)].map(
      ([, name]) => name!,
    );
  const [actions, details] = [namesOf('AUDIT_ACTIONS'), namesOf('AUDIT_DETAILS')];

  it('has words, and no more than that', () => {
    expect(Object.keys(DETAIL_PHRASES).sort()).toEqual([...details].sort());
    expect(ACTIONS_BY_WORDS.map(({ action }) => action).sort()).toEqual([...actions].sort());
  });

  it.each(['x', 'true', '7', '2026-03-01T12:00:00.000Z'])('shows no raw name beside %s', (value) => {
    for (const action of actions) {
      const said = deedOf({ action, details: Object.fromEntries(details.map((name) => [name, value])) });
      expect(said).not.toMatch(/undefined|NaN|_/);
    }
  });

  it.each(['decision', 'fields', 'kind', 'outcome', 'plan', 'switched_off', 'template'])(
    'reads the codes of %s aloud',
    (detail) => {
      expect(deedOf({ action: 'plan.updated', details: { [detail]: 'some_code' } })).toContain('some code');
    },
  );
});
