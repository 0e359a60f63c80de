import { formatBytes, formatCount } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { cacheTexts, type LogFilters, logLink } from '../log/log-filters.ts';
import { type Period, type TimeRange, useBreakdownsQuery } from './analytics-api.ts';
import { agentFilter, botName, pathFilter, valueLabel } from './counted-values.ts';
import { CspCard } from './csp-card.tsx';
import { FailureFigures } from './failure-figures.tsx';
import { FailuresCard } from './failures-card.tsx';
import { LatencyCard } from './latency-card.tsx';
import { ListCard, shareOf, wasIn } from './list-card.tsx';
import { ShareList } from './share-list.tsx';

interface BreakdownsProps {
  period: Period;
  /** The period to compare with, if one was chosen. */
  compared: TimeRange | null;
  domain: string | null;
  /** Domain and time, which what is looked up in the log keeps. */
  within: LogFilters & { domain?: string };
  onZoom: (from: Date, to: Date) => void;
}

/** What traffic is made of: failures, the cache, latencies, rules, clients and networks. Each leads to its requests in the log. */
export default function Breakdowns({ period, compared, domain, within, onZoom }: BreakdownsProps) {
  const { data, error, refetch } = useBreakdownsQuery(period, domain);
  const { currentData: before } = useBreakdownsQuery(compared, domain);
  if (error && !data) {
    return (
      <Card>
        <ErrorState message={messageOf(error, 'Failed to load the breakdowns')} onRetry={refetch} />
      </Card>
    );
  }
  const requests = data?.methods.reduce((sum, one) => sum + one.requests, 0) ?? 0;
  const sent = data?.paths.reduce((sum, one) => sum + one.response_bytes, 0) ?? 0;
  const blockedNote = (blocked: number) => (blocked > 0 ? `${formatCount(blocked)} blocked` : undefined);
  return (
    <>
      <FailureFigures data={data} before={compared ? before : undefined} within={within} />
      <FailuresCard data={data} onZoom={onZoom} />
      <div className="grid gap-4 sm:gap-5 md:grid-cols-2 xl:grid-cols-3">
        <LatencyCard data={data?.latency} before={before?.latency} />
        <ListCard title="Cache" description="How the cache answered">
          {data && (
            <ShareList
              empty="No traffic yet."
              rows={data.cache.statuses.map(({ value, requests: count }) => ({
                key: value,
                label: cacheTexts[value || 'none'] ?? value,
                value: formatCount(count),
                was: wasIn(
                  before?.cache.statuses,
                  (one) => one.value === value,
                  (one) => one.requests,
                ),
                share: shareOf(count, requests),
                to: logLink({ ...within, cache: value || 'none' }),
              }))}
            />
          )}
        </ListCard>
        <ListCard title="Bandwidth by path" description="Paths with the most data sent">
          {data && (
            <ShareList
              empty="Nothing sent yet."
              rows={data.paths.map(({ value, response_bytes }) => ({
                key: value,
                ...valueLabel(value),
                value: formatBytes(response_bytes),
                was: wasIn(
                  before?.paths,
                  (one) => one.value === value,
                  (one) => one.response_bytes,
                  formatBytes,
                ),
                share: shareOf(response_bytes, sent),
                to: pathFilter(value, within),
              }))}
            />
          )}
        </ListCard>
        <ListCard title="Rules" description="Rules that fired most, whether or not they blocked">
          {data && (
            <ShareList
              tone="danger"
              empty="No rule fired."
              rows={data.rules.map(({ rule, name, requests: count, blocked }) => ({
                key: String(rule),
                label: name ? `${rule} ${name}` : String(rule),
                title: name,
                value: formatCount(count),
                note: blockedNote(blocked),
                was: wasIn(
                  before?.rules,
                  (one) => one.rule === rule,
                  (one) => one.requests,
                ),
                share: shareOf(count, data.rules[0]?.requests ?? 0),
                to: logLink({ ...within, rule: String(rule) }),
              }))}
            />
          )}
        </ListCard>
        <ListCard title="User agents" description="Programs that sent the requests">
          {data && (
            <ShareList
              empty="No traffic yet."
              rows={data.agents.map(({ value, requests: count, blocked }) => ({
                key: value,
                ...valueLabel(value, 'None sent'),
                value: formatCount(count),
                note: blockedNote(blocked),
                was: wasIn(
                  before?.agents,
                  (one) => one.value === value,
                  (one) => one.requests,
                ),
                share: shareOf(count, requests),
                to: agentFilter(value, within),
              }))}
            />
          )}
        </ListCard>
        <ListCard title="Bots" description="As classified by the edge">
          {data && (
            <ShareList
              empty="No bots were detected."
              rows={data.bots.map(({ value, requests: count, blocked }) => ({
                key: value,
                label: botName(value),
                value: formatCount(count),
                note: blockedNote(blocked),
                was: wasIn(
                  before?.bots,
                  (one) => one.value === value,
                  (one) => one.requests,
                ),
                share: shareOf(count, data.bots[0]?.requests ?? 0),
                to: botName(value) === value ? null : logLink({ ...within, reason: value }),
              }))}
            />
          )}
        </ListCard>
        <CspCard reported={data?.csp} before={before?.csp} within={within} />
        <ListCard title="Methods" description="HTTP methods of the requests">
          {data && (
            <ShareList
              empty="No traffic yet."
              rows={data.methods.map(({ value, requests: count, blocked }) => ({
                key: value,
                ...valueLabel(value),
                value: formatCount(count),
                note: blockedNote(blocked),
                was: wasIn(
                  before?.methods,
                  (one) => one.value === value,
                  (one) => one.requests,
                ),
                share: shareOf(count, requests),
                to: /^[\w-]+$/.test(value) ? logLink({ ...within, method: value }) : null,
              }))}
            />
          )}
        </ListCard>
        <ListCard title="Networks" description="By the network that clients connect from">
          {data && (
            <ShareList
              empty="No traffic yet."
              rows={data.networks.map(({ network, name, requests: count, blocked }) => ({
                key: String(network),
                label: network === 0 ? 'Not known' : `AS${network} ${name}`,
                title: name,
                value: formatCount(count),
                note: blockedNote(blocked),
                was: wasIn(
                  before?.networks,
                  (one) => one.network === network,
                  (one) => one.requests,
                ),
                share: shareOf(count, requests),
                to: network === 0 ? null : logLink({ ...within, network: String(network) }),
              }))}
            />
          )}
        </ListCard>
      </div>
    </>
  );
}
