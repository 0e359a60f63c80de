import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface MailedLinkPageProps {
  before: { title: string; subtitle: string; press: string };
  after: { title: string; subtitle: string; next: ReactNode };
  /** Shown if the server gives no reason. */
  failure: string;
  /** Where to get a new link after a refusal, in place of the home page. */
  again?: ReactNode;
  /** A refusal that only asks for more input, and is shown as such. */
  isQuestion?: (error: unknown) => boolean;
  /** The additional input. */
  children?: ReactNode;
  /** Performs the link's action. */
  act: (token: string) => Promise<{ error?: unknown }>;
}

/** The link is invalid for good, so retrying is pointless. */
export const isDeadLink = (error: unknown): boolean => toProblem(error).code === 'link_invalid';

/** Target of links in mails. Mail scanners follow links, so the action needs a click. */
export function MailedLinkPage({
  before,
  after,
  failure,
  again,
  isQuestion,
  children,
  act,
}: MailedLinkPageProps) {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const [state, setState] = useState<{ busy: boolean; done: boolean; error?: unknown }>({
    busy: false,
    done: false,
  });

  const press = async (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: true, done: false });
    const { error } = await act(token);
    setState({ busy: false, done: error === undefined, error });
  };

  const shown = state.done ? after : before;
  const isRefused = state.error !== undefined && !isQuestion?.(state.error);
  const isDead = isRefused && isDeadLink(state.error);
  return (
    <AuthFrame
      title={shown.title}
      subtitle={shown.subtitle}
      footer={
        (isRefused && again) || (
          <Link to={paths.home} className="link">
            Go to the home page
          </Link>
        )
      }
    >
      {state.error !== undefined && (
        <Notice tone={isRefused ? 'danger' : 'info'} role="alert" className="mb-4">
          {messageOf(state.error, failure)}
        </Notice>
      )}
      {state.done && after.next}
      {!state.done && !isDead && (
        <form onSubmit={press} noValidate>
          {children}
          <Button type="submit" size="lg" block busy={state.busy} disabled={token === ''}>
            {before.press}
          </Button>
        </form>
      )}
    </AuthFrame>
  );
}
