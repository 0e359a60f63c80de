import type { DomainId } from '@palisade/nest-kit';
import { OWNERSHIP_TERMS as TERMS } from './ownership-terms.rules.ts';
import { consentSoFar, contestRefused } from './requests.rules.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const from = (ms: number) => new Date(NOW.getTime() + ms);
const [ME, OTHER] = ['me' as DomainId, 'other' as DomainId];

describe('consent of whoever has the domain above', () => {
  const open = (endsInMs: number) => ({ state: 'open' as const, ends_at: from(endsInMs) });

  it('has to be asked for', () => {
    expect(consentSoFar(undefined, null, 'cname', NOW)).toBeNull();
    expect(consentSoFar({ state: 'moved', ends_at: from(-1) }, null, 'cname', NOW)).toBeNull();
  });

  it('once given stays given', () => {
    expect(consentSoFar({ state: 'accepted', ends_at: from(-1) }, NOW, 'cname', NOW)?.answer).toBe('given');
  });

  it('is given by silence in the end, to a TXT record only', () => {
    expect(consentSoFar(open(1), null, 'txt', NOW)?.answer).toBe('waiting');
    expect(consentSoFar(open(0), null, 'txt', NOW)?.answer).toBe('given');
    expect(consentSoFar(open(-1), null, 'cname', NOW)?.answer).toBe('waiting');
  });

  it('that was refused can be asked for again after a while', () => {
    const refused = { state: 'refused' as const, ends_at: from(0) };
    const last = from(1 - TERMS.askAgainMs);
    expect(consentSoFar(refused, last, 'txt', NOW)).toEqual({ answer: 'refused', until: from(1) });
    // The claim may have been removed and added again meanwhile.
    expect(consentSoFar(undefined, last, 'txt', NOW)?.answer).toBe('refused');
    expect(consentSoFar(refused, from(-TERMS.askAgainMs), 'txt', NOW)).toBeNull();
  });
});

describe('a contest', () => {
  const running = (claimant_id: DomainId) => ({ claimant_id, ends_at: from(5) });

  it('can be opened where none runs', () => {
    expect(contestRefused(undefined, undefined, ME, NOW)).toBeNull();
    expect(contestRefused(undefined, { state: 'lapsed', decided_at: NOW }, ME, NOW)).toBeNull();
  });

  it('is one at a time', () => {
    expect(contestRefused(running(ME), undefined, ME, NOW)).toEqual({ outcome: 'running', until: from(5) });
    expect(contestRefused(running(OTHER), undefined, ME, NOW)?.outcome).toBe('other_running');
  });

  it('that the holder won can be opened again after a while', () => {
    const kept = (ago: number) => ({ state: 'kept' as const, decided_at: from(-ago) });
    expect(contestRefused(undefined, kept(TERMS.askAgainMs - 1), ME, NOW)).toEqual({
      outcome: 'too_early',
      until: from(1),
    });
    expect(contestRefused(undefined, kept(TERMS.askAgainMs), ME, NOW)).toBeNull();
  });
});
