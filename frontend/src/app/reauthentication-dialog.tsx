import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import { useReauthenticateMutation } from '../entities/session/auth-api.ts';
import { reauthenticated, reauthenticationDeclined } from '../entities/session/reauthentication-slice.ts';
import { toProblem } from '../shared/lib/problem.ts';
import { Field } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { Input, PasswordInput } from '../shared/ui/input.tsx';

const FAILURE = 'Your password could not be checked. Please try again.';
const MFA_PROMPT = 'From your authenticator app, or one of your backup codes';
/** As long as a backup code may be written. */
const MAX_CODE_LENGTH = 32;

/** Asks for the password, and for a code where the account has a second factor. Cancelling refuses what waits. */
export default function ReauthenticationDialog() {
  const dispatch = useDispatch();
  const [reauthenticate, { isLoading }] = useReauthenticateMutation();
  const [mfaNeeded, setMfaNeeded] = useState(false);
  const {
    register,
    handleSubmit,
    setError,
    setFocus,
    formState: { errors },
  } = useForm({ defaultValues: { password: '', mfa_token: '' } });

  useEffect(() => {
    if (mfaNeeded) setFocus('mfa_token');
  }, [mfaNeeded, setFocus]);

  const submit = handleSubmit(async ({ password, mfa_token }) => {
    try {
      const request = { password, mfa_token: mfa_token.trim() || null };
      const { confirmed_until } = await reauthenticate({ reauthenticateRequest: request }).unwrap();
      if (confirmed_until === null) setMfaNeeded(true);
      else dispatch(reauthenticated());
    } catch (error) {
      const { errors: [wrong] = [], detail } = toProblem(error);
      const field = wrong?.path === 'mfa_token' ? 'mfa_token' : 'password';
      setError(field, { message: wrong?.message ?? detail ?? FAILURE }, { shouldFocus: true });
    }
  });

  return (
    <FormDialog
      size="sm"
      title="Confirm that it is you"
      description="Enter your password to continue. We will not ask again for ten minutes."
      onClose={() => dispatch(reauthenticationDeclined())}
      onSubmit={submit}
      submitLabel={isLoading ? 'Confirming...' : 'Confirm'}
      busy={isLoading}
    >
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register('password', { required: 'Please enter your password' })}
        />
      </Field>
      {mfaNeeded && (
        <Field
          label="Authentication code"
          required
          hint={MFA_PROMPT}
          error={errors.mfa_token?.message}
          className="animate-rise"
        >
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_CODE_LENGTH}
            className="font-mono"
            {...register('mfa_token', { required: 'Please enter your authentication code' })}
          />
        </Field>
      )}
    </FormDialog>
  );
}
