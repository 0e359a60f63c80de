import { readFileSync } from 'node:fs';
import path from 'node:path';
import { refuseBeyondView, SHOWN_CALLS, SUPPORT_VIEW_SCOPES } from './support-view.rules.ts';

/** What reads an owner's things and is kept from whoever looks in their name. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'keys, sessions, factors and mails of the person': [
    '/api/api-keys',
    '/api/auth/sessions',
    '/api/notifications',
    '/api/settings/audit',
    '/api/settings/mfa/configs',
    '/api/settings/mfa/setup',
    '/api/settings/mfa/status',
    '/api/settings/notifications',
    '/api/settings/security-activity',
    '/api/settings/support-views',
  ],
  'secrets, or addresses that are some': [
    '/api/alert-channels',
    '/api/alert-channels/{id}/deliveries',
    '/api/log-streams',
  ],
  'what asks the owner’s servers something': ['/api/domains/{id}/origin-lock'],
  'files, and what visitors have written or all that is stored of them': [
    '/api/dashboard/account-export',
    '/api/dashboard/account-export/file',
    '/api/dashboard/log-exports',
    '/api/dashboard/log-exports/{id}/file',
    '/api/dashboard/logs/export',
    '/api/dashboard/recordings',
    '/api/dashboard/reports',
    '/api/dashboard/traffic-reports',
    '/api/dashboard/traffic-reports/file',
    '/api/dashboard/visitor-data',
    '/api/dashboard/visitor-data/kept',
    '/api/lists/{id}/text',
  ],
  'orders and payments, beyond the plan and what it costs next': [
    '/api/invoices',
    '/api/invoices/{id}/pdf',
    '/api/orders/my-orders',
    '/api/orders/{id}/money-back',
    '/api/plans/change-preview',
  ],
};

interface Operation {
  'x-palisade-access'?: { level: string; scope: string };
}
const { paths } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../../../frontend/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };
const calls = Object.entries(paths).flatMap(([address, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    'x-palisade-access' in operation
      ? [{ address, method: method.toUpperCase(), access: operation['x-palisade-access'] }]
      : [],
  ),
);
const madeUp = (address: string) => address.replace(/\{[^}]+\}/g, '0190a3b4-0000-7000-8000-000000000001');
function answerTo(method: string, address: string): string {
  try {
    refuseBeyondView(method, madeUp(address));
    return 'shown';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('what an administrator sees in a customer’s name', () => {
  it('is decided for every reading call of the API that an owner has', () => {
    const reading = calls
      .filter(({ method, access }) => method === 'GET' && access?.level === 'user')
      .map(({ address }) => address);
    expect(reading.length).toBeGreaterThan(SHOWN_CALLS.length);
    expect([...reading].sort()).toEqual([...SHOWN_CALLS, ...Object.values(KEPT).flat()].sort());
  });

  it('is exactly what is listed: no other reading call, and none that writes', () => {
    for (const { method, address } of calls) {
      const shown = SHOWN_CALLS.includes(address);
      const expected =
        method === 'GET' ? (shown ? 'shown' : 'support_view_not_shown') : 'support_view_read_only';
      expect(`${method} ${address}: ${answerTo(method, address)}`).toBe(`${method} ${address}: ${expected}`);
    }
  });

  it('has no other spelling, and nothing below or beside it', () => {
    for (const address of [
      '/api/domains/',
      '/api/Domains',
      '/api/domains/x/bans/y',
      '/api',
      '/api/auth/me/x',
    ])
      expect(answerTo('GET', address)).toBe('support_view_not_shown');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get'])
      expect(answerTo(method, '/api/domains')).toBe('support_view_read_only');
  });

  it('asks for scopes that the services know as reading ones', () => {
    const needed = new Set(
      calls.flatMap(({ address, method, access }) =>
        method === 'GET' && SHOWN_CALLS.includes(address) && access ? [access.scope] : [],
      ),
    );
    expect([...needed].sort()).toEqual([...SUPPORT_VIEW_SCOPES].sort());
    const writing = calls.filter(({ address, method, access }) =>
      method !== 'GET' && access?.level === 'admin' ? true : /admin/.test(address),
    );
    expect(writing.length).toBeGreaterThan(50);
    for (const { access } of writing) expect(SUPPORT_VIEW_SCOPES).not.toContain(access?.scope);
  });
});
