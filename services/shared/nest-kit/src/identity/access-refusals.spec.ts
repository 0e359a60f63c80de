import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.ts';
import { AccessRefusals, type Refusal } from './access-refusals.ts';

const refusal = (over: Partial<Refusal> = {}): Refusal => ({
  code: 'admin_required',
  route: 'GET /api/admin/users/:id',
  caller: {
    kind: 'user',
    userId: 'u1' as never,
    sessionId: 's1' as never,
    isAdmin: false,
    scopes: ['domains:read'],
    clientAddress: '192.0.2.7',
  },
  peer: '127.0.0.1',
  ...over,
});

describe('refused access', () => {
  const metrics = new Metrics();
  const refusals = new AccessRefusals(metrics);
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  beforeEach(() => warn.mockClear());
  afterAll(() => warn.mockRestore());
  const counted = async (code: string) => {
    const text = await metrics.registry.getSingleMetricAsString('palisade_access_refused_total');
    return Number(new RegExp(`code="${code}"} (\\d+)`).exec(text)?.[1] ?? 0);
  };

  it('is told with who asked for what, and with no word of theirs', () => {
    refusals.note(refusal());
    expect(warn.mock.calls).toEqual([
      [
        {
          code: 'admin_required',
          route: 'GET /api/admin/users/:id',
          peer: '127.0.0.1',
          caller: 'api_key',
          user_id: 'u1',
          client_address: '192.0.2.7',
        },
        'access refused',
      ],
    ]);
  });

  it('is counted each time, and written so many times a minute, each code for itself', async () => {
    const start = Date.parse('2026-11-22T12:00:00Z');
    for (let i = 0; i < 1_000; i++) refusals.note(refusal({ code: 'scope_missing' }), start + i);
    expect(warn).toHaveBeenCalledTimes(20);
    refusals.note(
      refusal({ code: 'internal_token_invalid', caller: null, reason: 'issuer is not known' }),
      start,
    );
    expect(warn).toHaveBeenCalledTimes(21);
    refusals.note(refusal({ code: 'scope_missing' }), start + 60_000);
    expect(warn.mock.lastCall?.[0]).toMatchObject({ code: 'scope_missing', unreported: 980 });
    expect(await counted('scope_missing')).toBe(1_001);
  });

  it('is only counted where it happens to honest people every day', async () => {
    refusals.note(refusal({ code: 'token_expired' }));
    expect(warn).not.toHaveBeenCalled();
    expect(await counted('token_expired')).toBe(1);
  });
});
