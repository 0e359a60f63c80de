import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
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
          <span id={id} className="text-sm font-[560]">
            {label}
          </span>
          {badge}
        </div>
        {description && (
          <p id={`${id}-description`} className="mt-0.5 text-[0.8125rem] text-ink-muted">
            {description}
          </p>
        )}
      </div>
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="relative mt-0.5 inline-flex h-6 w-11 shrink-0 cursor-pointer items-center rounded-full border border-field-line bg-sunken transition-colors duration-150 data-checked:border-brand data-checked:bg-brand data-disabled:cursor-not-allowed data-disabled:opacity-55"
      >
        <BaseSwitch.Thumb className="ml-[3px] size-4 rounded-full bg-ink-muted transition-[translate,background-color] duration-150 data-checked:translate-x-5 data-checked:bg-brand-ink" />
      </BaseSwitch.Root>
    </div>
  );
}

export function Checkbox({ label, checked, onCheckedChange, disabled, className }: ToggleProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's checkbox, tied by aria-labelledby
    <label className={cn('flex min-h-6 cursor-pointer items-center gap-2.5 text-sm', className)}>
      <BaseCheckbox.Root
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        aria-labelledby={id}
        className="grid size-5 shrink-0 place-items-center rounded-sm border border-field-line bg-surface data-checked:border-brand data-checked:bg-brand data-disabled:opacity-55"
      >
        <BaseCheckbox.Indicator className="text-brand-ink">
          <Check className="size-3.5" strokeWidth={3} />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span id={id}>{label}</span>
    </label>
  );
}
