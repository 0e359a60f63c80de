import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ClientList } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { FileInput, Input, Select, Textarea } from '../../shared/ui/input.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { ListCalls } from './list-calls.ts';
import {
  changeOf,
  formOf,
  type ListForm,
  listOf,
  MAX_EDITED,
  MAX_TEXT,
  TEXT_TOO_LONG,
  usualMinutes,
} from './list-form.ts';
import { KIND_OPTIONS, KIND_WORDS } from './list-kinds.ts';
import { entriesText, leftOutText } from './list-words.ts';
import { useGetClientListTextQuery, useGetOperatorClientListTextQuery } from './lists-api.ts';

interface ListDialogProps {
  calls: ListCalls;
  of: 'owner' | 'operator';
  /** The one to change; null: a new one. */
  list: ClientList | null;
  onClose: () => void;
}

const SOURCES = [
  { value: 'hand', label: 'By hand' },
  { value: 'url', label: 'From a URL' },
  { value: 'crowdsec', label: 'CrowdSec' },
] as const;

/** A list that is edited begins with what was written, where it is short enough to be read. */
export function ListDialog(props: ListDialogProps) {
  const { list, of } = props;
  const isShown = list !== null && list.source === 'hand' && list.entries <= MAX_EDITED;
  const id = list?.id ?? '';
  const owners = useGetClientListTextQuery({ id }, { skip: !isShown || of === 'operator' });
  const operators = useGetOperatorClientListTextQuery({ id }, { skip: !isShown || of === 'owner' });
  const { data, isLoading } = of === 'owner' ? owners : operators;
  // Only initially: a refetch after an error must not replace what was entered.
  if (isLoading) return null;
  return <ListFields {...props} shown={data ?? { text: '', version: list?.version ?? 1 }} />;
}

/** The server reports errors at their field. @param shown the current entries, where they are few enough */
function ListFields({
  calls,
  list,
  shown,
  onClose,
}: Omit<ListDialogProps, 'of'> & { shown: { text: string; version: number } }) {
  const [before] = useState(shown);
  const form = useForm<ListForm>({ defaultValues: formOf(list, before.text) });
  const {
    register,
    watch,
    setValue,
    handleSubmit,
    formState: { errors, dirtyFields, isSubmitting },
  } = form;
  const source = watch('source');

  const submit = handleSubmit(async (values) => {
    try {
      const saved = await (list === null
        ? calls.create(listOf(values))
        : calls.update(list.id, changeOf(list, values, before)));
      toast.success(list === null ? `List ${saved.name} added` : 'List saved');
      if (saved.source === 'hand' && saved.refused > 0)
        toast.error(`${leftOutText(saved)}: ${KIND_WORDS[saved.holds].isNone}`);
      onClose();
    } catch (error) {
      if (!setServerErrors(form, error)) toast.error(messageOf(error, 'Failed to save the list'));
    }
  });

  return (
    <FormDialog
      onClose={onClose}
      title={list === null ? 'Add a list' : `Edit ${list.name}`}
      description="Changes take effect on all edges within seconds, on every site that uses the list."
      onSubmit={submit}
      submitLabel={list === null ? 'Add list' : 'Save list'}
      busy={isSubmitting}
    >
      <Field
        label="Name"
        required
        hint="Lower-case letters, digits, “_” and “-”. It appears in the log."
        error={errors.name?.message}
      >
        <Input
          className="font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('name')}
        />
      </Field>
      {list === null && (
        <Segmented
          label="Source of the entries"
          value={source}
          options={SOURCES}
          onChange={(value) => {
            setValue('source', value);
            if (!dirtyFields.interval_minutes) setValue('interval_minutes', usualMinutes(value));
          }}
        />
      )}
      {list === null && source !== 'crowdsec' && (
        <Field
          label="What it holds"
          hint="Cannot be changed later: rules depend on it."
          error={errors.holds?.message}
        >
          <Select {...register('holds')}>
            {KIND_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {source === 'hand' ? (
        <HandFields list={list} before={before.text} form={form} />
      ) : (
        <UrlFields form={form} isNew={list === null} />
      )}
      <Field label="Note" optional error={errors.note?.message}>
        <Input autoComplete="off" dir="auto" {...register('note')} />
      </Field>
    </FormDialog>
  );
}

function HandFields({
  list,
  before,
  form: {
    register,
    watch,
    setValue,
    setError,
    clearErrors,
    formState: { errors },
  },
}: {
  list: ClientList | null;
  before: string;
  form: UseFormReturn<ListForm>;
}) {
  const words = KIND_WORDS[watch('holds')];
  const isKept = list !== null && before === '' && list.entries > 0;
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    // Before it is read: whatever was chosen would be held in memory.
    if (file.size > MAX_TEXT) {
      setError('text', { type: 'file', message: TEXT_TOO_LONG });
      return;
    }
    clearErrors('text');
    setValue('text', await file.text(), { shouldDirty: true });
  };
  return (
    <>
      <Field
        label="Entries"
        hint={
          isKept ? `${entriesText(list)} are kept unless you enter new ones, which replace them.` : words.hint
        }
        error={errors.text?.message}
      >
        <Textarea
          className="min-h-40 font-mono"
          spellCheck={false}
          placeholder={words.placeholder}
          {...register('text')}
        />
      </Field>
      <Field
        label="Or take them from a file"
        optional
        hint={`Text or CSV, up to ${formatCount(MAX_TEXT / 1_000)} kB. It replaces the text above.`}
      >
        <FileInput
          accept=".txt,.csv,.netset,.ipset,.list,text/plain,text/csv"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </Field>
    </>
  );
}

function UrlFields({
  form: {
    register,
    watch,
    formState: { errors },
  },
  isNew,
}: {
  form: UseFormReturn<ListForm>;
  isNew: boolean;
}) {
  const isCrowdsec = watch('source') === 'crowdsec';
  return (
    <>
      <Field
        label={isCrowdsec ? 'Address of the local API' : 'URL'}
        required
        hint="https:// only. If a fetch fails, the previous entries stay in effect."
        error={errors.url?.message}
      >
        <Input
          type="url"
          className="font-mono"
          placeholder={isCrowdsec ? 'https://crowdsec.example:8080' : 'https://lists.example/addresses.txt'}
          {...register('url')}
        />
      </Field>
      {isCrowdsec && (
        <Field
          label="Key of the bouncer"
          required={isNew}
          hint={
            isNew
              ? 'As printed by cscli bouncers add. Bans of addresses and ranges are imported.'
              : 'Leave empty to keep the current key. A new address needs it again.'
          }
          error={errors.api_key?.message}
        >
          <Input type="password" autoComplete="off" className="font-mono" {...register('api_key')} />
        </Field>
      )}
      <Field
        label="Fetch it every (minutes)"
        hint="5 to 10080, a week."
        error={errors.interval_minutes?.message}
      >
        <Input inputMode="numeric" className="max-w-32" {...register('interval_minutes')} />
      </Field>
    </>
  );
}
