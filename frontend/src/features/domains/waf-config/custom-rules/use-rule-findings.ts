import { useEffect, useState } from 'react';
import type { CustomRule } from '../../../../shared/api/types.ts';

const NONE: ReadonlyMap<string, string> = new Map();
/** Typing goes first. */
const QUIET_MS = 300;

/** Rules that do nothing, by their id, with why. Rules are to be valid; those that are off say nothing. */
export function useRuleFindings(rules: readonly CustomRule[]): ReadonlyMap<string, string> {
  const [told, setTold] = useState({ about: '[]', texts: NONE });
  const about = JSON.stringify(rules.filter(({ enabled }) => enabled));
  useEffect(() => {
    if (about === '[]') return;
    let gone = false;
    const timer = setTimeout(async () => {
      const { findingTexts } = await import('./find-idle-rules.ts');
      if (!gone) setTold({ about, texts: findingTexts(JSON.parse(about) as CustomRule[]) });
    }, QUIET_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [about]);
  // What was found of other rules may hold no more.
  return told.about === about ? told.texts : NONE;
}
