import type { Outcome } from '../delivery/outcome.types.ts';
import { recipientAfter } from './recipient.rules.ts';

const first = { attempts: 1, server_failures: 0 };
const outcome = (kind: Exclude<Outcome['kind'], 'sent'>): Outcome => ({
  kind,
  serverId: 7,
  reason: 'why: so',
});
const after = (tries: typeof first, kind: Exclude<Outcome['kind'], 'sent'>) =>
  recipientAfter(tries, outcome(kind), 30_000);

describe('a recipient of a campaign', () => {
  it('is done with once a server took the mail', () => {
    expect(recipientAfter(first, { kind: 'sent', serverId: 7, response: '250 ok' }, 30_000)).toMatchObject({
      status: 'sent',
      reason: null,
    });
  });

  it('is never tried again by itself where the mail may have arrived', () => {
    expect(after(first, 'unknown')).toMatchObject({ status: 'unknown', reason: 'why: so' });
  });

  it('fails at once where its own side refused', () => {
    expect(after(first, 'refused')).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('that asks to be tried later is tried six times, with pauses that double up to a quarter of an hour', () => {
    const pauses: number[] = [];
    for (let attempts = 1; attempts <= 6; attempts++) {
      const state = after({ attempts, server_failures: 0 }, 'deferred');
      expect(state.status).toBe(attempts < 6 ? 'pending' : 'failed');
      pauses.push(state.pauseMs);
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000]);
  });

  it('pays no attempt for what a server does, and waits a minute for it at most', () => {
    expect(after({ attempts: 4, server_failures: 3 }, 'server_failed')).toEqual({
      status: 'pending',
      reason: 'why: so',
      attempts: 3,
      serverFailures: 4,
      pauseMs: 60_000,
    });
  });

  it('is given up where every server breaks down on it, thirty times', () => {
    expect(after({ attempts: 1, server_failures: 28 }, 'server_failed').status).toBe('pending');
    expect(after({ attempts: 1, server_failures: 29 }, 'server_failed').status).toBe('failed');
  });
});
