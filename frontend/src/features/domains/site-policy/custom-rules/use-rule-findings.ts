import { useEffect, useState } from 'react';
import type { CustomRule } from '../../../../shared/api/types.ts';

const NONE: ReadonlyMap<string, string> = new Map();
/** Wait after typing, ms. */
const QUIET_MS = 300;

/** The findings are only advice, so that failures are ignored. */
async function found(
  rules: readonly CustomRule[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { askIdleRules } = await import('./ask-idle-rules.ts');
    return signal.aborted ? NONE : await askIdleRules(rules, signal);
  } catch (error) {
    console.warn('The check for ineffective rules failed:', error);
    return NONE;
  }
}

/** Rules without effect, by id with the reason. Expects valid rules; disabled ones are ignored. */
export function useRuleFindings(rules: readonly CustomRule[]): ReadonlyMap<string, string> {
  const [findings, setFindings] = useState({ about: '[]', texts: NONE });
  const about = JSON.stringify(rules.filter(({ enabled }) => enabled));
  useEffect(() => {
    if (about === '[]') return;
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const texts = await found(JSON.parse(about) as CustomRule[], left.signal);
      if (!left.signal.aborted) setFindings({ about, texts });
    }, QUIET_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [about]);
  // Findings about an earlier state of the rules are dropped.
  return findings.about === about ? findings.texts : NONE;
}
