import { useCompany } from '../../entities/company/use-company.ts';
import { formatCompact, formatDate } from '../../shared/lib/format.ts';
import { Section } from '../../shared/ui/section.tsx';
import { liveFiguresText as text } from './content/live-figures.ts';
import { useLiveFiguresQuery } from './live-figures-api.ts';

/** Sums over all sites; nothing where they are small, or the operator has switched them off. */
export default function LiveFigures() {
  const { data } = useLiveFiguresQuery();
  const { notice } = useCompany();
  if (!data?.figures) return null;
  const { since, blocked, requests, sites } = data.figures;
  const figures = [
    { label: `${text.blocked} since ${formatDate(since)}`, value: blocked },
    { label: text.requests, value: requests },
    { label: text.sites, value: sites },
  ];
  return (
    <section aria-label={text.title}>
      <Section title={text.title} lead={text.lead}>
        <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
          {figures.map(({ label, value }) => (
            <div key={label} className="flex flex-col-reverse justify-end border-t-2 border-brand-text pt-4">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="tabular text-4xl font-[680] tracking-[-0.04em] sm:text-5xl">
                {formatCompact(value)}
              </dd>
            </div>
          ))}
        </dl>
        {/* Where visitors are made up, so is what they did. */}
        {notice && <p className="mt-6 text-sm text-ink-muted">{notice}</p>}
      </Section>
    </section>
  );
}
