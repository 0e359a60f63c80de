import { paths } from '../../entities/page/paths.ts';
import { useUndoEmailChangeMutation } from '../../entities/session/auth-api.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

/** For whoever receives mail at an account's previous address. */
export function UndoEmailChangePage() {
  const [undo] = useUndoEmailChangeMutation();
  return (
    <MailedLinkPage
      before={{
        title: 'Take the change back',
        subtitle:
          'Your account gets its old email address again, everyone is signed out, and API keys stop working.',
        press: 'Bring my address back',
      }}
      after={{
        title: 'Your address is back',
        subtitle: 'Everyone is signed out. We have sent you a link to choose a new password.',
        next: (
          <ButtonLink to={paths.login} size="lg" block>
            Go to the login page
          </ButtonLink>
        ),
      }}
      failure="This link no longer works. Please write to support."
      act={(token) => undo({ undoEmailChangeRequest: { token } })}
    />
  );
}
