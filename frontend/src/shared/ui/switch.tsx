import { Check } from 'lucide-react';
import { type AriaAttributes, type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';

interface ToggleProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  badge?: ReactNode;
  className?: string;
}

/** A setting with its explanation on the left and the switch on the right. */
export function SwitchRow({
  label,
  description,
  checked,
  onCheckedChange,
  disabled,
  badge,
  className,
}: ToggleProps) {
  const id = useId();
  return (
    <div className={cn('flex items-start justify-between gap-4 py-3', className)}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <label
            id={id}
            htmlFor={`${id}-switch`}
            className={cn('text-sm font-[560]', !disabled && 'cursor-pointer')}
          >
            {label}
          </label>
          {badge}
        </div>
        {description && (
          <p id={`${id}-description`} className="mt-0.5 text-[0.8125rem] text-ink-muted">
            {description}
          </p>
        )}
      </div>
      <Track
        id={`${id}-switch`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        aria-labelledby={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="mt-0.5"
      />
    </div>
  );
}

type TrackProps = Pick<ToggleProps, 'checked' | 'onCheckedChange' | 'disabled' | 'className'> &
  AriaAttributes & { id?: string };

function Track({ checked, onCheckedChange, className, ...rest }: TrackProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        'group relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-field-line bg-sunken transition-colors hover:border-ink-muted disabled:cursor-not-allowed disabled:opacity-55 aria-checked:border-brand aria-checked:bg-brand',
        className,
      )}
      {...rest}
    >
      <span className="ml-[3px] size-4 rounded-full bg-ink-muted transition-[translate,background-color] group-aria-checked:translate-x-5 group-aria-checked:bg-brand-ink" />
    </button>
  );
}

/** A switch without a label, which is beside it already. */
export function Switch({ label, ...rest }: { label: string } & TrackProps) {
  return <Track aria-label={label} {...rest} />;
}

export function Checkbox({
  label,
  checked,
  onCheckedChange,
  disabled,
  className,
  errorId,
}: ToggleProps & {
  /** Id of the error text beside it; none: no error. */
  errorId?: string | undefined;
}) {
  return (
    <label className={cn('flex min-h-6 cursor-pointer items-center gap-2.5 text-sm', className)}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          disabled={disabled}
          aria-describedby={errorId}
          aria-invalid={errorId === undefined ? undefined : true}
          className="peer size-5 appearance-none rounded-sm border border-field-line bg-surface transition-colors checked:border-brand checked:bg-brand hover:not-disabled:border-ink-muted disabled:opacity-55"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-brand-ink opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
