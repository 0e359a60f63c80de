import type { KeptData } from '../../../../shared/api/visitor-data-api.gen.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { figures, Table, Td } from '../../../../shared/ui/table.tsx';
import { useListKeptDataQuery } from './visitor-data-api.ts';

type Kind = KeptData[number]['kind'];

const WORDS: Readonly<Record<Kind, readonly [name: string, holds: string]>> = {
  records: [
    'Log records',
    'Time, address, location and network, method, path and query, user agent, referer, verdict, and matched rules',
  ],
  recordings: ['Recorded requests', 'Full requests, masked and encrypted, if you record traffic'],
  reports: ['Visitor reports', 'Messages of blocked visitors, with the email address they gave'],
  values_by_hour: [
    'Values by hour',
    'Counts per address, path, country, user agent and similar, as stored in records',
  ],
  sums_by_minute: ['Sums by minute', 'Counts of requests and bytes, without personal data'],
  sums_by_hour: ['Sums by hour', 'The same'],
  rollout_visitors: ['Roll-outs', 'A number for each visitor, derived from the stored address'],
  exports: ['Exports', 'Files of log records, unless you delete them before'],
  stream_backlog: [
    'Log streams',
    'How long records wait for an unavailable target; delivered records stay at the target',
  ],
};

/** Data without a retention period in days. */
const OTHERS = [
  ['Bans', 'The address, even if the log stores none', 'Until the ban ends'],
  ['Lists', 'Addresses that your custom rules put on one', 'As long as the rule says'],
  ['Edge servers', 'Log records on their way', 'Until they are stored'],
  ['Backups', 'What was stored at that time', 'As set by the operator'],
] as const;

const daysText = (days: number): string => (days === 1 ? '1 day' : `${formatCount(days)} days`);

/** Stored data about a site's visitors, with retention periods. */
export function KeptDataTable() {
  const { data, error, refetch } = useListKeptDataQuery();
  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'The stored data could not be loaded')}
        onRetry={refetch}
        className="py-6"
      />
    );
  if (!data) return <Skeleton className="h-64" />;
  const rows = [
    ...data.flatMap(({ kind, days }) => {
      // A newer service may have kinds that this version does not know.
      const words = WORDS[kind] as (typeof WORDS)[Kind] | undefined;
      return words === undefined ? [] : [[...words, daysText(days)] as const];
    }),
    ...OTHERS,
  ];
  return (
    <Table label="What is stored" columns={['What', 'Of a visitor', figures('Kept')]}>
      <tbody>
        {rows.map(([name, holds, kept]) => (
          <tr key={name}>
            <Td className="font-[560]">{name}</Td>
            <Td className="text-ink-muted">{holds}</Td>
            <Td atEnd>{kept}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
