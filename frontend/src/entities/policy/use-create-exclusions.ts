import { useCallback } from 'react';
import type { RuleExclusion } from '../../shared/api/types.ts';
import type { ExclusionParts } from './exclusion-scope.ts';
import { expiryIn } from './exclusion-words.ts';
import { type ListOutcome, usePolicyList } from './use-policy-list.ts';

const same = (a: ExclusionParts, b: ExclusionParts) =>
  a.by === b.by && a.value === b.value && a.target === b.target && a.path_prefix === b.path_prefix;

export type CreatedExclusions =
  | { ok: true; made: RuleExclusion[]; takeBack: () => Promise<ListOutcome> }
  | { ok: false; message: string };

/** Adds exclusions to a domain's policy, those that there are already left out, with the way to take them back. */
export function useCreateExclusions(domainId: string) {
  const { list, loaded, saving, change } = usePolicyList(domainId, 'rule_exclusions');
  const create = useCallback(
    async (
      exclusions: readonly ExclusionParts[],
      { days, note }: { days: string; note: string },
    ): Promise<CreatedExclusions> => {
      const missing = exclusions.filter(
        (one) => !list.some((other) => same(one, other) && other.expires_at === null),
      );
      if (missing.length === 0) return { ok: false, message: 'This exclusion already exists.' };
      const made: RuleExclusion[] = missing.map((one) => ({
        ...one,
        id: crypto.randomUUID(),
        note: note.trim(),
        expires_at: expiryIn(days),
      }));
      const outcome = await change({ apply: (before) => [...before, ...made] });
      if (!outcome.ok) return outcome;
      const ids = new Set(made.map(({ id }) => id));
      return {
        ok: true,
        made,
        takeBack: () => change({ apply: (before) => before.filter(({ id }) => !ids.has(id)) }),
      };
    },
    [list, change],
  );
  return { list, loaded, saving, create };
}

export const createdText = (count: number): string =>
  count === 1
    ? 'Exclusion created. It takes effect within seconds'
    : `${count} exclusions created. They take effect within seconds`;
