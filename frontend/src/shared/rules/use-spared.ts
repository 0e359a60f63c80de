import { useMemo, useState } from 'react';
import { useBlockedLogsQuery } from '../api/logs-api.ts';
import { type ExclusionParts, spares } from './exception-scope.ts';

const MOST_ENTRIES = 500;
export const SPARED_DAYS = 7;

/** The server's path filter looks at requests as they were sent; a path with escapes undone it would not find. */
const PLAIN_PATH = /^\/[\w/.~-]*$/;

/** How many blocked requests of the last days exceptions would have let through; `more`: at least so many. */
export function useSpared(domainName: string, exclusions: readonly ExclusionParts[]) {
  const [from] = useState(() => new Date(Date.now() - SPARED_DAYS * 24 * 60 * 60 * 1000).toISOString());
  const [first] = exclusions;
  const values = {
    from,
    ...(first?.by === 'rule_id' && { rule: first.value }),
    ...(first && PLAIN_PATH.test(first.path_prefix) && { path: `${first.path_prefix}*` }),
  };
  const { data, isError } = useBlockedLogsQuery(domainName, values, MOST_ENTRIES, { skip: !first });
  return useMemo(() => {
    if (isError || !first) return { state: 'unknown' as const };
    if (!data) return { state: 'loading' as const };
    const count = data.logs.filter((log) => spares(exclusions, log)).length;
    return { state: 'known' as const, count, more: data.next !== null };
  }, [data, isError, first, exclusions]);
}
