import { paths } from '../../entities/page/paths.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { PageHead, Section } from '../../shared/ui/section.tsx';
import { Table, Td } from '../../shared/ui/table.tsx';
import { comparisonColumns, comparisonRows, featureCategories } from './content/features.ts';
import { pageLeads } from './content/leads.ts';
import { MarkCell } from './mark-cell.tsx';
import { PriceComparison } from './price-comparison.tsx';

export function FeaturesPage() {
  return (
    <>
      <PageHead title="Protection in full, without a project" lead={pageLeads.features}>
        <ButtonLink to={paths.register} size="lg">
          Get Started
        </ButtonLink>
        <ButtonLink to={paths.pricing} size="lg" variant="secondary">
          See pricing
        </ButtonLink>
      </PageHead>
      {featureCategories.map(({ title, text, features }) => (
        <Section key={title} title={title} lead={text} className="pb-0 sm:pb-0">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {features.map((feature) => (
              <li key={feature.title} className="flex flex-col rounded-lg border border-line bg-surface p-5">
                <h3 className="text-base">{feature.title}</h3>
                <p className="mt-1 mb-4 text-sm text-ink-muted">{feature.text}</p>
                <p className="mt-auto flex flex-wrap gap-1.5">
                  <span className="sr-only">Included in: </span>
                  {feature.plans.map((plan) => (
                    <Badge key={plan} tone={plan === 'starter' ? 'neutral' : 'brand'} className="capitalize">
                      {plan}
                    </Badge>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <Section id="comparison" title="Side by side" lead="Palisade against three kinds of competitors.">
        <Card className="overflow-hidden">
          <Table label="Feature comparison" columns={['Feature', ...comparisonColumns]}>
            <tbody>
              {comparisonRows.map(({ feature, marks }) => (
                <tr key={feature} className="last:[&>*]:border-b-0">
                  <th
                    scope="row"
                    className="border-b border-line py-3 pr-4 pl-5 font-[560] lg:whitespace-nowrap"
                  >
                    {feature}
                  </th>
                  {marks.map((mark, index) => (
                    <Td
                      key={comparisonColumns[index]}
                      data-column={comparisonColumns[index]}
                      className={index === 0 ? 'md:bg-brand-soft/60' : undefined}
                    >
                      <MarkCell mark={mark} />
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      </Section>
      <Section title="And what it costs" className="pt-0 sm:pt-0">
        <PriceComparison />
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.register} size="lg">
            Start free trial
          </ButtonLink>
          <ButtonLink to={paths.pricing} size="lg" variant="secondary">
            Compare plans
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
