import { SeenPages } from '../../entities/support-view/seen-pages.tsx';
import { isUnderWay } from '../../entities/support-view/support-view-words.ts';
import {
  type SupportView,
  useAnswerSupportViewMutation,
  useEndSupportViewMutation,
  useListSupportViewsQuery,
} from '../../entities/support-view/support-views-api.ts';
import { formatTime } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

/** Shown above everything else while support waits for an answer or views the dashboard. */
export function SupportViewNotices() {
  const { data } = useListSupportViewsQuery();
  return data?.views.filter(isUnderWay).map((view) => <UnderWay key={view.id} view={view} />);
}

/** What can still be answered or ended. */
function UnderWay({
  view: { id, state, administrator, reason, ends_at, looks, looks_total },
}: {
  view: SupportView;
}) {
  const [answer, { isLoading: answering }] = useAnswerSupportViewMutation();
  const [end, { isLoading: ending }] = useEndSupportViewMutation();
  const say = (allow: boolean) =>
    attempt(answer({ id, supportViewAnswer: { allow } }).unwrap(), {
      success: allow ? 'Allowed for one hour' : 'Refused',
      failure: 'Failed to answer',
    });
  const stop = () =>
    attempt(end({ id }).unwrap(), { success: 'Support access ended', failure: 'Failed to end it' });
  const until = ends_at === null ? '' : ` until ${formatTime(ends_at)}`;
  const who = administrator || 'An administrator';
  const titles: Partial<Record<SupportView['state'], string>> = {
    asked: `${who} asks to view your dashboard`,
    allowed: `${who} may look at your dashboard${until}`,
    open: `${who} is looking at your dashboard${until}`,
  };
  return (
    <Notice tone="warn" className="mb-5 max-w-4xl wrap-anywhere 2xl:max-w-none" title={titles[state]}>
      <p dir="auto">{reason}</p>
      <SeenPages looks={looks} looks_total={looks_total} />
      <div className="mt-3 flex flex-wrap gap-2">
        {state === 'asked' ? (
          <>
            <Button size="sm" busy={answering} onClick={() => say(true)}>
              Allow for one hour
            </Button>
            <Button size="sm" variant="secondary" disabled={answering} onClick={() => say(false)}>
              Refuse
            </Button>
          </>
        ) : (
          <Button size="sm" variant="secondary" busy={ending} onClick={stop}>
            End now
          </Button>
        )}
      </div>
    </Notice>
  );
}
