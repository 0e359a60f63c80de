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
        subtitle: 'So that alerts and receipts reach you.',
        press: 'Confirm my email address',
      }}
      after={{
        title: 'Email confirmed',
        subtitle: 'Thank you. Alerts and receipts will reach you.',
        next: (
          <ButtonLink to={paths.dashboard} size="lg" block>
            Go to the dashboard
          </ButtonLink>
        ),
      }}
      failure="This link no longer works. Ask for a new one in Settings."
      again={
        <Link to={paths.settings} className="link">
          Ask for a new link in Settings
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
            You have not opened an account? Then somebody else did, with your address. Close this page, or{' '}
            <Link to={paths.forgotPassword} className="link">
              choose a password
            </Link>
            , which makes the account yours and signs everybody else out.
          </p>
        </div>
      )}
    </MailedLinkPage>
  );
}
