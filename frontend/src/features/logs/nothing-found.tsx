import { ScrollText, SearchX } from 'lucide-react';
import { formatDateTime, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface NothingFoundProps {
  /** What excludes entries: text filtered in the browser, or filters of the server. */
  filter: 'text' | 'values' | null;
  searchedTo: string | null;
  zone: TimeZoneChoice;
  onClear: () => void;
  /** Looks further back; null where there is nothing further back. */
  onSearchOn: (() => void) | null;
  searching: boolean;
}

/** Shown instead of entries: what excludes them, and how to continue. */
export default function NothingFound({
  filter,
  searchedTo,
  zone,
  onClear,
  onSearchOn,
  searching,
}: NothingFoundProps) {
  if (filter === null) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No logs found. Logs will appear here as your WAF protects your domains."
      />
    );
  }
  const searched =
    searchedTo === null
      ? 'No entry matches the filters'
      : `Nothing found back to ${formatDateTime(searchedTo, zone)}`;
  return (
    <EmptyState
      icon={<SearchX />}
      title={filter === 'text' ? 'No loaded entry matches the filter' : searched}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {onSearchOn && (
            <Button size="sm" busy={searching} onClick={onSearchOn}>
              Search older entries
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={onClear}>
            {filter === 'text' ? 'Clear the filter' : 'Clear all filters'}
          </Button>
        </div>
      }
    >
      {filter === 'text'
        ? 'Addresses, networks, paths, rules and request ids are searched in the whole log: type one and press Enter.'
        : searchedTo === null && 'The whole log was searched, as far back as your plan keeps it.'}
    </EmptyState>
  );
}
