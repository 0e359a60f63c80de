import type { SiteRuleRollout } from '../../shared/api/types.ts';
import { formatCount, formatPercent } from '../../shared/lib/format.ts';

const partText = (count: number, of: number): string =>
  `${formatCount(count)} of ${formatCount(of)} (${formatPercent(of === 0 ? 0 : (100 * count) / of)})`;

/** What new rules would have cost a site's visitors, had they decided. */
export function ShadowFigures({ figures }: { figures: SiteRuleRollout['figures'] }) {
  if (figures === null)
    return <p className="text-[0.8125rem] text-ink-muted">No request has been judged yet.</p>;
  const rows = [
    [
      'Visitors with a request that would have been blocked',
      partText(figures.lost_visitors, figures.visitors),
    ],
    [
      'Requests that were answered and would have been blocked',
      partText(figures.lost_requests, figures.requests),
    ],
    ...(figures.failures > 0
      ? [['Requests on which the new rules failed', formatCount(figures.failures)]]
      : []),
    ...figures.rules.map(({ rule_id, requests }) => [`By rule ${rule_id}`, formatCount(requests)]),
  ];
  return (
    <dl className="grid gap-x-4 sm:grid-cols-[1fr_auto] gap-y-1 text-[0.8125rem]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="tabular max-sm:mb-1.5 sm:text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
