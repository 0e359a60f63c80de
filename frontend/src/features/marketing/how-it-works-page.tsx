import { useState } from 'react';
import { usePublicPage } from '../../shared/hooks/use-public-page.ts';
import { paths } from '../../shared/lib/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Faq } from '../../shared/ui/faq.tsx';
import { PageHead, Section } from '../../shared/ui/section.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { dnsProviders, howItWorksFaq, howItWorksSteps } from './content/how-it-works.ts';

export function HowItWorksPage() {
  usePublicPage(paths.howItWorks);
  const [provider, setProvider] = useState(dnsProviders[0]?.name ?? '');
  return (
    <>
      <PageHead
        title="How it works"
        lead="Six steps from an open site to a fenced one. The work takes about five minutes."
      />
      <Section>
        <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {howItWorksSteps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-4">
              <span className="tabular text-4xl leading-none font-[680] tracking-[-0.05em] text-brand-text">
                {index + 1}
              </span>
              <div className="border-t border-line-strong pt-2">
                <h2 className="text-lg">{title}</h2>
                <p className="mt-1 text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <div className="border-y border-line bg-surface">
        <Section title="The record at your DNS provider" lead="Where to click to add the CNAME record.">
          <Tabs
            label="DNS providers"
            value={provider}
            onValueChange={setProvider}
            items={dnsProviders.map(({ name, steps }) => ({
              value: name,
              label: name,
              panel: (
                <ol className="grid max-w-2xl list-decimal gap-2 pl-5 marker:font-[600] marker:text-brand-text">
                  {steps.map((step) => (
                    <li key={step} className="pl-2">
                      {step}
                    </li>
                  ))}
                </ol>
              ),
            }))}
          />
        </Section>
      </div>
      <Section title="Questions that people ask first">
        <Faq questions={howItWorksFaq} />
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.register}>Create your account</ButtonLink>
          <ButtonLink to={paths.pricing} variant="secondary">
            See pricing
          </ButtonLink>
          <ButtonLink to={paths.contact} variant="ghost">
            Ask us
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
