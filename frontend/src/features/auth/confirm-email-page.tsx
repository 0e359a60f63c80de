import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { useConfirmEmailMutation } from '../../entities/session/auth-api.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

const asksForPassword = (error: unknown): boolean => toProblem(error).code === 'password_required';

/**
 * In another browser than the one that created the account, its password proves that both belong to the same person.
 */
export function ConfirmEmailPage() {
  const [confirm] = useConfirmEmailMutation();
  const [password, setPassword] = useState<string | null>(null);

  const act = async (token: string) => {
    const answer = await confirm({ confirmEmailRequest: { token, ...(password && { password }) } });
    if (asksForPassword(answer.error)) setPassword('');
    return answer;
  };

  return (
    <MailedLinkPage
      before={{
        title: 'Confirm your email',
        subtitle: 'So that you receive alerts and receipts.',
        press: 'Confirm my email address',
      }}
      after={{
        title: 'Email confirmed',
        subtitle: 'Thank you. You will receive alerts and receipts at this address.',
        next: (
          <ButtonLink to={paths.dashboard} size="lg" block>
            Go to the dashboard
          </ButtonLink>
        ),
      }}
      failure="This link no longer works. Request a new one in Settings."
      again={
        <Link to={paths.settings} className="link">
          Request a new link in Settings
        </Link>
      }
      isQuestion={asksForPassword}
      act={act}
    >
      {password !== null && (
        <div className="mb-4 grid gap-3">
          <Field label="Password of the account" required>
            <PasswordInput
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <p className="text-sm text-ink-muted">
            You did not create an account? Then somebody else used your address. Close this page, or{' '}
            <Link to={paths.forgotPassword} className="link">
              choose a password
            </Link>
            , which makes the account yours and signs everyone else out.
          </p>
        </div>
      )}
    </MailedLinkPage>
  );
}
