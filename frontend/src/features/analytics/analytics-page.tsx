import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useListDomainsQuery } from '../../shared/api/domains-api.ts';
import { useRecentLogsQuery, useStatsQuery } from '../../shared/api/logs-api.ts';
import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { downloadCsv, toCsv } from '../../shared/lib/csv.ts';
import { formatCount, formatDateTime, formatRelative } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { classify } from '../../shared/lib/threat.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { DomainSelect } from '../../shared/ui/domain-select.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table, Td, Th } from '../../shared/ui/table.tsx';
import { rankCountries } from './ranking.ts';
import { ShareList } from './share-list.tsx';

const TrafficChart = lazy(() => import('../../shared/ui/charts/traffic-chart.tsx'));

const TOP = 6;
const ACTIVITY_ROWS = 10;
const ACTIVITY = ['Time', 'Domain', 'Request', 'Threat Type', 'Country', 'Action'] as const;

export function AnalyticsPage() {
  usePageMeta('Analytics & Reports');
  const [domain, setDomain] = useSearchState('domain', '');
  const { data: domains = [] } = useListDomainsQuery();
  const stats = useStatsQuery(domain || null);
  const logs = useRecentLogsQuery({ status: null, domain: domain || null });

  const exportCsv = () => {
    if (!logs.data) return;
    const csv = toCsv(
      [
        'Time',
        'Request ID',
        'Domain',
        'IP Address',
        'Country',
        'Method',
        'URI',
        'Status',
        'Threat Type',
        'Severity',
        'Rule',
      ],
      logs.data.map((log) => {
        const { type, severity } = classify(log);
        return [
          log.timestamp,
          log.request_id,
          log.domain_name,
          log.remote_addr,
          log.geo_country,
          log.request_method,
          log.request_uri,
          log.status,
          type,
          severity,
          String(log.modsec_rule_id ?? ''),
        ];
      }),
    );
    downloadCsv(`palisade-${domain || 'all-domains'}-${new Date().toISOString().slice(0, 10)}.csv`, csv);
  };

  const countries = logs.data && rankCountries(logs.data, TOP);
  return (
    <>
      <PageHeader
        title="Analytics & Reports"
        subtitle="Where traffic comes from, and what it tries."
        actions={
          <>
            {domains.length > 0 && <DomainSelect domains={domains} value={domain} onChange={setDomain} />}
            <Button
              variant="secondary"
              icon={<Download className="size-4" />}
              disabled={!logs.data?.length}
              onClick={exportCsv}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <div className="grid gap-4 sm:gap-5">
        <Card>
          <CardHeader title="Traffic, last 7 days" description="Requests per day, total and blocked" />
          <CardBody>
            {stats.error && (
              <ErrorState
                message={messageOf(stats.error, 'Failed to load dashboard statistics')}
                onRetry={stats.refetch}
              />
            )}
            {!stats.error &&
              (stats.data ? (
                <Suspense fallback={<Skeleton className="h-[300px]" />}>
                  <TrafficChart days={stats.data.weekly_traffic} />
                </Suspense>
              ) : (
                <Skeleton className="h-[300px]" />
              ))}
          </CardBody>
        </Card>
        <div className="grid gap-4 sm:gap-5 lg:grid-cols-2">
          <Card>
            <CardHeader
              title="Top Countries"
              description={`Of the latest ${formatCount(logs.data?.length ?? 0)} requests`}
            />
            <CardBody>
              {countries ? (
                <ShareList
                  empty="No traffic yet."
                  rows={countries.map(({ key, count, share }) => ({
                    key,
                    label: <Country code={key} />,
                    value: formatCount(count),
                    share,
                  }))}
                />
              ) : (
                <Skeleton className="h-40" />
              )}
            </CardBody>
          </Card>
          <Card>
            <CardHeader title="Top Threat Types" description="Share of the blocked requests" />
            <CardBody>
              {stats.data ? (
                <ShareList
                  tone="danger"
                  empty="Nothing blocked yet."
                  rows={stats.data.threat_types.slice(0, TOP).map(({ threat_type, percentage }) => ({
                    key: threat_type,
                    label: threat_type,
                    value: `${percentage}%`,
                    share: percentage,
                  }))}
                />
              ) : (
                <Skeleton className="h-40" />
              )}
            </CardBody>
          </Card>
        </div>
        <Card className="overflow-hidden">
          <CardHeader title="Recent Activity" />
          {logs.error ? (
            <ErrorState message={messageOf(logs.error, 'Failed to load WAF logs')} onRetry={logs.refetch} />
          ) : (
            <Table label="Recent activity">
              <thead>
                <tr>
                  {ACTIVITY.map((column) => (
                    <Th key={column}>{column}</Th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {logs.data?.length === 0 && (
                  <tr>
                    <Td colSpan={ACTIVITY.length} className="py-10 text-center text-ink-muted">
                      No recent activity found
                    </Td>
                  </tr>
                )}
                {logs.data?.slice(0, ACTIVITY_ROWS).map((log) => (
                  <tr key={log.id} className="last:[&>td]:border-b-0">
                    <Td className="whitespace-nowrap text-ink-muted" title={formatDateTime(log.timestamp)}>
                      {formatRelative(log.timestamp)}
                    </Td>
                    <Td>{log.domain_name}</Td>
                    <Td className="max-w-64 truncate font-mono text-[0.8125rem]">
                      {log.request_method} {log.request_uri}
                    </Td>
                    <Td className="whitespace-nowrap">{classify(log).type}</Td>
                    <Td>
                      <Country code={log.geo_country} />
                    </Td>
                    <Td>
                      <Badge tone={log.status === 'blocked' ? 'danger' : 'ok'}>
                        {log.status === 'blocked' ? 'Blocked' : 'Allowed'}
                      </Badge>
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
      </div>
    </>
  );
}
