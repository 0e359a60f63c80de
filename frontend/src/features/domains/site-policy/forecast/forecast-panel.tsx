import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { logLink } from '../../../../entities/log/log-filters.ts';
import { useBlockingForecastQuery } from '../../../../entities/log/logs-api.ts';
import type { BlockingForecast } from '../../../../shared/api/types.ts';
import { formatCount, formatPercent } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { CauseRow } from './cause-row.tsx';
import { type LikelihoodSums, sumsOf } from './cause-text.ts';

type Range = BlockingForecast['range'];
const ranges: readonly { value: Range; label: string }[] = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
];
const FIRST_CAUSES = 3;

const parts: readonly { key: keyof LikelihoodSums; label: string; color: string }[] = [
  { key: 'attack', label: 'look like attacks', color: 'var(--chart-blocked)' },
  { key: 'unclear', label: 'unclear', color: 'var(--field-line)' },
  { key: 'ordinary', label: 'look like ordinary visitors', color: 'var(--chart-3)' },
];

/** How requests divide into kinds: a bar and a text. */
function Division({ sums }: { sums: LikelihoodSums }) {
  const present = parts.filter(({ key }) => sums[key] > 0);
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {present.map(({ key, color }) => (
          <span key={key} className="min-w-1" style={{ flexGrow: sums[key], background: color }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] text-ink-muted">
        {present.map(({ key, label, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className="size-2 rounded-full" style={{ background: color }} />
            <span>
              <strong className="tabular font-[640] text-ink">{formatCount(sums[key])}</strong> {label}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function verdictOn(
  { would_block, requests }: BlockingForecast,
  { ordinary, unclear }: LikelihoodSums,
): string {
  if (requests === 0) return 'No traffic in this period. Wait for some before you decide.';
  if (would_block.requests === 0)
    return 'Nothing would have been blocked. Switching to blocking would not affect these visitors.';
  if (ordinary > 0)
    return 'Blocking now would turn away people who use your site. Review those first: an exclusion for the rule, a lower sensitivity or an allowed address lets them pass.';
  if (unclear > 0) return 'None is clearly an ordinary visitor. Review the unclear ones, then block.';
  return 'None looks like an ordinary visitor. You can start blocking.';
}

interface ForecastPanelProps {
  domainName: string;
  saving: boolean;
  /** Saves the policy with blocking switched on. */
  onBlock: () => void;
}

function Forecast({
  forecast,
  domainName,
  saving,
  onBlock,
}: ForecastPanelProps & { forecast: BlockingForecast }) {
  const [all, setAll] = useState(false);
  const { would_block, requests, causes, looked_at } = forecast;
  const sums = sumsOf(causes);
  // Possible false positives first.
  const order = { ordinary: 0, unclear: 1, attack: 2 } as const;
  const sorted = causes.toSorted(
    (a, b) => order[a.likelihood] - order[b.likelihood] || b.requests - a.requests,
  );
  const shown = all ? sorted : sorted.slice(0, FIRST_CAUSES);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-2xl font-[660] tracking-[-0.02em]">
          {would_block.more && 'over '}
          {formatCount(would_block.requests)}
        </span>
        <span className="text-sm text-ink-muted">
          of {formatCount(requests)} requests would have been blocked, {formatPercent(would_block.share)}
        </span>
      </p>
      {would_block.requests > 0 && <Division sums={sums} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-sm">{verdictOn(forecast, sums)}</p>
        <Button
          size="sm"
          variant={sums.ordinary > 0 ? 'secondary' : 'primary'}
          busy={saving}
          icon={<ShieldCheck className="size-4" />}
          onClick={onBlock}
        >
          Start blocking
        </Button>
      </div>
      {causes.length > 0 && (
        <ul
          aria-label="What would have been blocked"
          className="divide-y divide-line rounded-md border border-line bg-surface"
        >
          {shown.map((cause) => (
            <CauseRow
              key={`${cause.rule_id}:${cause.reason}:${cause.threat_type}`}
              cause={cause}
              domain={domainName}
              of={looked_at}
            />
          ))}
        </ul>
      )}
      {would_block.requests > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link to={logLink({ domain: domainName, action: 'log_only' })} className="link text-[0.8125rem]">
            See them all in the log
          </Link>
          {causes.length > FIRST_CAUSES && (
            <Button size="sm" variant="ghost" onClick={() => setAll(!all)}>
              {all ? 'Show fewer causes' : `Show all ${causes.length} causes`}
            </Button>
          )}
        </div>
      )}
      {looked_at < would_block.requests && (
        <p className="text-xs text-ink-faint">Causes are based on the latest {formatCount(looked_at)}.</p>
      )}
    </div>
  );
}

/** For a site in log-only mode: what blocking would have done, probable false positives, and the switch. */
export function ForecastPanel({ domainName, saving, onBlock }: ForecastPanelProps) {
  const [range, setRange] = useState<Range>('24h');
  const { data, error, isFetching, refetch } = useBlockingForecastQuery(
    { domain: domainName, range },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <section
      aria-label="What blocking would have done"
      aria-busy={isFetching}
      className="grid gap-4 rounded-lg bg-sunken p-4 my-4 sm:p-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm">What blocking would have done</h3>
        <Segmented label="Time" value={range} options={ranges} onChange={setRange} />
      </header>
      {error && !data ? (
        <ErrorState message={messageOf(error, 'Failed to read the log')} onRetry={refetch} className="py-6" />
      ) : data ? (
        <Forecast forecast={data} domainName={domainName} saving={saving} onBlock={onBlock} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  );
}
