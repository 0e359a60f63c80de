import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verdictReason } from '../frontend/src/entities/log/verdicts.ts';

const VERDICTS = path.resolve(import.meta.dirname, '../services/waf-proxy/src/request/verdict.ts');
/** Nothing went wrong, or the entry has the rule, the redirect or the limit itself. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set([
  'acme_challenge',
  'rule',
  'robots_rules',
  'https_redirect',
  'redirect',
  'blocked_address',
  'banned',
  'blocked_country',
  'rate_limit',
  'path_rate_limit',
]);

describe('reasons that the edge gives in the log', () => {
  const union = /export type Reason =([\s\S]*?);/.exec(readFileSync(VERDICTS, 'utf8'))?.[1] ?? '';
  const fixed = [...union.matchAll(/^ {2}\| '([a-z_0-9]+)'/gm)].map(([, reason = '']) => reason);
  const reasons = fixed.filter((reason) => !SAID_OTHERWISE.has(reason));
  const said = (reason: string) => verdictReason({ action: 'reject', reason, modsec_message: null });

  it('are read from the edge', () => {
    expect(reasons.length).toBeGreaterThan(20);
    expect([...SAID_OTHERWISE].filter((reason) => !fixed.includes(reason))).toEqual([]);
  });

  it.each(reasons)('%s has a sentence of its own in the dashboard', (reason) => {
    expect(said(reason)).toBeDefined();
    expect(said(reason)).not.toBe(said('bad_framing:head'));
  });
});
