import { useForm } from 'react-hook-form';
import { NEW_PASSWORD_HINT } from '../../entities/session/password-lengths.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';
import { useChangePasswordMutation } from './settings-api.ts';

const blank = { current_password: '', new_password: '', confirmation: '' };

const loadResolver = () =>
  import('../../entities/session/new-password-form.ts').then(
    ({ passwordChangeResolver }) => passwordChangeResolver,
  );

export function PasswordCard() {
  const [change] = useChangePasswordMutation();
  const form = useForm({ resolver: useLazyResolver(loadResolver), defaultValues: blank });
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ current_password, new_password }) => {
    const isChanged = await attempt(change({ passwordChange: { current_password, new_password } }).unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: 'Password changed successfully! You will receive an email confirmation.',
      failure: 'Failed to change password',
    });
    if (isChanged) reset(blank);
  });

  return (
    <Card>
      <CardHeader
        title="Change Password"
        description="Other devices are signed out and your API keys end when it changes"
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid max-w-xl gap-4">
          <Field label="Current Password" required error={errors.current_password?.message}>
            <PasswordInput autoComplete="current-password" {...register('current_password')} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="New Password"
              required
              hint={NEW_PASSWORD_HINT}
              error={errors.new_password?.message}
            >
              <PasswordInput autoComplete="new-password" {...register('new_password')} />
            </Field>
            <Field label="Confirm New Password" required error={errors.confirmation?.message}>
              <PasswordInput autoComplete="new-password" {...register('confirmation')} />
            </Field>
          </div>
          <Button type="submit" busy={isSubmitting} className="justify-self-start">
            {isSubmitting ? 'Changing...' : 'Change Password'}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
