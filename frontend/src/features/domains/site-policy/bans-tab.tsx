import { zodResolver } from '@hookform/resolvers/zod';
import { reasonName } from '@palisade/site-policy/words';
import { Ban as BanIcon, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import { CallButton } from '../../../entities/api-call/call-button.tsx';
import { calls } from '../../../entities/api-call/calls.ts';
import {
  useAddBanMutation,
  useLiftBanMutation,
  useListBansQuery,
  withoutBan,
} from '../../../entities/domain/domains-api.ts';
import { ADDRESS_EMPTY } from '../../../entities/policy/site-policy.ts';
import type { Ban } from '../../../shared/api/types.ts';
import { requiredText, text } from '../../../shared/lib/form-fields.ts';
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
import { BANS_A_PAGE, BanRows } from './ban-rows.tsx';
import ListedClients from './listed-clients.tsx';

const durations = [
  { seconds: 3600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 7 * 86_400, label: '7 days' },
  { seconds: 30 * 86_400, label: '30 days' },
] as const;

/** Keys of rate limit rules are no addresses: only the edge creates these bans, and "Undo" cannot restore them. */
const LIMIT = 'limit:';

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

  // Not a form element: it is inside the dialog's form, and Enter must not save the policy.
  const submit = handleSubmit(async (banCreate) => {
    const done = await attempt(add({ id: domainId, banCreate }).unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: `${banCreate.address} is banned`,
      failure: 'Failed to ban the address',
    });
    // Keeps the duration for the next ban.
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

/** Bans of a site, automatic and manual. Lifting takes effect at once and can be undone. */
export function BansTab({ domainId }: { domainId: string }) {
  const dispatch = useDispatch();
  const [offset, setOffset] = useState(0);
  const page = { id: domainId, offset, limit: BANS_A_PAGE };
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
    // Removes the row before the server answers; it returns on failure.
    const undo = withoutBan(dispatch, page, ban.address);
    try {
      await lift({ id: domainId, address: ban.address }).unwrap();
      const lifted = `The ban of ${ban.address} is lifted`;
      if (ban.reason.startsWith(LIMIT)) toast.success(lifted);
      else toast.undo(lifted, () => restore(ban));
    } catch (failure) {
      undo();
      toast.error(messageOf(failure, 'Failed to lift the ban'));
    }
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-ink-muted">
        Addresses that the edge blocks temporarily. Addresses that exceed a limit are added automatically, for
        an hour.
      </p>
      <BanForm domainId={domainId} />
      {error && !data && <ErrorState message={messageOf(error, 'Failed to load bans')} onRetry={refetch} />}
      {isLoading && <Skeleton className="h-32" />}
      {data?.bans.length === 0 && (
        <EmptyState icon={<ShieldCheck />} title="Nobody is banned" className="py-8" />
      )}
      {data && data.bans.length > 0 && (
        <BanRows
          label="Bans"
          counted="bans"
          list={data}
          offset={offset}
          onOffset={setOffset}
          wordsOf={(ban) => ({
            name: ban.address,
            text: reasonName(ban.reason),
            button: 'Lift',
            action: `Lift the ban of ${ban.address}`,
          })}
          onLift={liftNow}
        />
      )}
      {data && data.listings > 0 && <ListedClients domainId={domainId} />}
    </div>
  );
}
