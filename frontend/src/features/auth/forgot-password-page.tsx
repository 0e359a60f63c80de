import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { useRequestPasswordResetMutation } from '../../entities/session/auth-api.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function ForgotPasswordPage() {
  const [request, { isLoading, isSuccess, error }] = useRequestPasswordResetMutation();
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setMissing(email.trim() === '');
    if (email.trim() !== '') request({ forgottenPasswordRequest: { email: email.trim() } });
  };

  const problem = error ? messageOf(error, 'The mail could not be sent. Please try again.') : undefined;
  return (
    <AuthFrame
      title="Forgot your password?"
      subtitle="We send a link that lets you choose a new one."
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
            If an account uses <strong className="font-[600]">{email}</strong>, a mail with a link is on its
            way. Look into the spam folder, too.
          </p>
        </div>
      ) : (
        <form onSubmit={submit} method="post" noValidate className="grid gap-4">
          <Field label="Email address" required error={missing ? 'Please enter your email address' : problem}>
            <Input
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Button type="submit" size="lg" block busy={isLoading}>
            Send the link
          </Button>
        </form>
      )}
    </AuthFrame>
  );
}
