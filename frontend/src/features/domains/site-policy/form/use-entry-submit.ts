import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { entryErrors } from '../../../../entities/policy/entry-errors.ts';
import type { ListName, ListOutcome } from '../../../../entities/policy/use-policy-list.ts';

interface EntrySubmit<Entry extends FieldValues> {
  form: Pick<UseFormReturn<Entry>, 'handleSubmit' | 'setError'>;
  /** The list of the policy that the entry belongs to. */
  list: ListName;
  onSave: (values: Entry) => Promise<ListOutcome>;
  onClose: () => void;
}

/**
 * Saves one entry of a list in the policy and closes its dialog. The server's errors are shown at their fields.
 * @returns `refusal`: the server's message where none of its errors has a field; null otherwise
 */
export function useEntrySubmit<Entry extends FieldValues>({
  form: { handleSubmit, setError },
  list,
  onSave,
  onClose,
}: EntrySubmit<Entry>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = handleSubmit(async (values) => {
    setRefusal(null);
    const outcome = await onSave(values);
    if (outcome.ok) {
      onClose();
      return;
    }
    const errors = entryErrors(outcome.problem, list, outcome.at);
    for (const { path, message } of errors) setError(path as Path<Entry>, { message });
    if (errors.length === 0) setRefusal(outcome.message);
  });
  return { submit, refusal };
}
