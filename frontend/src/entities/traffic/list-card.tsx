import type { ReactNode } from 'react';
import { formatCount } from '../../shared/lib/format.ts';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** The collective name of values without a counter of their own in their hour. */
export const OTHER = '(other)';

/** In per cent of all. */
export const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

/** The figure of the same thing in another period; what is not among the commonest there is not known. */
export function wasIn<Row>(
  rows: readonly Row[] | undefined,
  isIt: (row: Row) => boolean,
  figureOf: (row: Row) => number,
  format: (figure: number) => string = formatCount,
): string | undefined {
  const row = rows?.find(isIt);
  return row && format(figureOf(row));
}

/** A list as a card; a skeleton while it is on its way. */
export function ListCard({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={description} />
      <CardBody>{children ?? <Skeleton className="h-44" />}</CardBody>
    </Card>
  );
}
