import { Link } from 'react-router-dom';
import { logLink } from '../../../../entities/log/log-filters.ts';
import { conditionFields } from '../../../../entities/policy/policy-words.ts';
import type { CustomRule, LogEntry } from '../../../../shared/api/types.ts';
import { formatCount, formatRelative } from '../../../../shared/lib/format.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import type { Preview } from './rule-preview.ts';
import { TRIED_REQUESTS, useRulePreview } from './use-rule-preview.ts';

const SHOWN = 5;

interface PreviewPanelProps {
  domainName: string;
  rule: Pick<CustomRule, 'conditions'>;
}

/** Recent requests that the rule would have matched, while it is being written. */
export function PreviewPanel({ domainName, rule }: PreviewPanelProps) {
  const outcome = useRulePreview(domainName, rule);
  return (
    <section aria-label="Recent matches" className="rounded-md border border-line bg-sunken/60 p-4 text-sm">
      <h3 className="text-sm">Recent matches</h3>
      {outcome.state === 'loading' && <Skeleton className="mt-2 h-5 w-64 max-w-full" />}
      {outcome.state === 'unfinished' && (
        <p className="mt-1 text-[0.8125rem] text-ink-muted">
          As soon as a condition is complete, this shows what the rule would have matched among the latest{' '}
          {TRIED_REQUESTS} requests.
        </p>
      )}
      {outcome.state === 'failed' && (
        <p className="mt-1 text-[0.8125rem] text-ink-muted">
          The log does not respond at the moment.{' '}
          <button type="button" className="link" onClick={outcome.retry}>
            Try again
          </button>
        </p>
      )}
      {outcome.state === 'ready' && <Matches domainName={domainName} preview={outcome.preview} />}
    </section>
  );
}

function Matches({ domainName, preview }: { domainName: string; preview: Preview<LogEntry> }) {
  const { met, looked, leftOut, fault } = preview;
  if (fault !== null)
    return <p className="mt-1 text-[0.8125rem] text-danger-text wrap-anywhere">Cannot be tried: {fault}</p>;
  return (
    <>
      <p role="status" className="mt-1 text-[0.8125rem] text-ink-muted">
        {looked === 0 ? (
          'This domain has no logged requests yet.'
        ) : (
          <>
            <strong className="tabular font-[640] text-ink">
              {leftOut.length > 0 && met.length > 0 && 'At most '}
              {formatCount(met.length)}
            </strong>{' '}
            of the newest {formatCount(looked)} requests.
          </>
        )}
        {leftOut.length > 0 && (
          <>
            {' '}
            Counted without{' '}
            {leftOut
              .map(({ field, name, operator }) =>
                operator === 'in_list' ? 'lists' : `${conditionFields[field].phrase} ${name}`.trim(),
              )
              .join(' and ')}
            : the log does not keep that.
          </>
        )}
      </p>
      {met.length > 0 && (
        <ul className="mt-3 grid grid-cols-1 divide-y divide-line border-t border-line">
          {met.slice(0, SHOWN).map((log) => (
            <li key={log.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2 text-[0.8125rem]">
              <Link
                to={logLink({ domain: domainName, id: log.request_id })}
                title={log.request_uri}
                className="link min-w-0 flex-1 basis-56 truncate font-mono text-xs"
              >
                {log.request_method} {log.request_uri}
              </Link>
              <span className="flex items-center gap-2 text-xs text-ink-faint">
                {formatRelative(log.timestamp)} · <span className="font-mono">{log.remote_addr}</span>
                {log.geo_country && ` (${log.geo_country})`}
                <Badge tone={log.status === 'blocked' ? 'danger' : 'ok'}>
                  {log.status === 'blocked' ? 'Blocked' : 'Allowed'}
                </Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
