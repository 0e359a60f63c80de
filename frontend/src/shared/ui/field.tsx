import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from '../lib/cn.ts';

interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  required?: boolean;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Hands a control the id, description and state that its Field gives it. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The hint says what mends an error: it stays beside one, where others give way. */
  hintMends?: boolean;
  error?: string;
  required?: boolean;
  optional?: boolean;
  hideLabel?: boolean;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({
  label,
  hint,
  hintMends = false,
  error,
  required,
  optional,
  hideLabel,
  action,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hintShows = Boolean(hint) && (!error || hintMends);
  const described = [hintShows ? hintId : null, error ? errorId : null].filter(Boolean).join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cn('flex items-baseline justify-between gap-3', hideLabel && !action && 'sr-only')}>
        <span className={cn('flex items-baseline gap-1.5', hideLabel && 'sr-only')}>
          <label htmlFor={id} className="text-[0.8125rem] font-[560] text-ink">
            {label}
          </label>
          {optional && <span className="text-xs text-ink-faint">Optional</span>}
        </span>
        {action}
      </div>
      <FieldContext.Provider
        value={{
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          required,
        }}
      >
        {children}
      </FieldContext.Provider>
      {hintShows && (
        <p id={hintId} className="text-[0.8125rem] text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} role="alert" className="text-[0.8125rem] font-medium text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}
