import { ShieldOff, SlidersHorizontal, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { actionTexts } from '../../entities/log/log-filters.ts';
import { settingOf } from '../../entities/log/verdicts.ts';
import { logEntryLink } from '../../entities/page/paths.ts';
import { canBeExcluded } from '../../entities/policy/exclusion-scope.ts';
import type { LogEntry } from '../../shared/api/types.ts';
import { formatDateTime, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import type { VisitorReport, VisitorReportState } from './visitor-reports-api.ts';

const STATES = {
  open: { label: 'Waits for you', tone: 'warn' },
  excepted: { label: 'Exclusion created', tone: 'ok' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
} as const satisfies Record<VisitorReportState, { label: string; tone: 'warn' | 'ok' | 'neutral' }>;

interface ReportRowProps {
  report: VisitorReport;
  zone: TimeZoneChoice;
  onExcept: (report: VisitorReport) => void;
  onDecide: (report: VisitorReport, state: VisitorReportState) => void;
}

/** A visitor's text, the request's record, and possible actions. */
export function ReportRow({ report, zone, onExcept, onDecide }: ReportRowProps) {
  const { entry, state, text, email } = report;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-muted">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        <span className="font-[560] break-all text-ink">{report.domain_name}</span>
        <time dateTime={report.reported_at}>{formatDateTime(report.reported_at, zone)}</time>
        {email !== null && (
          <span>
            answer to <bdi className="break-all text-ink">{email}</bdi> (not confirmed)
          </span>
        )}
      </p>
      {/* A stranger's words: their direction is their own, and nothing in them is a link. */}
      <blockquote
        dir="auto"
        className="border-s-2 border-line-strong ps-3 text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </blockquote>
      <div className="rounded-md border border-line bg-sunken/60 p-3 text-sm">
        <Seen entry={entry} />
        <Link className="link inline-flex min-h-6 items-center" to={logEntryLink(report.request_id)}>
          See the request
        </Link>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'open' ? (
          <>
            <WayToExcept report={report} onExcept={onExcept} />
            <Button
              size="sm"
              variant="secondary"
              icon={<X className="size-4" />}
              onClick={() => onDecide(report, 'dismissed')}
            >
              Dismiss
            </Button>
          </>
        ) : (
          <Button size="sm" variant="secondary" onClick={() => onDecide(report, 'open')}>
            Open again
          </Button>
        )}
      </div>
    </li>
  );
}

/** A refusal by a managed rule can be excluded; one by a setting is changed there. */
function WayToExcept({ report, onExcept }: Pick<ReportRowProps, 'report' | 'onExcept'>) {
  const { entry } = report;
  if (entry === null) return null;
  if (canBeExcluded(entry))
    return (
      <Button size="sm" icon={<ShieldOff className="size-4" />} onClick={() => onExcept(report)}>
        Create an exclusion
      </Button>
    );
  const setting = settingOf(entry);
  if (setting === null) return null;
  return (
    <ButtonLink to={setting.to} size="sm" variant="secondary" icon={<SlidersHorizontal className="size-4" />}>
      {setting.text}
    </ButtonLink>
  );
}

function Seen({ entry }: { entry: LogEntry | null }) {
  if (entry === null) return <p className="text-ink-muted">The entry of this request is not stored yet.</p>;
  const [match] = entry.matches;
  return (
    <>
      <p>
        {actionTexts[entry.action] ?? entry.action}:{' '}
        <span className="font-mono text-[0.8125rem] break-all">
          {entry.request_method} <bdi>{entry.request_uri}</bdi>
        </span>
      </p>
      {match && <p className="mt-1 text-ink-muted wrap-anywhere">{match.explanation || match.message}</p>}
    </>
  );
}
