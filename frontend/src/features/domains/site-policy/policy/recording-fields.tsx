import { lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { NumberField, SelectField } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

const RecordedPanel = lazy(() => import('../replay/recorded-panel.tsx'));

const modes: readonly { value: PolicyFields['traffic_recording']; label: string }[] = [
  { value: 'off', label: 'Nothing' },
  { value: 'blocked', label: 'Blocked and challenged requests' },
  { value: 'sampled', label: 'These, and a sample of the rest' },
  { value: 'all', label: 'Everything' },
];

/** Which requests are recorded, masked, for replays of policy changes. */
export function RecordingFields({ domainName }: { domainName: string }) {
  const { control } = useFormContext<PolicyFields>();
  const mode = useWatch({ control, name: 'traffic_recording' });
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="Recorded traffic" className="grid gap-4 py-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="traffic_recording"
          label="Record traffic for replays"
          options={modes}
        />
        {mode === 'sampled' && (
          <NumberField
            control={control}
            name="recording_rate_percent"
            label="Sample of the rest (%)"
            hint="More is kept of rare kinds of requests."
          />
        )}
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        Lets you test changes of this policy on recorded requests before you save them. Method, URL, headers
        and bodies up to 16 kB are kept. Values of cookies, passwords, tokens, cards and email addresses, and
        the fields named in the tab Privacy, are replaced at the edge before anything is stored.
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="link inline-flex min-h-6 w-fit cursor-pointer items-center text-[0.8125rem]">
          What is recorded
        </summary>
        {open && (
          <div className="pt-3">
            <Suspense fallback={<Skeleton className="h-24" />}>
              <RecordedPanel domainName={domainName} />
            </Suspense>
          </div>
        )}
      </details>
    </section>
  );
}
