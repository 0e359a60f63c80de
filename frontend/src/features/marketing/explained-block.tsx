import { Badge } from '../../shared/ui/badge.tsx';

const facts = [
  ['Verdict', 'Blocked, anomaly score 5 of 5'],
  ['Client', '203.0.113.24, Lyon, France'],
  ['Request ID', '0195c1f2-7a3c-7b2e-9c41'],
] as const;

/** An entry of the log as its owner opens it: what matched, where, after which decoding. */
export function ExplainedBlock() {
  return (
    <figure className="min-w-0 rounded-xl border border-line bg-surface shadow-2">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3.5 sm:px-6">
        <span className="text-sm font-[600]">Attack Details</span>
        <Badge tone="danger">Blocked</Badge>
        <span className="text-sm text-ink-muted">SQL Injection</span>
      </figcaption>
      <div className="grid gap-5 p-4 sm:p-6">
        <div className="rounded-md border border-line bg-canvas p-4">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
            <span className="font-mono text-[0.8125rem] font-[600]">Rule 1001</span>
            <Badge>CRITICAL</Badge>
            <Badge tone="danger">score +5</Badge>
          </div>
          <p className="mt-2 text-sm">SQL injection: input parses as part of a statement</p>
          <p className="mt-3 text-xs text-ink-muted">
            in <span className="font-mono font-[600] text-ink">ARGS:q</span> by{' '}
            <span className="font-mono">@detectSQLi</span> after{' '}
            <span className="font-mono">urlDecodeUni → removeNulls</span>
          </p>
          <p className="mt-2 rounded-sm bg-sunken px-3 py-2 font-mono text-[0.8125rem]">
            *<mark className="rounded-sm bg-danger-soft px-0.5 text-danger-text">' OR 1=1--</mark>
          </p>
        </div>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_auto_1fr]">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-xs text-ink-faint">{label}</dt>
              <dd className="text-[0.8125rem] wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </figure>
  );
}
