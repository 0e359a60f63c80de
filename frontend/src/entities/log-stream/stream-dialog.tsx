import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { LogStream } from '../../shared/api/types.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { StreamCalls } from './stream-calls.ts';
import { formOf, type StreamForm, streamOf } from './stream-form.ts';
import { StreamTargetFields } from './stream-target-fields.tsx';
import { STREAM_ACTIONS, STREAM_FORMATS, STREAM_KINDS, STREAM_THREATS } from './stream-words.ts';

interface StreamDialogProps {
  calls: StreamCalls;
  /** The one to change; null: a new one. */
  stream: LogStream | null;
  /** Names of the account's domains; null: it is of all sites. */
  domains: readonly string[] | null;
  onClose: () => void;
}

const kinds = Object.entries(STREAM_KINDS) as [LogStream['kind'], (typeof STREAM_KINDS)['http']][];
const formats = Object.entries(STREAM_FORMATS);

/** The server reports errors of a target at their field. A target cannot be read back, only replaced. */
export function StreamDialog({ calls, stream, domains, onClose }: StreamDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [anew, setAnew] = useState(stream === null);
  const form = useForm<StreamForm>({ defaultValues: formOf(stream, domains?.[0] ?? '') });
  const {
    register,
    watch,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const kind = watch('kind');

  const create = async (values: StreamForm) => {
    const made = await calls.create(streamOf(values));
    if (made.secret === null) onClose();
    else setSecret(made.secret);
  };
  const change = async ({ id }: LogStream, values: StreamForm) => {
    const { name, target, format, filter, sample_percent } = streamOf(values);
    await calls.update(id, { name, format, filter, sample_percent, ...(anew && { target }) });
    toast.success('Stream saved');
    onClose();
  };
  const submit = handleSubmit(async (values) => {
    await attempt(stream === null ? create(values) : change(stream, values), {
      refused: (error) => setServerErrors(form, error),
      failure: stream === null ? 'Failed to add the stream' : 'Failed to save the stream',
    });
  });

  if (secret !== null) return <SecretDialog receiver="server" secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={stream === null ? 'Add a stream' : 'Edit stream'}
      description={
        stream === null
          ? 'Sends requests logged from now on. Every record is delivered at least once.'
          : `${stream.domain?.name ?? 'All sites'} · ${STREAM_KINDS[kind].label} · ${stream.hint}`
      }
      onSubmit={submit}
      submitLabel={stream === null ? 'Add stream' : 'Save stream'}
      busy={isSubmitting}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input autoComplete="off" dir="auto" {...register('name')} />
      </Field>
      {stream === null && domains !== null && (
        <Field label="Domain" error={errors.domain?.message}>
          <Select {...register('domain')}>
            {domains.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {stream === null ? (
        <Field label="Send to" error={errors.kind?.message}>
          <Select {...register('kind')}>
            {kinds.map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <Checkbox
          label="Enter the target again (it is stored encrypted and cannot be shown)"
          checked={anew}
          onCheckedChange={setAnew}
        />
      )}
      {anew && <StreamTargetFields kind={kind} form={form} />}
      <Field label="Field names" error={errors.format?.message}>
        <Select {...register('format')}>
          {formats.map(([format, label]) => (
            <option key={format} value={format}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Sample (%)"
        hint="100 sends every record. Below 100, records are sampled by request id, so every stream gets the same ones."
        error={errors.sample_percent?.message}
      >
        <Input inputMode="decimal" {...register('sample_percent')} />
      </Field>
      <Choices
        legend="Only these actions"
        choices={Object.entries(STREAM_ACTIONS)}
        register={() => register('actions')}
      />
      <Choices
        legend="Only these threats"
        choices={STREAM_THREATS.map((name) => [name, name])}
        register={() => register('threats')}
      />
    </FormDialog>
  );
}

interface ChoicesProps {
  legend: string;
  choices: readonly (readonly [string, string])[];
  register: () => object;
}

/** None chosen means all. */
function Choices({ legend, choices, register }: ChoicesProps) {
  return (
    <details className="rounded-md border border-line px-3">
      <summary className="cursor-pointer py-2 text-sm font-[540]">{legend}</summary>
      <fieldset className="grid grid-cols-2 gap-x-4 pb-2">
        <legend className="sr-only">{legend}</legend>
        {choices.map(([value, label]) => (
          <label key={value} className="flex min-h-8 items-center gap-2 text-sm">
            <input type="checkbox" value={value} className="size-4 accent-brand" {...register()} />
            {label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
