import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { useResetPasswordMutation } from '../../entities/session/auth-api.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';

const MIN_LENGTH = 8;

export function ResetPasswordPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const navigate = useNavigate();
  const [reset, { isLoading }] = useResetPasswordMutation();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (password !== confirmation) return setFailure('New passwords do not match');
    if (password.length < MIN_LENGTH)
      return setFailure(`New password must be at least ${MIN_LENGTH} characters long`);
    try {
      await reset({ resetPasswordRequest: { token, new_password: password } }).unwrap();
      toast.success('Password changed. Please log in.');
      navigate(paths.login, { replace: true });
    } catch (error) {
      setFailure(messageOf(error, 'Failed to change password'));
    }
  };

  return (
    <AuthFrame
      title="Choose a new password"
      subtitle="It replaces the old one everywhere; other devices are signed out."
      footer={
        <Link to={paths.forgotPassword} className="link">
          Ask for a new link
        </Link>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {(failure !== null || token === '') && (
          <Notice tone="danger" role="alert">
            {failure ?? 'This link is incomplete. Ask for a new one.'}
          </Notice>
        )}
        <Field label="New Password" required hint={`At least ${MIN_LENGTH} characters`}>
          <PasswordInput
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label="Confirm New Password" required>
          <PasswordInput
            autoComplete="new-password"
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        </Field>
        <Button type="submit" size="lg" block busy={isLoading} disabled={token === ''}>
          Change Password
        </Button>
      </form>
    </AuthFrame>
  );
}
