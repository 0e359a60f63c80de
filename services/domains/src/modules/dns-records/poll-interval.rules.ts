import type { Domain } from '../domains/domain.entity.ts';

const MINUTE = 60_000;

/** Milliseconds until the next look: often while somebody is likely to be waiting for it, rarely ever after. */
export function pauseBefore(
  domain: Pick<Domain, 'createdAt' | 'verifiedAt'>,
  settled: boolean,
  nowMs: number,
): number {
  if (settled) return 60 * MINUTE;
  const since = nowMs - (domain.verifiedAt ?? domain.createdAt).getTime();
  if (since < 60 * MINUTE) return MINUTE / 2;
  if (since < 24 * 60 * MINUTE) return 5 * MINUTE;
  return since < 30 * 24 * 60 * MINUTE ? 60 * MINUTE : 24 * 60 * MINUTE;
}
