import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { AccountFields } from '../../entities/session/account-fields.tsx';
import { type AccountForm, emptyAccount, loadAccountResolver } from '../../entities/session/account-form.ts';
import { Agreement } from '../../entities/session/agreement.tsx';
import { homeOf, useAuthActions } from '../../entities/session/use-auth-actions.ts';
import { useSession } from '../../entities/session/use-session.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';

export function RegisterSimplePage() {
  const { register: signUp } = useAuthActions();
  const { status, user } = useSession();
  // For users who sign up here, the form navigates itself.
  const [alreadyIn] = useState(status === 'authenticated');
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<AccountForm>({
    resolver: useLazyResolver(loadAccountResolver),
    defaultValues: emptyAccount,
  });
  const { isSubmitting } = form.formState;
  if (alreadyIn && user) return <Navigate to={homeOf(user)} replace />;

  const submit = form.handleSubmit(async ({ confirmPassword: _confirmation, ...registration }) => {
    setFailure(null);
    try {
      await signUp(registration);
    } catch (error) {
      setServerErrors(form, error);
      const { status, detail } = toProblem(error);
      const message =
        status === 422
          ? `Validation error: ${detail ?? 'Invalid data provided'}`
          : (detail ?? 'Registration failed');
      setFailure(message);
      toast.error(message);
    }
  });

  return (
    <AuthFrame
      title="Create your account"
      subtitle="Free to start. Protect your first site in a few minutes."
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login} className="link">
            Log in
          </Link>
        </>
      }
    >
      <form onSubmit={submit} method="post" noValidate className="grid gap-4">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <AccountFields form={form} />
        <Button type="submit" size="lg" block busy={isSubmitting}>
          {isSubmitting ? 'Creating account...' : 'Create account'}
        </Button>
        <Agreement />
      </form>
    </AuthFrame>
  );
}
