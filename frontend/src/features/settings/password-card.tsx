import { useForm } from 'react-hook-form';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useChangePasswordMutation } from './settings-api.ts';

const MIN_LENGTH = 8;
const blank = { current_password: '', new_password: '', confirmation: '' };

export function PasswordCard() {
  const [change] = useChangePasswordMutation();
  const {
    register,
    handleSubmit,
    reset,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ defaultValues: blank });

  const submit = handleSubmit(async ({ current_password, new_password, confirmation }) => {
    const refuse = (field: 'new_password' | 'confirmation', message: string) => {
      setError(field, { message });
      toast.error(message);
    };
    if (new_password !== confirmation) return refuse('confirmation', 'New passwords do not match');
    if (new_password.length < MIN_LENGTH)
      return refuse('new_password', `New password must be at least ${MIN_LENGTH} characters long`);
    try {
      await change({ passwordChange: { current_password, new_password } }).unwrap();
      toast.success('Password changed successfully! You will receive an email confirmation.');
      reset(blank);
    } catch (error) {
      setServerErrors(setError, error);
      toast.error(messageOf(error, 'Failed to change password'));
    }
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
            <PasswordInput
              autoComplete="current-password"
              {...register('current_password', { required: 'Please enter your current password' })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="New Password"
              required
              hint={`At least ${MIN_LENGTH} characters`}
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
