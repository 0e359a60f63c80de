import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useConfirmEmailMutation } from '../../shared/api/auth-api.ts';
import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { paths } from '../../shared/lib/paths.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Mail scanners follow links; so it takes a press to confirm, not a visit. */
export function ConfirmEmailPage() {
  usePageMeta('Confirm your email');
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const [confirm, { isLoading, error }] = useConfirmEmailMutation();
  const [done, setDone] = useState(false);

  const press = async () => {
    const answer = await confirm({ confirmEmailRequest: { token } });
    setDone(answer.error === undefined);
  };

  return (
    <AuthFrame
      title={done ? 'Email confirmed' : 'Confirm your email'}
      subtitle={
        done ? 'Thank you. Alerts and receipts will reach you.' : 'So that alerts and receipts reach you.'
      }
      footer={
        <Link to={paths.home} className="link">
          Go to the home page
        </Link>
      }
    >
      {error && (
        <Notice tone="danger" role="alert" className="mb-4">
          {messageOf(error, 'This link no longer works. Ask for a new one in Settings.')}
        </Notice>
      )}
      {done ? (
        <ButtonLink to={paths.dashboard} size="lg" block>
          Go to the dashboard
        </ButtonLink>
      ) : (
        <Button size="lg" block busy={isLoading} disabled={token === ''} onClick={press}>
          Confirm my email address
        </Button>
      )}
    </AuthFrame>
  );
}
