import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { supportViewOpened } from '../../../entities/session/support-view-slice.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import { SeenPages } from '../../../entities/support-view/seen-pages.tsx';
import { isUnderWay, STATE_WORDS } from '../../../entities/support-view/support-view-words.ts';
import {
  type SupportView,
  useAskForSupportViewMutation,
  useEndUserSupportViewMutation,
  useListUserSupportViewsQuery,
  useOpenSupportViewMutation,
} from '../../../entities/support-view/support-views-api.ts';
import { usePollWhile } from '../../../shared/hooks/use-poll-while.ts';
import { formatDateTime, formatTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Textarea } from '../../../shared/ui/input.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { ListState } from '../lists/list-state.tsx';

const MAX_REASON = 500;
const MIN_REASON = 10;
/** Poll interval while a customer's answer is awaited. */
const POLL_MS = 15_000;

/** Support views: requesting, opening, and earlier ones. */
export function SupportViewCard({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const [pollingInterval, tellAwaited] = usePollWhile(POLL_MS);
  const query = useListUserSupportViewsQuery({ id }, { pollingInterval, skipPollingIfUnfocused: true });
  const views = query.data?.views ?? [];
  const current = views.find(isUnderWay);
  tellAwaited(current !== undefined);
  return (
    <Card>
      <CardHeader
        title="View as Customer"
        description="With the customer's permission, for one hour; you can change nothing, and the customer sees which pages you open"
        action={
          query.data &&
          current === undefined && (
            <Button
              size="sm"
              variant="secondary"
              icon={<Eye className="size-4" />}
              onClick={() => setAsking(true)}
            >
              Ask the customer
            </Button>
          )
        }
      />
      <CardBody>
        <ListState query={query}>
          {views.length === 0 && <p className="text-sm text-ink-muted">Nobody has asked yet.</p>}
          <ul className="-mb-3 divide-y divide-line">
            {views.map((view) => (
              <li key={view.id} className="py-3 text-sm">
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="wrap-anywhere">{view.administrator || view.administrator_id}</span>
                  <Badge tone={STATE_WORDS[view.state].tone}>{STATE_WORDS[view.state].label}</Badge>
                </p>
                <p dir="auto" className="text-[0.8125rem] wrap-anywhere text-ink-muted">
                  {view.reason}
                </p>
                <p className="text-[0.8125rem] text-ink-muted">
                  Asked {formatDateTime(view.asked_at)}
                  {isUnderWay(view) && view.ends_at !== null && `, ends ${formatTime(view.ends_at)}`}
                </p>
                <SeenPages {...view} />
                {isUnderWay(view) && <Acts userId={id} view={view} />}
              </li>
            ))}
          </ul>
        </ListState>
      </CardBody>
      {asking && <AskDialog id={id} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Acts({ userId, view }: { userId: string; view: SupportView }) {
  const { id: ownId } = useUser();
  const dispatch = useDispatch();
  const [open, { isLoading: opening }] = useOpenSupportViewMutation();
  const [end, { isLoading: ending }] = useEndUserSupportViewMutation();
  const isOwn = view.administrator_id === ownId;

  const look = async () => {
    try {
      const { view: opened, user } = await open({ id: userId, viewId: view.id }).unwrap();
      dispatch(supportViewOpened({ id: opened.id, user, endsAt: opened.ends_at ?? '' }));
    } catch (error) {
      toast.error(messageOf(error, 'Failed to open the dashboard'));
    }
  };
  const stop = () =>
    attempt(end({ id: userId, viewId: view.id }).unwrap(), {
      success: view.state === 'asked' ? 'The request is withdrawn' : 'Ended',
      failure: 'Failed to end it',
    });

  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {isOwn && view.state !== 'asked' && (
        <Button size="sm" busy={opening} icon={<Eye className="size-4" />} onClick={look}>
          View the dashboard
        </Button>
      )}
      <Button size="sm" variant="secondary" busy={ending} onClick={stop}>
        {view.state === 'asked' ? 'Take the question back' : 'End'}
      </Button>
    </div>
  );
}

function AskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [ask, { isLoading }] = useAskForSupportViewMutation();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Ask to view the dashboard"
      description="The customer is notified by mail and in the dashboard, with your name and this reason."
      submitLabel="Ask"
      busy={isLoading}
      submitDisabled={reason.trim().length < MIN_REASON}
      onClose={onClose}
      onSubmit={async (event) => {
        event.preventDefault();
        const asked = ask({ id, supportViewRequest: { reason } }).unwrap();
        if (await attempt(asked, { success: 'The customer is asked', failure: 'Failed to ask' })) onClose();
      }}
    >
      <Field label="Reason" hint="What you want to look at, and why. It stays in the audit log.">
        <Textarea
          className="min-h-24"
          maxLength={MAX_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
