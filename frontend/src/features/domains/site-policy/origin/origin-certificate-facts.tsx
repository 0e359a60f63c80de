import { formatDate } from '../../../../shared/lib/format.ts';

/** Terms with their values; those without a value are left out. */
export const OriginCertificateFacts = ({
  facts,
}: {
  facts: readonly (readonly [term: string, value: string | null])[];
}) => (
  <dl className="grid gap-x-4 gap-y-1 text-[0.8125rem] sm:grid-cols-[6.5rem_minmax(0,1fr)]">
    {facts
      .filter(([, value]) => value !== null)
      .map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-faint">{term}</dt>
          <dd className={term === 'SHA-256' ? 'font-mono break-all' : 'break-words'}>{value}</dd>
        </div>
      ))}
  </dl>
);

export const dateOrNull = (text: string | null | undefined): string | null =>
  text ? formatDate(text) : null;
