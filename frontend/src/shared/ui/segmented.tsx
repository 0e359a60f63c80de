import { useId } from 'react';
import { cn } from '../lib/cn.ts';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; disabled?: boolean; note?: string }[];
  onChange: (value: T) => void;
  className?: string;
}

/** A few choices side by side: radio buttons underneath. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset
      className={cn(
        'inline-flex max-w-full flex-wrap rounded-md border border-line-strong bg-sunken p-0.5',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'relative flex h-8 flex-1 cursor-pointer items-center justify-center gap-2 rounded-[6px] border border-transparent px-2 text-[0.8125rem] font-[560] whitespace-nowrap text-ink-muted sm:px-3 has-focus-visible:outline-2 has-focus-visible:outline-brand-text',
            option.value === value && 'border-field-line bg-raised text-ink shadow-1',
            option.disabled && 'cursor-not-allowed opacity-60',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          {option.label}
          {option.note && <span className="text-2xs font-medium text-ok-text">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  );
}
