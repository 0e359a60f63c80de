import { useState } from 'react';
import { paths } from '../../entities/page/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Questions } from '../../shared/ui/faq.tsx';
import { PageHead, Section } from '../../shared/ui/section.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { dnsProviders, howItWorksFaq, howItWorksSteps } from './content/how-it-works.ts';
import { pageLeads } from './content/leads.ts';
import { DnsRecord } from './dns-record.tsx';

export function HowItWorksPage() {
  const [provider, setProvider] = useState(dnsProviders[0]?.name ?? '');
  return (
    <>
      <PageHead title="How it works" lead={pageLeads.howItWorks} />
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
          <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:gap-16">
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
            <div>
              <p className="mb-3 text-sm text-ink-muted">
                What you paste, with your own domain’s name and token:
              </p>
              <DnsRecord name="waf-9f2c41.shop.example" target="edge.palisade.example" />
            </div>
          </div>
        </Section>
      </div>
      <Questions title="Questions that people ask first" questions={howItWorksFaq}>
        <div className="flex flex-wrap content-start gap-3">
          <ButtonLink to={paths.register}>Create your account</ButtonLink>
          <ButtonLink to={paths.pricing} variant="secondary">
            See pricing
          </ButtonLink>
          <ButtonLink to={paths.contact} variant="ghost">
            Ask us
          </ButtonLink>
        </div>
      </Questions>
    </>
  );
}
