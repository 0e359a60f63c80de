import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import type { ApiCall } from '../../../../entities/api-call/calls.ts';
import { fieldNamed } from '../../../../entities/policy/site-policy.ts';
import { setServerErrors } from '../../../../shared/lib/server-errors.ts';

export interface ConfigFormProps<Values> {
  config: Values;
  loading: boolean;
  saving: boolean;
  /** Resolves to the server's refusal; to null once it is saved. */
  onSave: (config: Values) => Promise<object | null>;
  /** The call that saves this. */
  callFor: (changed: Partial<Values>) => ApiCall;
  /** Told of what was changed and is not saved; null: nothing. */
  onDraft: (draft: Draft<Values> | null) => void;
}

/** The fields of a form that differ from what is stored, as they are now. */
export interface Draft<Values> {
  read: () => Partial<Values>;
}

/** A long form over one section of the configuration: checked by the section's own schema, and by the server once it is sent. */
export function useConfigForm<Values extends FieldValues>(
  section: 'originConfig' | 'policyConfig',
  resolver: Resolver<Values>,
  { config, onSave, onDraft, callFor }: ConfigFormProps<Values>,
) {
  const form = useForm<Values>({
    defaultValues: config as DefaultValues<Values>,
    resolver,
    mode: 'onChange',
  });
  const { isDirty, errors, dirtyFields } = form.formState;
  useEffect(() => {
    const read = () => {
      const changed = Object.entries(form.getValues()).filter(([name]) => name in form.formState.dirtyFields);
      return Object.fromEntries(changed) as Partial<Values>;
    };
    onDraft(isDirty ? { read } : null);
  }, [isDirty, onDraft, form]);

  const submit = form.handleSubmit(async (values) => {
    const refusal = await onSave(values);
    if (refusal !== null) setServerErrors(form, refusal, section);
  });

  /** Of a form in which nothing was changed, all of it: the start of a script that sets it up. */
  const changed = () => {
    const named = Object.entries(form.getValues()).filter(([name]) => !isDirty || name in dirtyFields);
    return Object.fromEntries(named) as Partial<Values>;
  };

  return {
    form,
    submit,
    call: () => callFor(changed()),
    changed,
    isDirty,
    problem: problemText(Object.keys(errors)),
    discard: () => form.reset(),
  };
}

/** Names what is wrong, also where the field does not show just now. */
function problemText(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `Please check: ${names.map((name) => fieldNamed(name)?.label ?? name).join(', ')}`;
}
