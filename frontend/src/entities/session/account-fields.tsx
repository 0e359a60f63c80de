import { type UseFormReturn, useFormState } from 'react-hook-form';
import { Field } from '../../shared/ui/field.tsx';
import { Input, PasswordInput } from '../../shared/ui/input.tsx';
import type { AccountForm } from './account-form.ts';
import { MIN_PASSWORD_LENGTH } from './password-lengths.ts';

/** The fields that the two sign-up pages share. */
export function AccountFields({ form }: { form: UseFormReturn<AccountForm> }) {
  const { register, control } = form;
  // With a subscription of its own: the form may belong to a component outside of these fields.
  const { errors } = useFormState({ control });
  return (
    <>
      <Field label="Full Name" optional error={errors.full_name?.message}>
        <Input autoComplete="name" {...register('full_name')} />
      </Field>
      <Field label="Username" required error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Email address" required error={errors.email?.message}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <Field
        label="Password"
        required
        hint={`Must be at least ${MIN_PASSWORD_LENGTH} characters`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm Password" required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
    </>
  );
}
