import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { logLink } from '../../../../entities/log/log-filters.ts';
import type { VisitorData } from '../../../../shared/api/visitor-data-api.gen.ts';
import { requiredText } from '../../../../shared/lib/form-fields.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { setServerErrors } from '../../../../shared/lib/server-errors.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input } from '../../../../shared/ui/input.tsx';
import { useDeleteVisitorDataMutation, useLazyFindVisitorDataQuery } from './visitor-data-api.ts';

const DAY_MS = 86_400_000;
const LOOKED_BACK_DAYS = 30;

const schema = z.object({
  address: requiredText('Please enter an address'),
  from: requiredText('Please choose a day'),
  to: requiredText('Please choose a day'),
});
type Asked = z.infer<typeof schema>;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Both days are included completely, in UTC like the log. */
const spanOf = ({ from, to }: Asked) => ({
  from: new Date(`${from}T00:00:00Z`).toISOString(),
  to: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString(),
});

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

function foundText({ records, is_complete, recordings, reports, exports }: VisitorData): string {
  const parts = [
    is_complete
      ? countText(records, 'log record', 'log records')
      : `${formatCount(records)} log records or more`,
    countText(recordings, 'recorded request', 'recorded requests'),
    countText(reports, 'report', 'reports'),
  ];
  const text = `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
  if (exports === 0) return text;
  return `${text} ${countText(exports, 'export is', 'exports are')} of these days and may hold some of it.`;
}

/** False while the search is incomplete. An export may contain what has expired elsewhere. */
const isNothing = ({ records, recordings, reports, exports, is_complete }: VisitorData): boolean =>
  is_complete && records + recordings + reports + exports === 0;

/** Finds and deletes the stored data of a person who asks for it. */
export function VisitorDataForm({ domainName }: { domainName: string }) {
  const [find] = useLazyFindVisitorDataQuery();
  const [erase, erasure] = useDeleteVisitorDataMutation();
  /** The latest request and its result. */
  const [answer, setAnswer] = useState<{ asked: Asked; found: VisitorData } | null>(null);
  const [asking, setAsking] = useState(false);
  /** Whether data of the deleted person that arrive late are deleted as well. */
  const [isRepeated, setIsRepeated] = useState(true);
  const now = Date.now();
  const form = useForm<Asked>({
    resolver: zodResolver(schema),
    defaultValues: { address: '', from: dayOf(now - LOOKED_BACK_DAYS * DAY_MS), to: dayOf(now) },
  });
  const { errors, isSubmitting } = form.formState;
  const queryOf = (asked: Asked) => ({ domain: domainName, address: asked.address, ...spanOf(asked) });

  const submit = form.handleSubmit(async (asked) => {
    setAnswer(null);
    setIsRepeated(true);
    const looking = find(queryOf(asked)).unwrap();
    const done = await attempt(looking, {
      refused: (error) => setServerErrors(form, error),
      failure: 'The search failed',
    });
    if (done) setAnswer({ asked, found: await looking });
  });
  const remove = async () => {
    if (answer === null) return;
    const erasing = erase(queryOf(answer.asked)).unwrap();
    const done = await attempt(erasing, {
      success: 'It is deleted',
      failure: 'It could not be deleted',
    });
    setAsking(false);
    if (!done) return;
    await submit();
    setIsRepeated((await erasing).is_repeated);
  };

  return (
    <div className="grid gap-4">
      <form
        onSubmit={submit}
        noValidate
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <Field
          label="Address, as records have it"
          error={errors.address?.message}
          hint="Or a network such as 203.0.113.0/24, or a pseudonym."
        >
          <Input
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('address')}
          />
        </Field>
        <Field label="From" error={errors.from?.message}>
          <Input type="date" {...form.register('from')} />
        </Field>
        <Field label="To" error={errors.to?.message}>
          <Input type="date" {...form.register('to')} />
        </Field>
        <Button type="submit" variant="secondary" className="sm:mt-6" busy={isSubmitting}>
          Find
        </Button>
      </form>
      <div
        className={
          answer === null ? '-mt-4' : 'grid gap-3 rounded-md border border-line bg-sunken p-4 text-sm'
        }
      >
        {/* There before anything is said in it, or nobody is told. */}
        <p role="status">
          {answer !== null && (
            <>
              <span className="font-mono wrap-anywhere">{answer.asked.address}</span>:{' '}
              {foundText(answer.found)}
              {!isRepeated &&
                ' Records that edge nodes deliver later are not included: check again in a month.'}
            </>
          )}
        </p>
        {answer !== null && (
          <>
            {answer.found.network !== null && isNothing({ ...answer.found, exports: 0 }) && (
              <p className="text-ink-muted">
                While the site stores only networks, such records are under{' '}
                <button
                  type="button"
                  className="link min-h-6 cursor-pointer font-mono"
                  onClick={() => {
                    form.setValue('address', answer.found.network ?? '');
                    void submit();
                  }}
                >
                  {answer.found.network}
                </button>
                , together with those of everybody else in it. Pseudonyms cannot be found by address.
              </p>
            )}
            {!isNothing(answer.found) && (
              <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
                <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
                  Delete it
                </Button>
                <Link
                  to={logLink({ domain: domainName, address: answer.asked.address, ...spanOf(answer.asked) })}
                  className="link inline-flex min-h-6 items-center text-[0.8125rem]"
                >
                  Show the records in the log
                </Link>
              </div>
            )}
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete what is stored of this visitor?"
        confirmLabel="Delete"
        busy={erasure.isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        Records, recordings and reports of {answer?.asked.address} at {domainName} from these days are deleted
        permanently, as are exports that may contain some of them. The audit log records the deletion, but not
        whose data it was. Data already sent by log streams stays at its target.
      </ConfirmDialog>
    </div>
  );
}
