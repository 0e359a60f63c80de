import { ChevronRight, ScrollText, ShieldOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { logLink } from '../../../../entities/log/log-filters.ts';
import { isRequestField } from '../../../../entities/policy/exclusion-words.ts';
import { formatCount, formatDateTime, formatPercent } from '../../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../../shared/ui/badge.tsx';
import { type Cause, causeText, type Likelihood } from './cause-text.ts';

const looks: Record<Likelihood, { label: string; tone: BadgeTone }> = {
  attack: { label: 'Looks like attacks', tone: 'danger' },
  unclear: { label: 'Unclear', tone: 'neutral' },
  ordinary: { label: 'Looks like visitors', tone: 'warn' },
};

const people = (count: number) => `${formatCount(count)} ${count === 1 ? 'address' : 'addresses'}`;

const ExcludeRequestDialog = lazy(() => import('../../../../entities/policy/exclude-request-dialog.tsx'));

/** One cause: the number of requests and clients, and some of the requests. */
export function CauseRow({ cause, domain, of }: { cause: Cause; domain: string; of: number }) {
  const { label, tone } = looks[cause.likelihood];
  const [excluding, setExcluding] = useState(false);
  const filters = cause.rule_id === null ? { threat: cause.threat_type } : { rule: String(cause.rule_id) };
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-64 text-sm font-[560] wrap-anywhere">{causeText(cause)}</p>
        <p className="text-right">
          <span className="tabular text-sm font-[640]">{formatCount(cause.requests)}</span>{' '}
          <span className="text-xs text-ink-faint">{formatPercent((cause.requests / of) * 100)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-ink-muted">
        <Badge tone={tone}>{label}</Badge>
        <span>
          {cause.threat_type}
          {cause.rule_id !== null && ` · rule ${cause.rule_id}`} · {people(cause.addresses)} ·{' '}
          {formatCount(cause.answered)} answered as usual by your server
        </span>
      </div>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">
        Mostly{' '}
        {cause.target !== '' && (
          <>
            <span className="font-mono text-ink">{cause.target}</span> at{' '}
          </>
        )}
        <span className="font-mono text-ink">{cause.path}</span>
      </p>
      <details className="group text-[0.8125rem]">
        <summary className="inline-flex min-h-6 items-center gap-1.5 text-ink-muted hover:text-ink">
          <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
          Newest requests
        </summary>
        <ul className="mt-1.5 grid gap-1.5 rounded-md bg-sunken p-3">
          {cause.samples.map((sample) => (
            <li key={sample.request_id} className="grid gap-0.5">
              <Link
                to={logLink({ domain, id: sample.request_id })}
                className="link line-clamp-2 font-mono text-xs wrap-anywhere"
              >
                {sample.request_method} {sample.request_uri}
              </Link>
              <span className="text-xs text-ink-faint">
                {formatDateTime(sample.timestamp)} · {sample.remote_addr}
                {sample.geo_country && ` (${sample.geo_country})`}
                {sample.origin_status !== null && ` · your server answered ${sample.origin_status}`}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Link
          to={logLink({ domain, action: 'log_only', ...filters })}
          className="link inline-flex min-h-6 items-center gap-1.5 text-[0.8125rem]"
        >
          <ScrollText aria-hidden="true" className="size-3.5" />
          All of them in the log
        </Link>
        {cause.rule_id !== null && (
          <button
            type="button"
            onClick={() => setExcluding(true)}
            className="link inline-flex min-h-6 items-center gap-1.5 text-[0.8125rem]"
          >
            <ShieldOff aria-hidden="true" className="size-3.5" />
            Create an exclusion
          </button>
        )}
      </div>
      {excluding && cause.rule_id !== null && (
        <Suspense>
          <ExcludeRequestDialog
            domainName={domain}
            fired={[
              {
                id: cause.rule_id,
                message: cause.message ?? '',
                score: 0,
                family: undefined,
                fields: isRequestField(cause.target) ? [cause.target] : [],
              },
            ]}
            target={cause.path}
            onClose={() => setExcluding(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
