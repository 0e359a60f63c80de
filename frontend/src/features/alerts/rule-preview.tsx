import type { UseFormReturn } from 'react-hook-form';
import type { AlertPreview } from '../../shared/api/alerts-api.gen.ts';
import { formatDateTime } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { type AlertCondition, usePreviewAlertRuleMutation } from './alerts-api.ts';
import { formToInput, type RuleForm } from './rule-form.ts';
import { measuredText } from './rule-sentence.ts';

const SHOWN = 5;

const oftenWords = (times: number): string => ['Never', 'Once'][times] ?? `${times} times`;

/** Shows on request when the rule would have fired. */
export function RulePreview({ form }: { form: UseFormReturn<RuleForm> }) {
  const [preview, { data, isLoading }] = usePreviewAlertRuleMutation();
  const look = async () => {
    const { domain, condition } = formToInput(form.getValues());
    try {
      await preview({ alertPreviewInput: { domain, condition } }).unwrap();
    } catch (error) {
      if (!setServerErrors(form, error))
        toast.error(messageOf(error, 'Failed to test the rule on past traffic'));
    }
  };
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-[560]">How often would it have fired?</p>
        <Button size="sm" variant="secondary" busy={isLoading} onClick={() => void look()}>
          Test on past traffic
        </Button>
      </div>
      {/* There before anything is said in it, or nobody is told. */}
      <div role="status" className={data && 'mt-2 text-ink-muted'}>
        {data && <Past data={data} measure={form.getValues('condition.measure')} />}
      </div>
    </div>
  );
}

const Past = ({ data, measure }: { data: AlertPreview; measure: AlertCondition['measure'] }) => (
  <>
    <p>
      {data.value === null
        ? 'Nothing to measure at the moment.'
        : `Now: ${measuredText(measure, data.value)}.`}{' '}
      {data.limit !== null && `Limit: ${measuredText(measure, data.limit)}. `}
      {data.from === null
        ? 'Only rules on all, blocked or allowed requests can be tested on past traffic.'
        : `${oftenWords(data.fired.length)} since ${formatDateTime(data.from)}.`}
    </p>
    <ul className="mt-1 text-[0.8125rem]">
      {data.fired.slice(-SHOWN).map(({ at, until }) => (
        <li key={at}>
          {formatDateTime(at)} {until === null ? 'until now' : `to ${formatDateTime(until)}`}
        </li>
      ))}
    </ul>
  </>
);
