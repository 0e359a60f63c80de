import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { fieldNamed } from '../../../../entities/policy/site-policy.ts';
import { setServerErrors } from '../../../../shared/lib/server-errors.ts';

export interface ConfigFormProps<Values> {
  config: Values;
  loading: boolean;
  saving: boolean;
  /** Resolves to the server's refusal; to null once it is saved. */
  onSave: (config: Values) => Promise<object | null>;
  /** Whether something was changed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** A long form over one section of the configuration: checked by the section's own schema, and by the server once it is sent. */
export function useConfigForm<Values extends FieldValues>(
  section: 'originConfig' | 'policyConfig',
  resolver: Resolver<Values>,
  { config, onSave, onDirty }: ConfigFormProps<Values>,
) {
  const form = useForm<Values>({
    defaultValues: config as DefaultValues<Values>,
    resolver,
    mode: 'onChange',
  });
  const { isDirty, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const submit = form.handleSubmit(async (values) => {
    const refusal = await onSave(values);
    if (refusal !== null) setServerErrors(form, refusal, section);
  });

  return { form, submit, isDirty, problem: problemText(Object.keys(errors)), discard: () => form.reset() };
}

/** Names what is wrong, also where the field does not show just now. */
function problemText(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `Please check: ${names.map((name) => fieldNamed(name)?.label ?? name).join(', ')}`;
}
