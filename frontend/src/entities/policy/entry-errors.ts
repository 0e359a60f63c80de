import type { Problem } from '../../shared/lib/problem.ts';
import type { ListName } from './use-policy-list.ts';

/**
 * The server's errors for one entry of a list in the policy, by form field; errors without a field are left out.
 * @param at position of the entry in the list that was sent
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
