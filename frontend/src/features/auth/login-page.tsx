import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { ownPath, paths } from '../../entities/page/paths.ts';
import { sessionKeys } from '../../entities/session/session-keys.ts';
import { homeOf, useAuthActions } from '../../entities/session/use-auth-actions.ts';
import { useSession } from '../../entities/session/use-session.ts';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { storage } from '../../shared/lib/storage.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input, PasswordInput } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';

interface LoginForm {
  email: string;
  password: string;
  mfa_token: string;
  backup_code: string;
}

// Two required fields need no schema, which would add an eighth to this page's size.
const trimmed = { setValueAs: (value: string) => value.trim() };

const MFA_PROMPT = 'Please enter your 6-digit authentication code';

export function LoginPage() {
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  // The requested page is kept in the history state, so that the URL stays short.
  const wanted = (state as { wanted?: string } | null)?.wanted ?? null;
  const redirect = ownPath(parameters.get('redirect') ?? wanted);
  const { status, user } = useSession();
  const { login } = useAuthActions();
  const [mfaNeeded, setMfaNeeded] = useState(false);
  const [byBackupCode, setByBackupCode] = useState(false);
  const [remembered] = useState(() => storage.get(sessionKeys.rememberedEmail));
  const [remember, setRemember] = useState(remembered !== null);
  const [failure, setFailure] = useState<string | null>(null);
  const [alreadyIn] = useState(status === 'authenticated');
  const form = useForm<LoginForm>({
    defaultValues: { email: remembered ?? '', password: '', mfa_token: '', backup_code: '' },
  });
  const {
    register,
    handleSubmit,
    setError,
    setFocus,
    resetField,
    formState: { errors, isSubmitting },
  } = form;

  useEffect(() => {
    if (mfaNeeded) setFocus(byBackupCode ? 'backup_code' : 'mfa_token');
  }, [mfaNeeded, byBackupCode, setFocus]);

  if (alreadyIn && user) return <Navigate to={redirect ?? homeOf(user)} replace />;

  const submit = handleSubmit(async ({ email, password, mfa_token, backup_code }) => {
    setFailure(null);
    const secondFactor = byBackupCode ? backup_code : mfa_token;
    if (mfaNeeded && secondFactor === '') {
      if (byBackupCode) setError('backup_code', { message: 'Please enter one of your backup codes' });
      else setError('mfa_token', { message: MFA_PROMPT });
      return;
    }
    try {
      const outcome = await login(
        { email, password, mfa_token: secondFactor || null, remember_me: remember },
        { redirect },
      );
      if (remember) storage.set(sessionKeys.rememberedEmail, email);
      else storage.remove(sessionKeys.rememberedEmail);
      if (outcome.requiresMfa) {
        setMfaNeeded(true);
        toast.info(MFA_PROMPT);
      }
    } catch (error) {
      const message = messageOf(error, 'Login failed');
      // Both kinds of codes are sent in one field.
      if (byBackupCode && toProblem(error).code === 'wrong_mfa_code')
        setError('backup_code', { message }, { shouldFocus: true });
      else if (!setServerErrors(form, error)) setFailure(message);
      toast.error(message);
    }
  });

  return (
    <AuthFrame
      title="Welcome back"
      subtitle="Log in to see what Palisade has blocked on your sites."
      footer={
        <>
          New to Palisade?{' '}
          <Link to={paths.register} className="link">
            Create an account
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
        <Field label="Email address" required error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            inputMode="email"
            {...register('email', { ...trimmed, required: 'Please enter your email address' })}
          />
        </Field>
        <Field
          label="Password"
          required
          error={errors.password?.message}
          action={
            <Link to={paths.forgotPassword} className="link text-[0.8125rem]">
              Forgot password?
            </Link>
          }
        >
          <PasswordInput
            autoComplete="current-password"
            {...register('password', { required: 'Please enter your password' })}
          />
        </Field>
        {mfaNeeded && (
          <Field
            key={byBackupCode ? 'backup' : 'code'}
            label={byBackupCode ? 'Backup code' : 'Authentication code'}
            required
            hint={byBackupCode ? 'One of the codes you saved when you set up the second factor.' : MFA_PROMPT}
            error={byBackupCode ? errors.backup_code?.message : errors.mfa_token?.message}
            className="animate-rise"
            action={
              <button
                type="button"
                className="link text-[0.8125rem]"
                onClick={() => {
                  resetField(byBackupCode ? 'backup_code' : 'mfa_token');
                  setByBackupCode(!byBackupCode);
                }}
              >
                {byBackupCode ? 'Use the authenticator app' : 'Use a backup code'}
              </button>
            }
          >
            {byBackupCode ? (
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
                {...register('backup_code', trimmed)}
              />
            ) : (
              <Input
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={6}
                placeholder="000000"
                className="font-mono tracking-[0.3em]"
                {...register('mfa_token', trimmed)}
              />
            )}
          </Field>
        )}
        <Checkbox label="Remember me" checked={remember} onCheckedChange={setRemember} />
        <Button type="submit" size="lg" block busy={isSubmitting}>
          {isSubmitting ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </AuthFrame>
  );
}
