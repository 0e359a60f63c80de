import type { Condition, SiteStatus } from './kinds.ts';

/** Conventions of the Kubernetes API allow 32 KiB; people read lines. */
const MAX_MESSAGE = 1_024;

export type Verdict = Pick<Condition, 'status' | 'reason' | 'message'>;
export const yes = (reason: string, message = ''): Verdict => ({ status: 'True', reason, message });
export const no = (reason: string, message: string): Verdict => ({ status: 'False', reason, message });
export const unknown = (reason: string, message: string): Verdict => ({ status: 'Unknown', reason, message });

/** With the new verdicts; the time of each changes only where its status does. */
export function withConditions(
  before: SiteStatus,
  generation: number,
  verdicts: Partial<Record<Condition['type'], Verdict>>,
  now: Date,
): Condition[] {
  const kept = new Map((before.conditions ?? []).map((condition) => [condition.type, condition]));
  for (const [name, verdict] of Object.entries(verdicts)) {
    const type = name as Condition['type'];
    const last = kept.get(type);
    const since =
      last?.status === verdict.status ? last.lastTransitionTime : now.toISOString().replace(/\.\d+Z/, 'Z');
    const message = verdict.message.slice(0, MAX_MESSAGE);
    kept.set(type, { type, ...verdict, message, observedGeneration: generation, lastTransitionTime: since });
  }
  return [...kept.values()];
}

/** `configuration_changed` → `ConfigurationChanged`, as reasons are written. */
export const reasonOf = (code: string): string =>
  code
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('') || 'Refused';
