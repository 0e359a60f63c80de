import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useNewestLogsQuery } from '../../../../entities/log/logs-api.ts';
import { groupsOf } from '../../../../entities/policy/site-policy.ts';
import type { CustomRule, LogEntry } from '../../../../shared/api/types.ts';
import { type CompilePattern, type Preview, previewOf } from './rule-preview.ts';

/** Number of recent requests that a rule is tried on. */
export const TRIED_REQUESTS = 500;

type Outcome =
  | { state: 'unfinished' | 'loading' }
  | { state: 'failed'; retry: () => void }
  | { state: 'ready'; preview: Preview<LogEntry> };

const noPatterns: CompilePattern = () => () => null;

/** Tries a rule that is being written on the domain's newest requests. */
export function useRulePreview(
  domainName: string,
  rule: Pick<CustomRule, 'conditions' | 'alternatives'>,
): Outcome {
  const { data, error, refetch } = useNewestLogsQuery(domainName, TRIED_REQUESTS);
  // Keeps typing responsive.
  const { conditions, alternatives } = useDeferredValue(rule);
  const needsMatcher = groupsOf({ conditions, alternatives })
    .flat()
    .some(({ operator }) => operator === 'matches');
  const [createCompiler, setCreateCompiler] = useState<(() => CompilePattern) | null>(null);
  useEffect(() => {
    if (!needsMatcher) return;
    let gone = false;
    // Loaded only for rules with patterns, as the matcher is as large as a page.
    import('./try-pattern.ts').then(
      ({ createPatternCompiler }) => !gone && setCreateCompiler(() => createPatternCompiler),
    );
    return () => {
      gone = true;
    };
  }, [needsMatcher]);

  const preview = useMemo(() => {
    if (!data || (needsMatcher && !createCompiler)) return null;
    return previewOf({ conditions, alternatives }, data.logs, createCompiler ? createCompiler() : noPatterns);
  }, [conditions, alternatives, data, needsMatcher, createCompiler]);
  if (error && !data) return { state: 'failed', retry: refetch };
  if (preview === null) return { state: 'loading' };
  return preview === undefined ? { state: 'unfinished' } : { state: 'ready', preview };
}
