import type { AnalyticsBreakdowns } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

type Latencies = AnalyticsBreakdowns['latency'];

const PERCENTILES = [
  ['p50', 'Median'],
  ['p90', '9 of 10'],
  ['p99', '99 of 100'],
] as const;
const milliseconds = (value: number | null): string =>
  value === null ? '–' : `${formatCount(Math.round(value))} ms`;

/** The origin's time and the edge's own, for requests sent to an origin. */
export function LatencyCard({
  data,
  before,
}: {
  data: Latencies | undefined;
  before: Latencies | undefined;
}) {
  return (
    <Card aria-label="Latency">
      <CardHeader title="Latency" description="Requests that went to an origin" />
      <CardBody>
        {data ? (
          <table aria-label="Latency of origin and edge" className="w-full text-sm">
            <thead className="text-[0.8125rem] text-ink-muted">
              <tr>
                <td />
                <th className="py-2 text-right font-[560]">Origin</th>
                <th className="py-2 pl-3 text-right font-[560]">Edge</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {PERCENTILES.map(([name, label]) => (
                <tr key={name}>
                  <th scope="row" className="py-2 text-left font-[400]">
                    {label}
                  </th>
                  {(['origin', 'edge'] as const).map((who) => (
                    <td key={who} className="tabular py-2 pl-3 text-right align-top whitespace-nowrap">
                      {milliseconds(data[who][name])}
                      {before && before[who][name] !== null && (
                        <span className="block text-xs text-ink-muted">
                          was {milliseconds(before[who][name])}
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <Skeleton className="h-44" />
        )}
      </CardBody>
    </Card>
  );
}
