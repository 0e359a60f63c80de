import { type FormEvent, useState } from 'react';
import type { DemoAttack, DemoVerdict } from '../../shared/api/openapi.gen.ts';
import { cn } from '../../shared/lib/cn.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { demoAttack, samples } from './content/demo-attack.ts';
import { useAttackDemoMutation, useDemoTargetQuery } from './demo-attack-api.ts';

const FAILED = 'It could not be sent. Please try again.';

/** Sends what a visitor chooses or types to the demo's shop, and shows what the log says of it. */
export default function DemoAttackBox() {
  const { data: target } = useDemoTargetQuery();
  const [send, { data: verdict, error, isLoading }] = useAttackDemoMutation();
  const [payload, setPayload] = useState(samples[0]?.payload ?? '');
  const [place, setPlace] = useState<DemoAttack['place']>('query');
  if (!target?.host) return null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (payload !== '') void send({ demoAttack: { place, payload } });
  };

  return (
    <section aria-label={demoAttack.title} className="border-y border-line bg-surface">
      <Section title={demoAttack.title} lead={demoAttack.lead}>
        <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
          <form onSubmit={submit} className="grid h-fit gap-5">
            <fieldset>
              <legend className="mb-2 text-[0.8125rem] font-[560]">Choose an attack, or write one</legend>
              <div className="flex flex-wrap gap-2">
                {samples.map((sample) => (
                  <button
                    key={sample.name}
                    type="button"
                    aria-pressed={sample.payload === payload}
                    onClick={() => setPayload(sample.payload)}
                    className={cn(
                      'h-9 rounded-md border px-3 text-[0.8125rem] font-[560]',
                      sample.payload === payload
                        ? 'border-brand-text bg-brand-soft text-brand-text'
                        : 'border-line-strong bg-canvas text-ink hover:border-ink-muted',
                    )}
                  >
                    {sample.name}
                  </button>
                ))}
              </div>
            </fieldset>
            <Field label={`What to send to ${target.host}`} hint={demoAttack.limits}>
              <Input
                value={payload}
                maxLength={target.max_payload_length}
                onChange={({ currentTarget }) => setPayload(currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            </Field>
            <div className="flex flex-wrap items-center gap-3">
              <Segmented
                label="Position in the request"
                value={place}
                onChange={setPlace}
                options={[
                  { value: 'query', label: 'In the address' },
                  { value: 'form', label: 'In a form' },
                ]}
              />
              <Button type="submit" busy={isLoading} disabled={payload === ''}>
                {isLoading ? 'Attacking…' : 'Attack'}
              </Button>
            </div>
          </form>
          <output aria-live="polite" aria-label="What the edge did" className="block min-h-72 min-w-0">
            {error && !isLoading && <p className="text-sm text-danger-text">{messageOf(error, FAILED)}</p>}
            {verdict && !error && !isLoading && <Verdict verdict={verdict} />}
            {!verdict && !error && !isLoading && (
              <p className="grid h-full place-items-center rounded-lg border border-dashed border-line-strong p-6 text-sm text-ink-muted">
                What the edge decides stands here, with its reasons.
              </p>
            )}
          </output>
        </div>
      </Section>
    </section>
  );
}

/** A log that has not heard of it in time leaves what the edge answered. */
const wasBlocked = ({ logged, http_status }: DemoVerdict): boolean =>
  logged === null ? http_status === 403 || http_status === 429 : logged.status === 'blocked';

function Verdict({ verdict }: { verdict: DemoVerdict }) {
  const { logged, request, request_id, http_status } = verdict;
  const blocked = wasBlocked(verdict);
  const facts = [
    ['Answered with', String(http_status)],
    ['Anomaly score', logged === null ? '–' : String(logged.score)],
    ['Group', logged?.threat_type ?? '–'],
    ['Request ID', request_id],
  ] as const;
  return (
    <Card className="grid gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={blocked ? 'danger' : 'ok'}>{blocked ? 'Blocked' : 'Passed'}</Badge>
        <p className="text-sm text-ink-muted">{summaryOf(verdict)}</p>
      </div>
      <pre className="max-h-32 overflow-auto rounded-sm bg-sunken px-3 py-2 font-mono text-[0.8125rem] break-all whitespace-pre-wrap">
        {request}
      </pre>
      {logged !== null && logged.rules.length > 0 && (
        <ul aria-label="Rules that fired" className="grid gap-3">
          {logged.rules.map((rule) => (
            <li key={rule.rule_id} className="rounded-md border border-line bg-canvas p-4">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-mono text-[0.8125rem] font-[600]">Rule {rule.rule_id}</span>
                <Badge>{rule.severity}</Badge>
                {rule.score > 0 && <Badge tone="danger">score +{rule.score}</Badge>}
              </p>
              <p className="mt-2 text-sm wrap-anywhere">{rule.explanation}</p>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[auto_auto_auto_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0 last:max-sm:col-span-2">
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd className="text-[0.8125rem] wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function summaryOf({ logged }: DemoVerdict): string {
  if (logged === null) return 'The edge has answered; the log had not heard of it in time.';
  const fired = logged.rules.length;
  if (logged.status === 'allowed')
    return fired === 0 ? 'No rule found anything in it.' : 'What was found was too little to refuse it.';
  if (fired === 0)
    return `Refused for another reason than its content: ${logged.action.replaceAll('_', ' ')}.`;
  return fired === 1 ? 'One rule fired.' : `${fired} rules fired.`;
}
