import { useCompany } from '../../entities/company/use-company.ts';
import { PageHead, Section } from '../../shared/ui/section.tsx';
import { CallToAction } from './call-to-action.tsx';
import { story, values } from './content/about.ts';

export function AboutPage() {
  const { figures } = useCompany();
  return (
    <>
      <PageHead
        title="Protection for the sites that nobody protects"
        lead="Who we are and why we built Palisade."
      />
      <Section>
        <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid max-w-2xl gap-5 text-lg leading-relaxed">
            {story.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {figures.length > 0 && (
            <dl className="grid h-fit gap-6 rounded-xl bg-night p-8 text-white">
              {figures.map(({ value, label }) => (
                <div key={label} className="flex flex-col-reverse">
                  <dt className="text-[#c6d6cd]">{label}</dt>
                  <dd className="tabular text-4xl font-[680] tracking-[-0.04em] text-lime">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </Section>
      <div className="border-y border-line bg-surface">
        <Section title="Four things we hold to">
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {values.map(({ title, text }) => (
              <li key={title} className="border-t-2 border-brand-text pt-4">
                <h3 className="text-lg">{title}</h3>
                <p className="mt-1.5 text-ink-muted">{text}</p>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <div className="pt-14 sm:pt-20">
        <CallToAction title="See it in front of your own site" />
      </div>
    </>
  );
}
