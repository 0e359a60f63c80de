import { useCallback, useRef, useState } from 'react';
import type { PolicyConfig, SitePolicy } from '../../shared/api/types.ts';
import { messageOf, type Problem, toProblem } from '../../shared/lib/problem.ts';
import {
  useGetSitePolicyQuery,
  useLazyGetSitePolicyQuery,
  useUpdateSitePolicyMutation,
} from '../domain/domains-api.ts';

export type ListName = 'custom_rules' | 'rate_limit_rules' | 'rule_exclusions';
export type ListEntry<Name extends ListName> = PolicyConfig[Name][number];

/** A change of the list, said so that it can also be made on a list that somebody else has changed meanwhile. */
export interface ListEdit<Entry> {
  apply: (list: readonly Entry[]) => Entry[];
  /** The entry that is changed; if somebody else changed it as well, theirs is not overwritten unasked. */
  id?: string;
}

export type ListOutcome = { ok: true } | { ok: false; message: string; problem: Problem; at: number };

const CHANGED_BY_OTHERS =
  'Somebody else has changed it in the meantime. Save again to overwrite their version, or cancel to keep it.';

interface Waiting<Entry> extends ListEdit<Entry> {
  tell: (outcome: ListOutcome) => void;
}

/**
 * A list of a domain's policy that is saved with every change. Changes show at once and are carried out one after the
 * other, those that came meanwhile together; a list that was saved by somebody else is taken in, and the change made on it.
 */
export function usePolicyList<Name extends ListName>(domainId: string, name: Name) {
  type Entry = ListEntry<Name>;
  const { data: stored } = useGetSitePolicyQuery({ id: domainId });
  const [load] = useLazyGetSitePolicyQuery();
  const [update] = useUpdateSitePolicyMutation();
  const [waiting, setWaiting] = useState<readonly Waiting<Entry>[]>([]);
  const queue = useRef<Waiting<Entry>[]>([]);
  const running = useRef(false);
  const newest = useRef(stored);
  // The response of a save is newer than the displayed list until that is refreshed.
  if (stored && stored.version >= (newest.current?.version ?? 0)) newest.current = stored;

  const listOf = useCallback(
    (config: SitePolicy | undefined): readonly Entry[] =>
      // While services are being replaced an older one may answer without the newest fields.
      (config?.policyConfig[name] ?? []) as readonly Entry[],
    [name],
  );

  const put = useCallback(
    async (batch: readonly Waiting<Entry>[], mayRetry: boolean): Promise<ListOutcome> => {
      const base = newest.current;
      if (!base)
        return { ok: false, message: 'It is not loaded yet', problem: { status: 'unknown' }, at: -1 };
      const list = batch.reduce<readonly Entry[]>((before, { apply }) => apply(before), listOf(base));
      try {
        newest.current = await update({
          id: domainId,
          sitePolicyUpdate: { policyConfig: { [name]: list }, version: base.version },
        }).unwrap();
        return { ok: true };
      } catch (failure) {
        const problem = toProblem(failure);
        const at = list.findIndex(({ id }) => id === batch.at(-1)?.id);
        const refused = (message: string): ListOutcome => ({ ok: false, message, problem, at });
        if (problem.code !== 'configuration_changed' || !mayRetry)
          return refused(messageOf(failure, 'It could not be saved. Please try again.'));
        const theirs = await load({ id: domainId }).unwrap();
        newest.current = theirs;
        const textOf = (config: SitePolicy, id: string) =>
          JSON.stringify(listOf(config).find((entry) => entry.id === id));
        if (batch.some(({ id }) => id !== undefined && textOf(base, id) !== textOf(theirs, id)))
          return refused(CHANGED_BY_OTHERS);
        return await put(batch, false);
      }
    },
    [domainId, name, listOf, load, update],
  );

  const run = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    while (queue.current.length > 0) {
      const batch = [...queue.current];
      const outcome = await put(batch, true).catch(
        (failure): ListOutcome => ({
          ok: false,
          message: messageOf(failure, 'It could not be saved. Please try again.'),
          problem: toProblem(failure),
          at: -1,
        }),
      );
      queue.current = queue.current.slice(batch.length);
      setWaiting(queue.current);
      for (const { tell } of batch) tell(outcome);
    }
    running.current = false;
  }, [put]);

  /** Makes a change; says how it went once it is saved. */
  const change = useCallback(
    (edit: ListEdit<Entry>): Promise<ListOutcome> =>
      new Promise((tell) => {
        queue.current = [...queue.current, { ...edit, tell }];
        setWaiting(queue.current);
        run();
      }),
    [run],
  );

  const list = waiting.reduce<readonly Entry[]>((before, { apply }) => apply(before), listOf(stored));
  return { list, loaded: stored !== undefined, saving: waiting.length > 0, change };
}

/** Puts an entry in the place of its older self, or behind the others. */
export const putEntry = <Entry extends { id: string }>(entry: Entry, at?: number): ListEdit<Entry> => ({
  id: entry.id,
  apply: (list) =>
    list.some(({ id }) => id === entry.id)
      ? list.map((one) => (one.id === entry.id ? entry : one))
      : [...list].toSpliced(at ?? list.length, 0, entry),
});

export const removeEntry = <Entry extends { id: string }>(id: string): ListEdit<Entry> => ({
  id,
  apply: (list) => list.filter((one) => one.id !== id),
});

/** One place up (-1) or down (1), if there is one. */
export const moveEntry = <Entry extends { id: string }>(id: string, by: -1 | 1): ListEdit<Entry> => ({
  apply: (list) => {
    const from = list.findIndex((one) => one.id === id);
    const entry = list[from];
    if (!entry || from + by < 0 || from + by >= list.length) return [...list];
    return list.toSpliced(from, 1).toSpliced(from + by, 0, entry);
  },
});
