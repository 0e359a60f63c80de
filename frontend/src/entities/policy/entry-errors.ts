import type { Problem } from '../../shared/lib/problem.ts';
import type { ListName } from './use-policy-list.ts';

/**
 * The server's errors of one entry of a list of the policy, by the names of its form's fields; others have no place in it.
 * @param at where the entry stands in the list that was sent
 */
export function entryErrors(
  problem: Problem,
  list: ListName,
  at: number,
): { path: string; message: string }[] {
  const own = `policyConfig.${list}.${at}.`;
  return (problem.errors ?? []).flatMap(({ path, message }) =>
    path.startsWith(own) && path.length > own.length ? [{ path: path.slice(own.length), message }] : [],
  );
}
