import { zodResolver } from '@hookform/resolvers/zod';
import { Ban as BanIcon, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import { CallButton } from '../../../entities/api-call/call-button.tsx';
import { calls } from '../../../entities/api-call/calls.ts';
import { ListNamesIn } from '../../../entities/client-list/list-names-in.tsx';
import {
  useAddBanMutation,
  useLiftBanMutation,
  useListBansQuery,
  withoutBan,
} from '../../../entities/domain/domains-api.ts';
import { ADDRESS_EMPTY } from '../../../entities/policy/site-policy.ts';
import type { Ban } from '../../../shared/api/types.ts';
import { requiredText, text } from '../../../shared/lib/form-fields.ts';
import { formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import * as z from '../../../shared/lib/zod.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select } from '../../../shared/ui/input.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { toast } from '../../../shared/ui/toast.ts';

const PAGE = 50;
const durations = [
  { seconds: 3600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 7 * 86_400, label: '7 days' },
  { seconds: 30 * 86_400, label: '30 days' },
] as const;

const reasons: Record<string, string> = {
  rate_limit: 'Over the rate limit',
  ddos: 'Part of a flood',
  manual: 'Banned by you',
};

/** What a rate limit rule keeps out is a key of it, and no address. */
const LIMIT = 'limit:';
/** Whom a custom rule has put on a list is not banned, but travels and ends as bans do. */
const CUSTOM = 'custom:';
const LISTED = /^list\/(?<list>[0-9a-f-]{36})\/(?<client>.+)$/;
/** Only the edge makes these, so that no ban by hand brings one back. */
const isOfRule = (reason: string): boolean => reason.startsWith(LIMIT) || reason.startsWith(CUSTOM);

function reasonText({ reason, address }: Ban): string {
  if (reason.startsWith(LIMIT)) return 'Over a rate limit rule';
  const list = LISTED.exec(address)?.groups?.list;
  if (list !== undefined) return `Put on the list ${list} by a custom rule`;
  return reasons[reason] ?? reason;
}

const schema = z.object({
  address: requiredText(ADDRESS_EMPTY),
  duration_seconds: z.number(),
  note: text(),
});
const blank = { address: '', duration_seconds: durations[0].seconds as number, note: '' };

function BanForm({ domainId }: { domainId: string }) {
  const [add] = useAddBanMutation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: blank });
  const {
    register,
    handleSubmit,
    getValues,
    reset,
    formState: { errors, isSubmitting },
  } = form;

  // Not a form of its own: it stands inside of the dialog's, and Enter must not save the policy.
  const submit = handleSubmit(async (banCreate) => {
    const done = await attempt(add({ id: domainId, banCreate }).unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: `${banCreate.address} is banned`,
      failure: 'Failed to ban the address',
    });
    // How long the next one is banned is mostly as before.
    if (done) reset({ ...blank, duration_seconds: getValues('duration_seconds') });
  });

  return (
    <div className="grid items-start gap-3 rounded-md border border-line p-4 sm:grid-cols-[minmax(0,2fr)_8rem_minmax(0,2fr)_auto]">
      <Field label="Address" error={errors.address?.message}>
        <Input
          className="font-mono"
          placeholder="203.0.113.7"
          autoCapitalize="none"
          spellCheck={false}
          {...register('address')}
        />
      </Field>
      <Field label="For" error={errors.duration_seconds?.message}>
        <Select {...register('duration_seconds', { valueAsNumber: true })}>
          {durations.map((duration) => (
            <option key={duration.seconds} value={duration.seconds}>
              {duration.label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note" optional error={errors.note?.message}>
        <Input maxLength={200} {...register('note')} />
      </Field>
      <Button
        className="sm:mt-6.5"
        busy={isSubmitting}
        icon={<BanIcon className="size-4" />}
        onClick={submit}
      >
        Ban
      </Button>
      <CallButton
        size="sm"
        className="-ml-2 justify-self-start px-2 sm:col-span-full"
        call={() => calls.addBan(domainId, getValues())}
      />
    </div>
  );
}

/** Who is refused for a while: banned by a limit, or by hand. Lifting takes effect at once and can be taken back. */
export function BansTab({ domainId }: { domainId: string }) {
  const dispatch = useDispatch();
  const [offset, setOffset] = useState(0);
  const page = { id: domainId, offset, limit: PAGE };
  const { data, error, isLoading, refetch } = useListBansQuery(page, { refetchOnMountOrArgChange: true });
  const [lift] = useLiftBanMutation();
  const [add] = useAddBanMutation();

  const restore = ({ address, until, note }: Ban) => {
    const left = Math.max(60, Math.round((new Date(until).getTime() - Date.now()) / 1000));
    attempt(add({ id: domainId, banCreate: { address, duration_seconds: left, note } }).unwrap(), {
      success: `${address} is banned again`,
      failure: 'Failed to ban the address',
    });
  };

  const liftNow = async (ban: Ban) => {
    // The row goes before the server has answered, and comes back if it refuses.
    const undo = withoutBan(dispatch, page, ban.address);
    try {
      await lift({ id: domainId, address: ban.address }).unwrap();
      const lifted = `The ban of ${ban.address} is lifted`;
      // Only the edge can say which key a rule keeps out.
      if (isOfRule(ban.reason)) toast.success(lifted);
      else toast.undo(lifted, () => restore(ban));
    } catch (failure) {
      undo();
      toast.error(messageOf(failure, 'Failed to lift the ban'));
    }
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-ink-muted">
        Addresses that the edge refuses for a while. Those that go over a limit come here by themselves, for
        an hour.
      </p>
      <BanForm domainId={domainId} />
      {error && !data && <ErrorState message={messageOf(error, 'Failed to load bans')} onRetry={refetch} />}
      {isLoading && <Skeleton className="h-32" />}
      {data?.bans.length === 0 && (
        <EmptyState icon={<ShieldCheck />} title="Nobody is banned" className="py-8" />
      )}
      {data && data.bans.length > 0 && (
        <ul aria-label="Bans" className="divide-y divide-line rounded-md border border-line">
          {data.bans.map((ban) => (
            <li key={ban.address} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
              <span className="min-w-44 font-mono wrap-anywhere text-[0.8125rem] font-[600]">
                {LISTED.exec(ban.address)?.groups?.client ?? ban.address}
              </span>
              <span className="min-w-0 flex-1 basis-48 text-[0.8125rem] text-ink-muted">
                <ListNamesIn text={reasonText(ban)} />
                {ban.note !== '' && (
                  <>
                    {' '}
                    · <bdi>{ban.note}</bdi>
                  </>
                )}{' '}
                · until {formatDateTime(ban.until)}
              </span>
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Lift the ban of ${ban.address}`}
                onClick={() => liftNow(ban)}
              >
                Lift
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > PAGE && (
        <div className="flex items-center justify-end gap-2 text-sm text-ink-muted">
          <span className="mr-auto">{formatCount(data.total)} bans</span>
          <Button
            size="sm"
            variant="secondary"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - PAGE))}
          >
            Previous
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={offset + PAGE >= data.total}
            onClick={() => setOffset(offset + PAGE)}
          >
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
