import { X } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '../../../../shared/lib/cn.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Input } from '../../../../shared/ui/input.tsx';
import { toast } from '../../../../shared/ui/toast.ts';

interface ChipListProps {
  label: string;
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  /** Text of a chip; the entry itself if absent. */
  textOf?: (entry: string) => string;
  /** Accessible name of the button that removes an entry. */
  removeLabel: (entry: string) => string;
  /** Message after an entry was removed. */
  removed: (entry: string) => string;
  mono?: boolean;
}

const itself = (entry: string) => entry;

/** Entries shown at first, since a list may have thousands. */
const PAGE_SIZE = 60;

/** A list's entries, each removable; "Undo" puts an entry back in its place. */
export function ChipList({
  label,
  entries,
  onChange,
  textOf = itself,
  removeLabel,
  removed,
  mono,
}: ChipListProps) {
  // "Undo" restores into the current list.
  const latest = useRef({ entries, onChange });
  useEffect(() => {
    latest.current = { entries, onChange };
  });
  const [wanted, setWanted] = useState('');
  const [most, setMost] = useState(PAGE_SIZE);
  const found = useFound(entries, textOf, useDeferredValue(wanted));
  const id = useId();
  if (entries.length === 0) return null;

  const remove = (entry: string) => {
    const at = entries.indexOf(entry);
    onChange(entries.filter((other) => other !== entry));
    toast.undo(removed(entry), () => {
      const now = latest.current;
      if (!now.entries.includes(entry)) now.onChange(now.entries.toSpliced(at, 0, entry));
    });
  };
  const isLong = entries.length > PAGE_SIZE;
  return (
    <>
      {isLong && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Input
            type="search"
            className="h-9 sm:w-64"
            aria-label={`Find in ${label}`}
            aria-describedby={id}
            placeholder="Find in this list"
            // In a form, Enter would save it.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            value={wanted}
            onChange={({ target }) => {
              setWanted(target.value);
              setMost(PAGE_SIZE);
            }}
          />
          <p id={id} role="status" className="text-[0.8125rem] text-ink-muted">
            {formatCount(Math.min(most, found.length))} of {formatCount(entries.length)} shown, the last ones
            first
          </p>
        </div>
      )}
      <ul aria-label={label} className="mt-3 flex flex-wrap gap-2">
        {found.slice(0, most).map((entry) => (
          <li
            key={entry}
            className={cn(
              'inline-flex h-8 max-w-full items-center gap-1 rounded-full border border-line-strong bg-sunken pr-1 pl-3 text-[0.8125rem]',
              mono && 'font-mono',
            )}
          >
            <span className="truncate">{textOf(entry)}</span>
            <button
              type="button"
              aria-label={removeLabel(entry)}
              onClick={() => remove(entry)}
              className="grid size-6 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-line hover:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setMost(most + PAGE_SIZE)}>
          Show {formatCount(Math.min(PAGE_SIZE, found.length - most))} more
        </Button>
      )}
    </>
  );
}

/** Entries that contain a text, last first. */
function useFound(entries: readonly string[], textOf: (entry: string) => string, wanted: string) {
  return useMemo(() => {
    if (entries.length <= PAGE_SIZE) return entries;
    const text = wanted.trim().toLowerCase();
    const fitting =
      text === '' ? entries : entries.filter((entry) => textOf(entry).toLowerCase().includes(text));
    return fitting.toReversed();
  }, [entries, textOf, wanted]);
}
