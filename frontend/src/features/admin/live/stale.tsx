import { Notice } from '../../../shared/ui/notice.tsx';
import { age } from './age.ts';

/** Warns that a part does not answer, with the age of its last data. */
export function Stale({
  of: query,
}: {
  of: { error?: unknown; data?: unknown; fulfilledTimeStamp?: number };
}) {
  const { error, data, fulfilledTimeStamp } = query;
  if (!error || data === undefined || fulfilledTimeStamp === undefined) return null;
  return (
    <Notice tone="warn" role="alert">
      These figures are {age(new Date(fulfilledTimeStamp).toISOString(), Date.now())} old: newer ones cannot
      be read.
    </Notice>
  );
}
