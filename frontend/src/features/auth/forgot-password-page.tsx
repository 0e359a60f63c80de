import { MailCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { useRequestPasswordResetMutation } from '../../entities/session/auth-api.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function ForgotPasswordPage() {
  const [request, { isSuccess }] = useRequestPasswordResetMutation();
  // A single required field needs no schema, which would add an eighth to this page's size.
  const form = useForm({ defaultValues: { email: '' } });
  const {
    register,
    handleSubmit,
    getValues,
    setError,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await request({ forgottenPasswordRequest: { email } }).unwrap();
    } catch (error) {
      if (setServerErrors(form, error)) return;
      setError('email', { message: messageOf(error, 'The mail could not be sent. Please try again.') });
    }
  });

  return (
    <AuthFrame
      title="Forgot your password?"
      subtitle="We send you a link to choose a new one."
      footer={
        <Link to={paths.login} className="link">
          Back to login
        </Link>
      }
    >
      {isSuccess ? (
        <div role="status" className="flex gap-3 rounded-lg bg-brand-soft p-5">
          <MailCheck aria-hidden="true" className="size-6 shrink-0 text-brand-text" />
          <p className="text-sm">
            If an account uses <strong className="font-[600]">{getValues('email')}</strong>, an email with a
            link is on its way. Check your spam folder too.
          </p>
        </div>
      ) : (
        <form onSubmit={submit} method="post" noValidate className="grid gap-4">
          <Field label="Email address" required error={errors.email?.message}>
            <Input
              type="email"
              autoComplete="username"
              {...register('email', {
                setValueAs: (value: string) => value.trim(),
                required: 'Please enter your email address',
              })}
            />
          </Field>
          <Button type="submit" size="lg" block busy={isSubmitting}>
            Send the link
          </Button>
        </form>
      )}
    </AuthFrame>
  );
}
