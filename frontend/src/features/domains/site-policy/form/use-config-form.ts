import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import type { ApiCall } from '../../../../entities/api-call/calls.ts';
import { fieldNamed } from '../../../../entities/policy/site-policy.ts';
import { setServerErrors } from '../../../../shared/lib/server-errors.ts';

export interface ConfigFormProps<Values> {
  config: Values;
  loading: boolean;
  saving: boolean;
  /** Resolves to the server's error, or null after saving. */
  onSave: (config: Values) => Promise<object | null>;
  /** The API call that saves these changes. */
  callFor: (changed: Partial<Values>) => ApiCall;
  /** Receives unsaved changes; null: none. */
  onDraft: (draft: Draft<Values> | null) => void;
}

/** Fields that differ from the stored configuration, as they are now. */
export interface Draft<Values> {
  read: () => Partial<Values>;
}

/** A form for one section of the configuration, validated by its schema, and by the server on saving. */
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

  /** For an unchanged form, all fields, as a starting point for scripts. */
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

/** Names the invalid fields, including hidden ones. */
function problemText(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `Please check: ${names.map((name) => fieldNamed(name)?.label ?? name).join(', ')}`;
}
