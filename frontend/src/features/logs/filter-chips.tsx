import { CornerDownLeft, X } from 'lucide-react';
import {
  filterText,
  isNegated,
  LOG_FILTERS,
  type LogFilterName,
  type LogFilters,
  oppositeOf,
} from '../../entities/log/log-filters.ts';

interface FilterChipsProps {
  values: LogFilters;
  /** The typed text, if the server can filter by it. */
  offered: { name: LogFilterName; value: string } | null;
  onTake: () => void;
  onSet: (name: LogFilterName, value: string | null) => void;
  onClear: () => void;
}

const chip = 'inline-flex max-w-full min-w-0 items-center rounded-full border text-[0.8125rem]';

/** The values that all entries have which are shown, each with the way to drop it. */
export default function FilterChips({ values, offered, onTake, onSet, onClear }: FilterChipsProps) {
  const active = LOG_FILTERS.flatMap((name) => {
    const value = values[name];
    return value === undefined
      ? []
      : [
          {
            name,
            ...filterText(name, value),
            opposite: oppositeOf(name, value),
            not: isNegated(name, value),
          },
        ];
  });
  if (active.length === 0 && !offered) return null;
  const offer = offered && filterText(offered.name, offered.value);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5 sm:px-5">
      {active.length > 0 && (
        <ul aria-label="Filters" className="contents">
          {active.map(({ name, label, value, opposite, not }) => (
            <li key={name} className={`${chip} border-transparent bg-brand-soft pl-3 text-brand-text`}>
              {opposite === null ? (
                <span className="shrink-0">{label}</span>
              ) : (
                <button
                  type="button"
                  title={not ? 'Show only matching entries' : 'Show only other entries'}
                  onClick={() => onSet(name, opposite)}
                  className="min-h-7 shrink-0 rounded-sm decoration-dotted underline-offset-4 hover:underline"
                >
                  {label}
                </button>
              )}
              <span className="ml-1.5 truncate font-[600]" title={value}>
                {value}
              </span>
              <button
                type="button"
                aria-label={`Remove filter ${label} ${value}`}
                onClick={() => onSet(name, null)}
                className="ml-1 grid size-7 shrink-0 place-items-center rounded-full hover:bg-brand/15"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offer && (
        <button
          type="button"
          onClick={onTake}
          className={`${chip} min-h-7 gap-1.5 border-dashed border-field-line px-3 text-ink-muted hover:text-ink`}
        >
          <CornerDownLeft aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="shrink-0">Search the whole log: {offer.label.toLowerCase()}</span>
          <span className="truncate font-[600]">{offer.value}</span>
        </button>
      )}
      {active.length > 1 && (
        <button type="button" onClick={onClear} className="link min-h-7 px-1 text-[0.8125rem]">
          Clear all
        </button>
      )}
    </div>
  );
}
