import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { LogStream } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, PasswordInput, Select, Textarea } from '../../shared/ui/input.tsx';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { StreamCalls } from './stream-calls.ts';
import { STREAM_ACTIONS, STREAM_FORMATS, STREAM_KINDS, STREAM_THREATS } from './stream-words.ts';

interface StreamForm {
  domain: string;
  name: string;
  kind: LogStream['kind'];
  target: Record<string, string>;
  format: LogStream['format'];
  actions: string[];
  threats: string[];
  sample_percent: string;
}

interface NewStreamDialogProps {
  calls: StreamCalls;
  /** Names of the account's domains; null: it is of all sites. */
  domains: readonly string[] | null;
  onClose: () => void;
}

const kinds = Object.entries(STREAM_KINDS) as [LogStream['kind'], (typeof STREAM_KINDS)['http']][];
const formats = Object.entries(STREAM_FORMATS);

/** What is wrong with a target the server says, at its field. */
export function NewStreamDialog({ calls, domains, onClose }: NewStreamDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<StreamForm>({
    defaultValues: {
      domain: domains?.[0] ?? '',
      name: '',
      kind: 'http',
      target: {},
      format: 'raw',
      actions: [],
      threats: [],
      sample_percent: '100',
    },
  });
  const {
    register,
    watch,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const { fields } = STREAM_KINDS[watch('kind')];

  const submit = handleSubmit(async ({ target, actions, threats, sample_percent, ...rest }) => {
    const entered = STREAM_KINDS[rest.kind].fields
      .map(({ name }) => [name, (target[name] ?? '').trim()] as const)
      .filter(([, value]) => value !== '');
    try {
      const made = await calls.create({
        ...rest,
        target: Object.fromEntries(entered),
        filter: { actions, threats } as never,
        sample_percent: Number(sample_percent),
      });
      if (made.secret === null) onClose();
      else setSecret(made.secret);
    } catch (error) {
      if (!setServerErrors(form, error)) toast.error(messageOf(error, 'Failed to add the stream'));
    }
  });

  if (secret !== null) return <SecretDialog receiver="server" secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Add a stream"
      description="Sends what is logged from now on. Every record arrives at least once."
      onSubmit={submit}
      submitLabel="Add stream"
      busy={isSubmitting}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      {domains !== null && (
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
      <Field label="Send to" error={errors.kind?.message}>
        <Select {...register('kind')}>
          {kinds.map(([kind, { label }]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {fields.map(({ name, label, hint, placeholder, optional, secret: isSecret, lines }) => {
        const Control = lines ? Textarea : isSecret ? PasswordInput : Input;
        return (
          <Field
            key={name}
            label={label}
            hint={hint}
            optional={optional}
            error={errors.target?.[name]?.message}
          >
            <Control autoComplete="off" placeholder={placeholder} {...register(`target.${name}`)} />
          </Field>
        );
      })}
      <Field label="Names of fields" error={errors.format?.message}>
        <Select {...register('format')}>
          {formats.map(([format, label]) => (
            <option key={format} value={format}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Share of the records, %"
        hint="The same requests in every stream, chosen by their id."
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
