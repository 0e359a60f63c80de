import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '../../../../shared/lib/cn.ts';
import { toast } from '../../../../shared/ui/toast.ts';

interface ChipListProps {
  label: string;
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  /** What a chip says; the entry itself if absent. */
  textOf?: (entry: string) => string;
  /** The accessible name of the button that takes an entry out. */
  removeLabel: (entry: string) => string;
  /** What is said once an entry is gone. */
  removed: (entry: string) => string;
  mono?: boolean;
}

/** The entries of a list, each with a way out; what was taken out comes back by "Undo", to where it stood. */
export function ChipList({
  label,
  entries,
  onChange,
  textOf = (entry) => entry,
  removeLabel,
  removed,
  mono,
}: ChipListProps) {
  // "Undo" puts the entry into the list as it is by then, not as it was.
  const latest = useRef({ entries, onChange });
  useEffect(() => {
    latest.current = { entries, onChange };
  });
  if (entries.length === 0) return null;

  const remove = (entry: string, at: number) => {
    onChange(entries.filter((other) => other !== entry));
    toast.undo(removed(entry), () => {
      const now = latest.current;
      if (!now.entries.includes(entry)) now.onChange(now.entries.toSpliced(at, 0, entry));
    });
  };

  return (
    <ul aria-label={label} className="mt-3 flex flex-wrap gap-2">
      {entries.map((entry, at) => (
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
            onClick={() => remove(entry, at)}
            className="grid size-6 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-line hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
