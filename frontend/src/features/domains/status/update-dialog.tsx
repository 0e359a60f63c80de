import { useForm } from 'react-hook-form';
import { useUpdateStatusIncidentMutation } from '../../../entities/status-page/status-api.ts';
import {
  STATE_WORDS,
  STATES_OF,
  type StatusIncident,
  type StatusState,
} from '../../../entities/status-page/status-words.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Select, Textarea } from '../../../shared/ui/input.tsx';

interface UpdateDialogProps {
  domainName: string;
  incident: StatusIncident;
  onClose: () => void;
}

/** Adds an update to an incident, or resolves it. */
export function UpdateDialog({ domainName, incident, onClose }: UpdateDialogProps) {
  const [update] = useUpdateStatusIncidentMutation();
  const form = useForm<{ state: StatusState; text: string }>({
    defaultValues: { state: incident.state, text: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (statusUpdateInput) => {
    const done = await attempt(update({ domain: domainName, id: incident.id, statusUpdateInput }).unwrap(), {
      success: 'The update is on the page',
      refused: (error) => setServerErrors(form, error),
      failure: 'The update could not be saved',
    });
    if (done) onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Update ${incident.title}`}
      description="Shown above the earlier updates, which stay."
      onSubmit={submit}
      submitLabel="Post update"
      busy={isSubmitting}
    >
      <Field label="Status" error={errors.state?.message}>
        <Select {...form.register('state')}>
          {STATES_OF[incident.kind].map((state) => (
            <option key={state} value={state}>
              {STATE_WORDS[state]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Message" required error={errors.text?.message}>
        <Textarea
          rows={4}
          maxLength={2000}
          dir="auto"
          {...form.register('text', { required: 'Please enter a message' })}
        />
      </Field>
    </FormDialog>
  );
}
