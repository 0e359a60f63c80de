import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { type SupportView, supportViewEnded } from '../../entities/session/support-view-slice.ts';
import { useEndUserSupportViewMutation } from '../../entities/support-view/support-views-api.ts';
import { formatTime } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';

/** Above every page of a customer's dashboard that an administrator sees: whose it is, until when, and the way out. */
export default function SupportViewBanner({ view: { id, user, endsAt } }: { view: SupportView }) {
  const dispatch = useDispatch();
  const [end] = useEndUserSupportViewMutation();

  useEffect(() => {
    const left = Date.parse(endsAt) - Date.now();
    const timer = setTimeout(() => dispatch(supportViewEnded()), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [endsAt, dispatch]);

  /** Ends here even if the server was unavailable: the permission expires there, too. */
  const leave = () => {
    end({ id: user.id, viewId: id });
    dispatch(supportViewEnded());
  };

  return (
    <section
      aria-label="Support view"
      className="sticky top-16 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-b-2 border-warn-line bg-warn-soft px-4 py-2.5 text-sm sm:px-6 lg:px-8 print:static"
    >
      <Eye aria-hidden="true" className="size-5 shrink-0 text-warn-text" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-[640]">
          You are viewing the dashboard of <bdi>{user.full_name || user.username}</bdi> (
          <bdi>{user.email}</bdi>).
        </strong>{' '}
        You can change nothing, and the customer sees which pages you open. It ends at {formatTime(endsAt)}.
      </p>
      <Button size="sm" variant="secondary" onClick={leave}>
        End
      </Button>
    </section>
  );
}
