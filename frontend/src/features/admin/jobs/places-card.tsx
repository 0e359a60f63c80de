import { formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx';
import { useFirstRows } from '../../../shared/ui/first-rows.tsx';
import { age } from '../live/age.ts';
import { type Place, partsText } from './jobs-view.ts';

const columnsAt = (now: number): readonly Column<Place>[] => [
  {
    header: 'Where',
    cell: ({ service, name }) => (
      <>
        <p className="font-mono text-[0.8125rem]">{name}</p>
        <p className="text-[0.8125rem] text-ink-muted">{service}</p>
      </>
    ),
  },
  { header: 'What', className: 'text-ink-muted', cell: ({ kind }) => kind },
  {
    header: 'Waiting',
    atEnd: true,
    cell: (place) => (
      <>
        <p>{place.waiting === null ? '–' : formatCount(place.waiting)}</p>
        <p className="text-[0.8125rem] text-ink-muted empty:hidden">{partsText(place)}</p>
      </>
    ),
  },
  {
    header: 'Failed',
    atEnd: true,
    cell: ({ failed }) => (
      <span className={failed ? 'text-danger-text' : undefined}>
        {failed === null ? 'Does not answer' : formatCount(failed)}
      </span>
    ),
  },
  {
    header: 'Oldest',
    atEnd: true,
    title: ({ oldestAt }) => (oldestAt ? formatDateTime(oldestAt) : ''),
    cell: ({ oldestAt }) => (oldestAt ? age(oldestAt, now) : '–'),
  },
  {
    header: 'Last error',
    className: 'max-w-80 wrap-anywhere text-ink-muted',
    cell: ({ lastError }) => lastError ?? '–',
  },
];

interface PlacesCardProps {
  places: readonly Place[];
  now: number;
}

/** All queues, topics and outboxes, worst first. */
export function PlacesCard({ places, now }: PlacesCardProps) {
  const { shown, more } = useFirstRows(places);
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Queues and topics" description="Pending work of every service, worst first" />
      <DataTable
        label="Queues and topics"
        className="md:min-w-[52rem]"
        stacked
        columns={columnsAt(now)}
        rows={shown}
        keyOf={({ id }) => id}
        empty="No service answers."
      />
      {more}
    </Card>
  );
}
