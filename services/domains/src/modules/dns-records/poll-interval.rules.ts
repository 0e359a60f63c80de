import { MINUTE_MS } from '@palisade/basics';
import type { Domain } from '../domain-store/domain.entity.ts';

/** Milliseconds until the next check: short while somebody is probably waiting, long otherwise. */
export function pauseBefore(
  domain: Pick<Domain, 'createdAt' | 'verifiedAt'>,
  settled: boolean,
  nowMs: number,
): number {
  if (settled) return 60 * MINUTE_MS;
  const since = nowMs - (domain.verifiedAt ?? domain.createdAt).getTime();
  if (since < 60 * MINUTE_MS) return MINUTE_MS / 2;
  if (since < 24 * 60 * MINUTE_MS) return 5 * MINUTE_MS;
  return since < 30 * 24 * 60 * MINUTE_MS ? 60 * MINUTE_MS : 24 * 60 * MINUTE_MS;
}
