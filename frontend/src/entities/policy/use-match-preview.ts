import { useMemo, useState } from 'react';
import { useBlockedLogsQuery } from '../log/logs-api.ts';
import { type ExclusionParts, wouldPass } from './exclusion-scope.ts';

const MAX_ENTRIES = 500;
export const MATCH_PREVIEW_DAYS = 7;

/** The server's path filter matches the raw request target; a decoded path would not be found. */
const PLAIN_PATH = /^\/[\w/.~-]*$/;

/** How many blocked requests of the last days exclusions would have let through; `more`: at least so many. */
export function useMatchPreview(
  domainName: string,
  exclusions: readonly ExclusionParts[],
  threshold: number,
) {
  const [from] = useState(() =>
    new Date(Date.now() - MATCH_PREVIEW_DAYS * 24 * 60 * 60 * 1000).toISOString(),
  );
  const [first] = exclusions;
  const values = {
    from,
    ...(first?.by === 'rule_id' && { rule: first.value }),
    ...(first && PLAIN_PATH.test(first.path_prefix) && { path: `${first.path_prefix}*` }),
  };
  const { data, isError } = useBlockedLogsQuery(domainName, values, MAX_ENTRIES, { skip: !first });
  return useMemo(() => {
    if (isError || !first) return { state: 'unknown' as const };
    if (!data) return { state: 'loading' as const };
    const count = data.logs.filter((log) => wouldPass(exclusions, log, threshold)).length;
    return { state: 'known' as const, count, more: data.next !== null };
  }, [data, isError, first, exclusions, threshold]);
}
