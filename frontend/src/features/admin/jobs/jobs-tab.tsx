import { ListState } from '../lists/list-state.tsx';
import { FRESH } from '../live/fresh.ts';
import { FailedCard } from './failed-card.tsx';
import { placesOf, worstFirst } from './jobs-view.ts';
import { PlacesCard } from './places-card.tsx';
import { useFailedWork } from './use-failed-work.ts';

/** Queued and failed work of all services. */
export function JobsTab() {
  const services = useFailedWork(FRESH);
  const isLooking = services.some(({ backlog }) => backlog.isLoading);
  const places = services.flatMap(({ service, backlog, failed }) =>
    placesOf(service, backlog.data, failed.data),
  );
  const failing = services.filter(({ failed }) => failed.error || (failed.data?.items.length ?? 0) > 0);
  const blind = services.filter(({ failed }) => failed.data && failed.data.unreachable.length > 0);
  const shown = services.filter((part) => failing.includes(part) || blind.includes(part));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {shown.map((part) => (
        <FailedCard key={part.service} {...part} />
      ))}
      <ListState
        query={{ isLoading: isLooking && places.length === 0, data: places, refetch: () => undefined }}
      >
        <PlacesCard places={worstFirst(places)} now={Date.now()} />
      </ListState>
    </div>
  );
}
