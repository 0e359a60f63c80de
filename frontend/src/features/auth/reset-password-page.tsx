import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { useResetPasswordMutation } from '../../entities/session/auth-api.ts';
import { NEW_PASSWORD_HINT } from '../../entities/session/password-lengths.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { isDeadLink } from './mailed-link-page.tsx';

const loadResolver = () =>
  import('../../entities/session/new-password-form.ts').then(
    ({ newPasswordResolver }) => newPasswordResolver,
  );

export function ResetPasswordPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const navigate = useNavigate();
  const [reset] = useResetPasswordMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [isDead, setDead] = useState(token === '');
  const form = useForm({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { new_password: '', confirmation: '' },
  });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ new_password }) => {
    setFailure(null);
    try {
      await reset({ resetPasswordRequest: { token, new_password } }).unwrap();
      toast.success('Password changed. Please log in.');
      navigate(paths.login, { replace: true });
    } catch (error) {
      setDead(isDeadLink(error));
      if (!setServerErrors(form, error)) setFailure(messageOf(error, 'Failed to change password'));
    }
  });

  if (isDead)
    return (
      <AuthFrame
        title="Choose a new password"
        subtitle="You need a valid link to do this."
        footer={
          <Link to={paths.home} className="link">
            Go to the home page
          </Link>
        }
      >
        <Notice tone="danger" role="alert" className="mb-4">
          {failure ?? 'This link is incomplete. Request a new one.'}
        </Notice>
        <ButtonLink to={paths.forgotPassword} size="lg" block>
          Ask for a new link
        </ButtonLink>
      </AuthFrame>
    );

  return (
    <AuthFrame
      title="Choose a new password"
      subtitle="It replaces the old password; other devices are signed out."
      footer={
        <Link to={paths.forgotPassword} className="link">
          Ask for a new link
        </Link>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {failure !== null && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <Field label="New Password" required hint={NEW_PASSWORD_HINT} error={errors.new_password?.message}>
          <PasswordInput autoComplete="new-password" {...register('new_password')} />
        </Field>
        <Field label="Confirm New Password" required error={errors.confirmation?.message}>
          <PasswordInput autoComplete="new-password" {...register('confirmation')} />
        </Field>
        <Button type="submit" size="lg" block busy={isSubmitting}>
          Change Password
        </Button>
      </form>
    </AuthFrame>
  );
}
