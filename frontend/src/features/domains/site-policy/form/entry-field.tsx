import { Plus } from 'lucide-react';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input } from '../../../../shared/ui/input.tsx';

interface EntryFieldProps {
  label: string;
  hint?: string;
  placeholder: string;
  error: string | undefined;
  value: string;
  onValue: (value: string) => void;
  /** Accessible name of the button where a page has several. */
  addLabel: string;
  onAdd: () => void;
}

/** A field to add an entry to a list. */
export function EntryField({
  label,
  hint,
  placeholder,
  error,
  value,
  onValue,
  addLabel,
  onAdd,
}: EntryFieldProps) {
  return (
    <div className="flex items-start gap-2">
      <Field label={label} hint={hint} error={error} className="flex-1">
        <Input
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter adds the entry; it must not save the policy.
            event.preventDefault();
            onAdd();
          }}
        />
      </Field>
      <Button
        variant="secondary"
        className="mt-6.5"
        icon={<Plus className="size-4" />}
        aria-label={addLabel}
        onClick={onAdd}
      >
        Add
      </Button>
    </div>
  );
}
