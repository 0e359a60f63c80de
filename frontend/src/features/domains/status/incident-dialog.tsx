import { useForm } from 'react-hook-form';
import { useOpenStatusIncidentMutation } from '../../../entities/status-page/status-api.ts';
import { STATE_WORDS, STATES_OF } from '../../../entities/status-page/status-words.ts';
import type { StatusIncidentInput } from '../../../shared/api/status-api.gen.ts';
import { localTimeOf, momentOf } from '../../../shared/lib/local-times.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../../shared/ui/input.tsx';

const HOUR_MS = 3_600_000;

interface IncidentFields {
  title: string;
  impact: 'degraded' | 'down';
  state: 'investigating' | 'identified' | 'monitoring' | 'resolved';
  begins_at: string;
  ends_at: string;
  text: string;
}

interface IncidentDialogProps {
  domainName: string;
  kind: 'incident' | 'maintenance';
  onClose: () => void;
}

export function IncidentDialog({ domainName, kind, onClose }: IncidentDialogProps) {
  const [open] = useOpenStatusIncidentMutation();
  const now = Date.now();
  const isPlanned = kind === 'maintenance';
  const form = useForm<IncidentFields>({
    defaultValues: {
      ...{ title: '', impact: 'degraded', state: 'investigating', text: '' },
      begins_at: localTimeOf(isPlanned ? now + HOUR_MS : now),
      ends_at: localTimeOf(now + 2 * HOUR_MS),
    },
  });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = form.handleSubmit(async ({ title, text, ...values }) => {
    const begins_at = momentOf(values.begins_at);
    const { impact, state } = values;
    const statusIncidentInput: StatusIncidentInput = isPlanned
      ? { kind: 'maintenance', title, text, begins_at, ends_at: momentOf(values.ends_at) }
      : { kind: 'incident', title, text, begins_at, impact, state };
    const done = await attempt(open({ domain: domainName, statusIncidentInput }).unwrap(), {
      success: isPlanned ? 'The maintenance is announced' : 'The incident is on the page',
      refused: (error) => setServerErrors(form, error),
      failure: 'It could not be saved',
    });
    if (done) onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={isPlanned ? 'Plan maintenance' : 'Open an incident'}
      description="Shown to everybody who has the page’s address. Do not name people in it."
      onSubmit={submit}
      submitLabel={isPlanned ? 'Announce maintenance' : 'Open incident'}
      busy={isSubmitting}
    >
      <Field label="Title" required error={errors.title?.message}>
        <Input maxLength={120} dir="auto" {...register('title', { required: 'Please enter a title' })} />
      </Field>
      {!isPlanned && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Impact">
            <Select {...register('impact')}>
              <option value="degraded">Degraded service</option>
              <option value="down">Out of service</option>
            </Select>
          </Field>
          <Field label="Status">
            <Select {...register('state')}>
              {STATES_OF.incident.map((state) => (
                <option key={state} value={state}>
                  {STATE_WORDS[state]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={isPlanned ? 'Begins' : 'Began'} required error={errors.begins_at?.message}>
          <Input type="datetime-local" {...register('begins_at', { required: 'Please choose a time' })} />
        </Field>
        {isPlanned && (
          <Field label="Ends" required error={errors.ends_at?.message}>
            <Input type="datetime-local" {...register('ends_at', { required: 'Please choose a time' })} />
          </Field>
        )}
      </div>
      <Field label="Message" required error={errors.text?.message}>
        <Textarea
          rows={4}
          maxLength={2000}
          dir="auto"
          {...register('text', { required: 'Please enter a message' })}
        />
      </Field>
    </FormDialog>
  );
}
