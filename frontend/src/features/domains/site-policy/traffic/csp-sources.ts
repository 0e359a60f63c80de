import type { HeaderRule } from '../../../../entities/policy/site-policy.ts';

/** Reports of one source, on all pages. */
export interface ReportedSource {
  readonly directive: string;
  readonly source: string;
  readonly requests: number;
  readonly pages: readonly string[];
}

const MAX_PAGES = 3;

/** Parses `img-src ads.example /basket`, as the log counts reports; `(other)` is the rest, without a source. */
export function reportedSources(counted: readonly { value: string; requests: number }[]): ReportedSource[] {
  const sources = new Map<string, { directive: string; source: string; requests: number; pages: string[] }>();
  for (const { value, requests } of counted) {
    const [directive = '', source, page = ''] = value.split(' ');
    if (source === undefined) continue;
    const key = `${directive} ${source}`;
    const known = sources.get(key) ?? { directive, source, requests: 0, pages: [] };
    known.requests += requests;
    if (page !== '' && page !== '*' && known.pages.length < MAX_PAGES) known.pages.push(page);
    sources.set(key, known);
  }
  return [...sources.values()].toSorted((a, b) => b.requests - a.requests);
}

const ENFORCED = 'content-security-policy';
const REPORTED = 'content-security-policy-report-only';
export const ENFORCING_HEADER = 'Content-Security-Policy';

/** The rule with the site's policy; the report-only one is the one being developed. */
export function policyRule(rules: readonly HeaderRule[]): { index: number; reportsOnly: boolean } | null {
  for (const wanted of [REPORTED, ENFORCED]) {
    const index = rules.findIndex(
      ({ target, operation, name }) =>
        target === 'response' && operation !== 'remove' && name.toLowerCase() === wanted,
    );
    if (index >= 0) return { index, reportsOnly: wanted === REPORTED };
  }
  return null;
}
