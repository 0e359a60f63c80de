import { cn } from '../../shared/lib/cn.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { figures, Table, Td } from '../../shared/ui/table.tsx';
import { comparisonTexts, others, own, type SourcedFact, type Topic, topics } from './products.ts';
import { scoredRuleSets, scores } from './scores.gen.ts';

const asked = Object.keys(topics) as Topic[];

/** Named products beside ours, and what the rules were measured to do. */
export function ProductComparison() {
  return (
    <Section id="products" title={comparisonTexts.title} lead={comparisonTexts.lead} className="pt-0 sm:pt-0">
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        <Product name={own.name} facts={own.facts} isOwn />
        {others.map(({ name, facts }) => (
          <Product key={name} name={name} facts={facts} />
        ))}
      </div>
      <h3 className="mt-12 text-xl">{comparisonTexts.scoresTitle}</h3>
      <p className="mt-2 max-w-3xl text-ink-muted">
        {comparisonTexts.scoresLead}{' '}
        <a href="/docs/rules/scores" className="link">
          The whole score sheet
        </a>
      </p>
      <Card className="mt-6 overflow-hidden">
        <Table label="Scores" columns={['Share of requests', ...scoredRuleSets.map(figures)]}>
          <tbody>
            {scores.map(({ label, shares }) => (
              <tr key={label} className="last:[&>*]:border-b-0">
                <th scope="row" className="border-b border-line py-3 pr-4 pl-5 font-[560]">
                  {label}
                </th>
                {shares.map((share, index) => (
                  <Td key={scoredRuleSets[index]} data-column={scoredRuleSets[index]} atEnd>
                    {share}%
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </Section>
  );
}

interface ProductProps {
  name: string;
  facts: Readonly<Record<Topic, SourcedFact | string>>;
  isOwn?: boolean;
}

function Product({ name, facts, isOwn = false }: ProductProps) {
  return (
    <article
      aria-label={name}
      className={cn(
        'min-w-0 rounded-lg border p-5',
        isOwn ? 'border-brand-text bg-brand-soft' : 'border-line bg-surface',
      )}
    >
      <h3 className="text-lg">{name}</h3>
      <dl className="mt-4 grid gap-3">
        {asked.map((topic) => {
          const fact = facts[topic];
          return (
            <div key={topic}>
              <dt className="text-xs text-ink-muted">{topics[topic]}</dt>
              <dd className="mt-0.5 text-sm">
                {typeof fact === 'string' ? fact : <Sourced fact={fact} of={`${name}: ${topics[topic]}`} />}
              </dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}

function Sourced({ fact: { text, source, checked }, of }: { fact: SourcedFact; of: string }) {
  return (
    <>
      {text}{' '}
      <a
        href={source}
        rel="noreferrer"
        aria-label={`Source of “${of}”, read on ${checked}`}
        className="link text-xs whitespace-nowrap"
      >
        {checked}
      </a>
    </>
  );
}
