import { type FormEvent, useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { MAX_VIEW_NAME } from './use-saved-views.ts';

interface NameDialogProps {
  taken: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name under which the filters are kept. */
export default function NameDialog({ taken, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '') setError('Please enter a name');
    else onSave(wanted);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Save this view"
      description="Saves the current filters under a name, on this device."
      submitLabel={taken.includes(wanted) ? 'Replace' : 'Save'}
      onSubmit={submit}
      size="sm"
    >
      <Field
        label="Name"
        error={error}
        hint={taken.includes(wanted) ? 'A view with this name exists; saving replaces it.' : undefined}
      >
        <Input
          value={name}
          maxLength={MAX_VIEW_NAME}
          placeholder="Failures of the shop"
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
