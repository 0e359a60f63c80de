import { ChevronRight, ScrollText } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import type { LogEntry } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatDateTime, formatRelative, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { classify, type Severity } from '../../shared/lib/threat.ts';
import { Badge, type BadgeTone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table, Td, Th } from '../../shared/ui/table.tsx';
import { AttackDetails } from './attack-details.tsx';

const COLUMNS = [
  'Time',
  'Server',
  'IP Address',
  'Location',
  'Domain',
  'Request',
  'Threat Type',
  'Severity',
  'Details',
] as const;

/** On phones these stand in the details, so that a row needs no sideways scrolling. */
const DETAILS_ONLY_ON_PHONES: ReadonlySet<string> = new Set([
  'Server',
  'IP Address',
  'Location',
  'Domain',
  'Threat Type',
]);

const severityTones: Record<Severity, BadgeTone> = {
  CRITICAL: 'danger',
  HIGH: 'warn',
  MEDIUM: 'info',
  SAFE: 'ok',
};

function matches(log: LogEntry, text: string): boolean {
  return [
    log.id,
    log.request_id,
    log.remote_addr,
    log.domain_name,
    log.request_method,
    log.request_uri,
    log.user_agent,
    log.geo_country,
    log.server_name,
    log.modsec_message,
    String(log.modsec_rule_id ?? ''),
    classify(log).type,
  ].some((value) => value?.toLowerCase().includes(text));
}

interface LogTableProps {
  logs: readonly LogEntry[] | undefined;
  search: string;
  zone: TimeZoneChoice;
  onFilter: (text: string) => void;
}

/** A value that filters the table by itself when pressed. */
function Filterable({
  value,
  className,
  onFilter,
}: {
  value: string;
  className?: string;
  onFilter: (text: string) => void;
}) {
  return (
    <button
      type="button"
      title={`Filter by ${value}`}
      onClick={() => onFilter(value)}
      className={cn(
        'min-h-6 max-w-full truncate rounded-sm text-left decoration-dotted underline-offset-4 hover:underline',
        className,
      )}
    >
      {value}
    </button>
  );
}

export function LogTable({ logs, search, zone, onFilter }: LogTableProps) {
  const [expanded, setExpanded] = useState<string | null>(null);
  const shown = useMemo(() => {
    const text = search.trim().toLowerCase();
    return text === '' ? logs : logs?.filter((log) => matches(log, text));
  }, [logs, search]);

  if (shown?.length === 0) {
    return logs?.length === 0 ? (
      <EmptyState
        icon={<ScrollText />}
        title="No logs found. Logs will appear here as your WAF protects your domains."
      />
    ) : (
      <EmptyState
        icon={<ScrollText />}
        title="No loaded entry matches the filter"
        action={
          <Button variant="secondary" size="sm" onClick={() => onFilter('')}>
            Clear the filter
          </Button>
        }
      />
    );
  }

  return (
    <Table label="WAF activity" className="md:min-w-[66rem] md:table-fixed">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Th
              key={column}
              className={cn(
                'border-t-0',
                DETAILS_ONLY_ON_PHONES.has(column) && 'max-md:hidden',
                column === 'Time' && 'w-20 md:w-23',
                column === 'Server' && 'w-27',
                column === 'IP Address' && 'w-34',
                column === 'Location' && 'w-37',
                column === 'Domain' && 'w-40',
                column === 'Threat Type' && 'w-34',
                column === 'Severity' && 'w-27',
                column === 'Details' && 'md:w-26',
              )}
            >
              {column}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {!shown &&
          [0, 1, 2, 3, 4, 5].map((row) => (
            <tr key={row}>
              {COLUMNS.map((column) => (
                <Td key={column} className={cn(DETAILS_ONLY_ON_PHONES.has(column) && 'max-md:hidden')}>
                  <Skeleton className="h-4 w-full max-w-24" />
                </Td>
              ))}
            </tr>
          ))}
        {shown?.map((log) => {
          const { type, severity } = classify(log);
          const open = expanded === log.id;
          const detailsId = `details-${log.id}`;
          return (
            <Fragment key={log.id}>
              <tr className={cn('transition-colors hover:bg-sunken/60', open && 'bg-sunken/60')}>
                <Td className="whitespace-nowrap text-ink-muted" title={formatDateTime(log.timestamp, zone)}>
                  {formatRelative(log.timestamp, Date.now(), zone)}
                </Td>
                <Td className="truncate text-ink-muted max-md:hidden">{log.server_name}</Td>
                <Td className="max-md:hidden">
                  <Filterable
                    value={log.remote_addr}
                    onFilter={onFilter}
                    className="font-mono text-[0.8125rem]"
                  />
                </Td>
                <Td className="truncate max-md:hidden">
                  <Country code={log.geo_country} />
                </Td>
                <Td className="max-md:hidden">
                  <Filterable value={log.domain_name} onFilter={onFilter} />
                </Td>
                <Td
                  className="w-full max-w-0 truncate font-mono text-[0.8125rem] md:w-auto"
                  title={log.request_uri}
                >
                  <span className="mr-2 font-[600] text-ink-muted">{log.request_method}</span>
                  {log.request_uri}
                </Td>
                <Td className="truncate font-[560] max-md:hidden">{type}</Td>
                <Td>
                  <Badge tone={severityTones[severity]}>{severity}</Badge>
                </Td>
                <Td>
                  <button
                    type="button"
                    aria-expanded={open}
                    aria-controls={detailsId}
                    onClick={() => setExpanded(open ? null : log.id)}
                    className="inline-flex min-h-8 items-center gap-1 rounded-sm text-[0.8125rem] font-[560] text-brand-text"
                  >
                    <ChevronRight
                      aria-hidden="true"
                      className={cn('size-4 transition-transform', open && 'rotate-90')}
                    />
                    <span className="max-md:sr-only">{open ? 'Hide' : 'Details'}</span>
                  </button>
                </Td>
              </tr>
              {open && (
                <tr id={detailsId}>
                  <td colSpan={COLUMNS.length} className="border-b border-line bg-sunken/60 p-0">
                    <AttackDetails log={log} zone={zone} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}
