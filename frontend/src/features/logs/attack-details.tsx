import { ShieldOff, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { actionTexts, cacheTexts, countryFilter } from '../../entities/log/log-filters.ts';
import { judge } from '../../entities/log/threat.ts';
import { settingOf, verdictReason } from '../../entities/log/verdicts.ts';
import { canBeExcluded } from '../../entities/policy/exclusion-scope.ts';
import type { LogEntry, LogMatch } from '../../shared/api/types.ts';
import { formatDateTime, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { Because, excerptOf, findingText } from './because.tsx';
import { FilterValue } from './filter-value.tsx';
import { Highlighted } from './highlighted.tsx';
import { NarrowExclusion } from './narrow-exclusion.tsx';
import { Operator } from './operator.tsx';
import { RequestActions } from './request-actions.tsx';
import type { SetFilter } from './use-log-filters.ts';

/** Why a request went to one of several origins. */
const ORIGIN_REASONS: Readonly<Record<string, string>> = {
  session: 'the visitor was there before',
  country: 'for the visitor’s country',
  fastest: 'the fastest from the edge node',
  weight: 'its turn by weight',
  reserve: 'a reserve: no other was healthy',
  none_well: 'none was healthy',
  failover: 'another one failed the request',
  peer: 'another edge node, which has the page or asks your origin for all',
};

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="flex min-h-7 min-w-0 items-center gap-1 text-[0.8125rem] leading-5 wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

/** A rule that had a word; 0 and null: none had. */
function RuleFact({ label, id, onFilter }: { label: string; id: number | null; onFilter: SetFilter | null }) {
  if (id === null || id === 0) return null;
  return (
    <Fact label={label}>
      <FilterValue name="rule" value={String(id)} onFilter={onFilter} className="font-mono" />
    </Fact>
  );
}

/** One condition of a rule: target, operator, and match. */
function Condition({ target }: { target: LogMatch['targets'][number] }) {
  return (
    <div className="mt-2">
      <p>
        in <span className="font-mono font-[600] text-ink">{target.name}</span>
        {target.operator !== '' && (
          <>
            {' '}
            by <Operator text={target.operator} />
          </>
        )}
        {target.transformations.length > 0 && (
          <>
            {' '}
            after <span className="font-mono">{target.transformations.join(' → ')}</span>
          </>
        )}
      </p>
      {target.match_length > 0 && (
        <Highlighted value={target.transformed} offset={target.match_offset} length={target.match_length} />
      )}
    </div>
  );
}

/** A rule with its sentence and what it found; how it looked is folded: few read patterns. */
function Match({ match, onFilter }: { match: LogMatch; onFilter: SetFilter | null }) {
  const excerpt = excerptOf(match);
  return (
    <li className="rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <FilterValue
          name="rule"
          value={String(match.rule_id)}
          onFilter={onFilter}
          className="font-mono text-[0.8125rem] font-[600]"
        >
          Rule {match.rule_id}
        </FilterValue>
        <span className="text-sm">{match.message}</span>
        <span className="ml-auto flex gap-1.5">
          <Badge>{match.severity}</Badge>
          {match.score > 0 && <Badge tone="danger">score +{match.score}</Badge>}
        </span>
      </div>
      <p className="mt-2 text-sm text-ink-muted">{findingText(match)}</p>
      {excerpt && (
        <div className="mt-3">
          <Highlighted
            value={excerpt.transformed}
            offset={excerpt.match_offset}
            length={excerpt.match_length}
          />
        </div>
      )}
      {match.targets.some(({ masked }) => masked === true) && (
        <p className="mt-2 text-[0.8125rem] text-ink-muted">
          The privacy settings of this site do not store such values.
        </p>
      )}
      {match.targets.length > 0 && (
        <details className="mt-2 text-xs text-ink-muted">
          <summary className="w-fit cursor-pointer py-1">
            {match.targets.length === 1 ? 'The condition' : `All ${match.targets.length} conditions`}
          </summary>
          {match.targets.map((target) => (
            <Condition key={`${target.name}:${target.operator}:${target.match_offset}`} target={target} />
          ))}
        </details>
      )}
    </li>
  );
}

/** The next step from a decision that was wrong: an exclusion from the rules, or the setting that decided. */
function WayToChange({ log, onExclude }: { log: LogEntry; onExclude: (log: LogEntry) => void }) {
  const setting = settingOf(log);
  if (canBeExcluded(log))
    return (
      <Button
        size="sm"
        variant="secondary"
        icon={<ShieldOff className="size-4" />}
        onClick={() => onExclude(log)}
      >
        Create an exclusion
      </Button>
    );
  if (setting === null) return null;
  return (
    <ButtonLink to={setting.to} size="sm" variant="secondary" icon={<SlidersHorizontal className="size-4" />}>
      {setting.text}
    </ButtonLink>
  );
}

/** Why the edge decided as it did: rule, field, the bytes that matched, and their score. */
export function AttackDetails({
  log,
  zone,
  onFilter,
  onExclude,
}: {
  log: LogEntry;
  zone: TimeZoneChoice;
  onFilter: SetFilter | null;
  /** Called for an entry that should have passed; null: nothing can be done about it here. */
  onExclude: ((log: LogEntry) => void) | null;
}) {
  const { type, label } = judge(log);
  const logged = log.action === 'log_only';
  const requestId = log.request_id;
  const { matches } = log;
  const reason = matches.length === 0 ? verdictReason(log) : undefined;
  const [path = ''] = log.request_uri.split('?');
  return (
    <section
      aria-label="Attack Details"
      className="sticky left-0 grid w-full max-w-[calc(100vw-2rem)] grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 md:px-5 lg:max-w-[calc(100vw-19rem)]"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-sm">Attack Details</h2>
        <Badge tone={log.status === 'blocked' ? 'danger' : logged ? 'warn' : 'ok'}>
          {log.status === 'blocked' ? 'Blocked' : logged ? 'Allowed, log only' : 'Allowed'}
        </Badge>
        <span className="text-sm text-ink-muted">
          <FilterValue name="threat" value={type} onFilter={onFilter} />, {label}
        </span>
        {onExclude && (
          <span className="flex flex-wrap gap-2 sm:ml-auto">
            <WayToChange log={log} onExclude={onExclude} />
            <RequestActions log={log} />
          </span>
        )}
      </div>
      {reason && <p className="text-sm text-ink-muted">{reason}</p>}
      <Because log={log} />
      {onExclude && canBeExcluded(log) && <NarrowExclusion log={log} />}
      {matches.length > 0 && (
        <div>
          <p className="mb-2 text-xs text-ink-faint">
            What matched ({matches.length} {matches.length === 1 ? 'rule' : 'rules'}). Nothing else of a field
            is stored: every other character is replaced by an asterisk.
          </p>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {matches.map((match) => (
              <Match key={match.rule_id} match={match} onFilter={onFilter} />
            ))}
          </ul>
        </div>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:*:first:col-span-2 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
        <Fact label="Request ID">
          <FilterValue name="id" value={requestId} onFilter={onFilter} className="font-mono" />
          <CopyButton value={requestId} label="request id" />
        </Fact>
        <Fact label="Time">{formatDateTime(log.timestamp, zone)}</Fact>
        <Fact label="Client">
          <FilterValue name="address" value={log.remote_addr} onFilter={onFilter} className="font-mono" />
        </Fact>
        <Fact label="Location">
          <FilterValue name="country" value={countryFilter(log.geo_country)} onFilter={onFilter}>
            <Country code={log.geo_country} city={log.geo_city} />
          </FilterValue>
        </Fact>
        <Fact label="Domain">
          <FilterValue name="domain" value={log.domain_name} onFilter={onFilter} />
        </Fact>
        <Fact label="Edge server">{log.server_name}</Fact>
        <Fact label="Verdict">
          <FilterValue name="action" value={log.action} onFilter={onFilter}>
            {actionTexts[log.action] ?? log.action}
          </FilterValue>
        </Fact>
        {log.inbound_score > 0 && <Fact label="Anomaly score">{log.inbound_score}</Fact>}
        <RuleFact label="Rule" id={log.modsec_rule_id} onFilter={onFilter} />
        {log.deciding_rule_id !== log.modsec_rule_id && (
          <RuleFact label="Decided by" id={log.deciding_rule_id} onFilter={onFilter} />
        )}
        {log.modsec_message && <Fact label="Message">{log.modsec_message}</Fact>}
        {log.http_status !== null && (
          <Fact label="Answered with">
            <FilterValue name="http_status" value={String(log.http_status)} onFilter={onFilter} />
            {log.origin_status !== null && log.origin_status !== log.http_status && (
              <span className="text-ink-muted">(origin: {log.origin_status})</span>
            )}
          </Fact>
        )}
        <Fact label="Cache">
          <FilterValue name="cache" value={log.cache_status ?? 'none'} onFilter={onFilter}>
            {cacheTexts[log.cache_status ?? 'none'] ?? log.cache_status}
          </FilterValue>
        </Fact>
        {log.reason !== '' && (
          <Fact label="Reason">
            <FilterValue name="reason" value={log.reason} onFilter={onFilter} className="font-mono" />
          </Fact>
        )}
        <Fact label="Method">
          <FilterValue name="method" value={log.request_method} onFilter={onFilter} className="font-mono" />
        </Fact>
        {path.startsWith('/') && (
          <Fact label="Path">
            <FilterValue name="path" value={path} onFilter={onFilter} className="line-clamp-2 font-mono" />
          </Fact>
        )}
        {log.asn !== null && (
          <Fact label="Network">
            <FilterValue name="network" value={String(log.asn)} onFilter={onFilter}>
              AS{log.asn} {log.asn_name}
            </FilterValue>
          </Fact>
        )}
        {log.origin && (
          <Fact label="Origin">
            <span>
              <span className="font-mono">{log.origin}</span>
              {log.origin_reason && ` (${ORIGIN_REASONS[log.origin_reason] ?? log.origin_reason})`}
            </span>
          </Fact>
        )}
        {log.tls_version && <Fact label="TLS version">{log.tls_version}</Fact>}
        {log.ja4 && (
          <Fact label="TLS fingerprint">
            <FilterValue name="ja4" value={log.ja4} onFilter={onFilter} className="font-mono" />
          </Fact>
        )}
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div>
          <p className="mb-1 text-xs text-ink-faint">Request</p>
          <pre className="overflow-x-auto rounded-md border border-line bg-surface p-3 font-mono text-[0.8125rem] break-all whitespace-pre-wrap">
            {log.request_method} {log.request_uri}
          </pre>
        </div>
        {log.user_agent && (
          <div>
            <p className="mb-1 text-xs text-ink-faint">User agent</p>
            <p className="font-mono text-[0.8125rem] break-all">{log.user_agent}</p>
          </div>
        )}
      </div>
    </section>
  );
}
