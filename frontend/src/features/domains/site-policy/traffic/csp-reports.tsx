import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { allowSource } from '../../../../entities/policy/site-policy.ts';
import { useBreakdownsQuery } from '../../../../entities/traffic/analytics-api.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { ENFORCING_HEADER, policyRule, reportedSources } from './csp-sources.ts';
import type { TrafficFields } from './traffic-fields.ts';

const PERIOD = '7d';
const MAX_SOURCES = 20;

/**
 * CSP violations that browsers reported, each with the source to allow; and the step from report-only to enforcement.
 */
export default function CspReports({ domainName }: { domainName: string }) {
  const { control, setValue } = useFormContext<TrafficFields>();
  const rules = useWatch({ control, name: 'header_rules' });
  const { data, error, isLoading, refetch } = useBreakdownsQuery(PERIOD, domainName);
  const [said, setSaid] = useState('');
  if (error && !data)
    return <ErrorState message={messageOf(error, 'Failed to load the reports')} onRetry={refetch} />;
  if (isLoading || !data) return <Skeleton className="h-24" />;
  const sources = reportedSources(data.csp).slice(0, MAX_SOURCES);
  const rule = policyRule(rules);
  const policy = rule === null ? '' : rules[rule.index]!.value;
  const propose = (part: 'name' | 'value', text: string, message: string) => {
    setValue(`header_rules.${rule!.index}.${part}`, text, { shouldDirty: true, shouldValidate: true });
    setSaid(message);
  };
  return (
    <section aria-label="Reports of the last 7 days" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-[0.8125rem] font-[560]">Reports of the last 7 days</h3>
        {rule?.reportsOnly && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => propose('name', ENFORCING_HEADER, 'The policy blocks from now on, once you save.')}
          >
            Enforce the policy
          </Button>
        )}
      </div>
      {sources.length === 0 && (
        <p className="text-[0.8125rem] text-ink-muted">No browser has reported anything.</p>
      )}
      {sources.length > 0 && (
        <p className="text-[0.8125rem] text-ink-muted">
          {rule === null
            ? 'The policy comes from your server, not from the rules above: change it there.'
            : 'Anybody can send reports: allow only hosts you know.'}
        </p>
      )}
      <ul aria-label="Reported sources" className="grid gap-2">
        {sources.map(({ directive, source, requests, pages }) => {
          const changed = allowSource(policy, directive, source);
          return (
            <li
              key={`${directive} ${source}`}
              className="flex items-center justify-between gap-3 rounded-md border border-line px-3 py-2 text-[0.8125rem]"
            >
              <div className="min-w-0">
                <p className="font-mono wrap-anywhere">
                  {directive} {source}
                </p>
                <p className="wrap-anywhere text-ink-muted">
                  {formatCount(requests)} {requests === 1 ? 'report' : 'reports'}
                  {pages.length > 0 && `, on ${pages.join(', ')}`}
                </p>
              </div>
              {changed !== null && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Allow ${source} for ${directive}`}
                  onClick={() =>
                    propose('value', changed, `${source} is allowed for ${directive}, once you save.`)
                  }
                >
                  Allow
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="text-[0.8125rem] text-ink-muted">
        {said}
      </p>
    </section>
  );
}
