import { Check } from 'lucide-react';
import { lazy } from 'react';
import { useCompany } from '../../entities/company/use-company.ts';
import { paths } from '../../entities/page/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { NearSlot } from '../../shared/ui/near-slot.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CallToAction } from './call-to-action.tsx';
import { benefits, forEngineers, homeFeatureGroups, setupSteps } from './content/home.ts';
import { homeLeads as leads } from './content/leads.ts';
import { DnsRecord } from './dns-record.tsx';
import { ExplainedBlock } from './explained-block.tsx';
import { HeroVerdict } from './hero-verdict.tsx';
import { PriceComparison } from './price-comparison.tsx';
import { ProductPictures } from './product-pictures.tsx';

// Both ask the server first, and show nothing where it has nothing.
const DemoAttackBox = lazy(() => import('./demo-attack-box.tsx'));
const LiveFigures = lazy(() => import('./live-figures.tsx'));
// Its poster is no part of what the page loads at first.
const WalkThrough = lazy(() => import('./walk-through.tsx'));

export function HomePage() {
  const { figures } = useCompany();
  return (
    <>
      <div className="relative overflow-hidden bg-night text-white">
        <div className="mx-auto grid max-w-7xl items-center gap-12 px-4 pt-12 pb-24 sm:px-6 sm:pt-24 sm:pb-32 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
          <div>
            <h1 className="text-[clamp(2.125rem,10.2vw,2.75rem)] leading-[1.04] font-[660] tracking-[-0.04em] sm:text-6xl">
              A fence around your website.
              <span className="block text-lime">{leads.promise}</span>
            </h1>
            <p className="mt-6 max-w-xl text-lg text-[#c6d6cd]">{leads.product}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to={paths.pricing} size="lg" variant="lime">
                Start free trial
              </ButtonLink>
              <ButtonLink to={paths.pricing} size="lg" variant="night">
                View pricing
              </ButtonLink>
            </div>
            <p className="mt-4 text-sm text-rail-faint">{leads.offer}</p>
          </div>
          <HeroVerdict />
        </div>
        <div aria-hidden="true" className="stakes absolute inset-x-0 bottom-0 text-canvas [--stake:30px]" />
      </div>

      {figures.length > 0 && (
        <dl className="mx-auto grid max-w-7xl grid-flow-col auto-cols-fr divide-x divide-line px-4 pt-10 sm:px-6 sm:pt-12">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end px-3 first:pl-0 sm:px-8">
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd className="tabular text-[1.75rem] font-[680] tracking-[-0.04em] sm:text-5xl">{value}</dd>
            </div>
          ))}
        </dl>
      )}

      <Section>
        <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:gap-16">
          <div>
            <h2 className="text-[1.75rem] leading-tight sm:text-4xl">
              Why was this blocked? The log answers.
            </h2>
            <p className="mt-3 text-ink-muted sm:text-lg">{leads.explained}</p>
            <dl className="mt-8 grid gap-5">
              {forEngineers.map(({ title, text }) => (
                <div key={title} className="border-l-2 border-brand-text pl-4">
                  <dt className="font-[600]">{title}</dt>
                  <dd className="mt-0.5 text-ink-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <ExplainedBlock />
        </div>
      </Section>
      <NearSlot>
        <DemoAttackBox />
      </NearSlot>
      <NearSlot>
        <LiveFigures />
      </NearSlot>

      <div className="border-y border-line bg-surface">
        <Section title="Why site owners sleep better behind it">
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
            {benefits.map(({ title, text }) => (
              <li key={title} className="border-t-2 border-brand-text pt-4">
                <h3 className="text-lg">{title}</h3>
                <p className="mt-1.5 text-ink-muted">{text}</p>
              </li>
            ))}
          </ul>
        </Section>
      </div>

      <NearSlot>
        <WalkThrough />
      </NearSlot>
      <ProductPictures />

      <Section className="pt-0 sm:pt-0" title="Everything that belongs in front of a website">
        <div className="grid gap-10 lg:grid-cols-3">
          {homeFeatureGroups.map(({ title, lines }) => (
            <div key={title}>
              <h3 className="text-lg">{title}</h3>
              <ul className="mt-4 grid gap-2.5">
                {lines.map((line) => (
                  <li key={line} className="flex items-center gap-3 border-b border-line pb-2.5">
                    <Check aria-hidden="true" className="size-4 shrink-0 text-ok-text" />
                    {line}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Section>

      <div className="border-y border-line bg-surface">
        <Section title="Three steps, none of them in your code">
          <ol className="grid gap-5 md:grid-cols-3">
            {setupSteps.map(({ title, text }, index) => (
              <li key={title} className="rounded-lg border border-line bg-canvas p-6">
                <span className="grid size-9 place-items-center rounded-full bg-brand font-[640] text-brand-ink">
                  {index + 1}
                </span>
                <h3 className="mt-4 text-lg">{title}</h3>
                <p className="mt-1 text-ink-muted">{text}</p>
              </li>
            ))}
          </ol>
          <div className="mt-8 grid items-center gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] md:gap-16">
            <p className="max-w-xl text-ink-muted sm:text-lg">{leads.record}</p>
            <DnsRecord name="www.shop.example" target="edge.palisade.example" />
          </div>
        </Section>
      </div>

      <Section title="What the same protection costs elsewhere" lead={leads.prices}>
        <PriceComparison />
      </Section>
      <CallToAction />
    </>
  );
}
