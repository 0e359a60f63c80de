import { useConfirmEmailMutation } from '../../shared/api/auth-api.ts';
import { paths } from '../../shared/lib/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

export function ConfirmEmailPage() {
  const [confirm] = useConfirmEmailMutation();
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
      act={(token) => confirm({ confirmEmailRequest: { token } })}
    />
  );
}
