import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { attentionOf } from './attention.ts';
import { statusOf } from './status.ts';
import { useFacts } from './use-facts.ts';

const looks = {
  looking: { Icon: LoaderCircle, ink: 'text-ink-faint' },
  ok: { Icon: CircleCheck, ink: 'text-ok-text' },
  warn: { Icon: TriangleAlert, ink: 'text-warn-text' },
  danger: { Icon: CircleAlert, ink: 'text-danger-text' },
} as const;

/**
 * State of the installation in one line, with a link to its worst problem.
 * @param current tab, which needs no link to itself
 */
export function StatusLine({ current }: { current: string }) {
  const { facts, isLooking } = useFacts();
  const { tone, text, tab } = statusOf(attentionOf(facts, Date.now()), isLooking);
  const { Icon, ink } = looks[tone];
  return (
    <p
      role="status"
      // On every tab, so that these stay where they are when another one is opened.
      className="mb-4 flex min-h-6 items-center gap-2 text-sm"
    >
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${ink}`} />
      <span className="min-w-0 truncate" title={text}>
        {tab === null || tab === current ? (
          text
        ) : (
          <Link className="link inline-flex min-h-6 items-center" to={`?tab=${tab}`}>
            {text}
          </Link>
        )}
      </span>
    </p>
  );
}
