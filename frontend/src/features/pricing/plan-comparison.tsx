import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { featureFacts } from '../../entities/plan/gated-features.ts';
import type { PlanView } from '../../entities/plan/plan-features.ts';
import type { EntitlementsDto } from '../../shared/api/types.ts';
import { formatBytes, formatCount } from '../../shared/lib/format.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Table, Td } from '../../shared/ui/table.tsx';
import { limitExplanations } from './pricing-content.ts';

const yes = <Check role="img" aria-label="Included" className="size-4 text-ok-text" />;
const no = <Minus role="img" aria-label="Not included" className="size-4 text-ink-faint" />;
const limit = (value: number | null, inWords: (value: number) => string = formatCount): string =>
  value === null ? 'Unlimited' : inWords(value);

interface DerivedRow {
  label: string;
  /** Explanation of the row, in plain words. Numbers are in the cells only. */
  explanation: string;
  cell: (entitlements: EntitlementsDto) => ReactNode;
}

type Gates =
  | 'ddos_protection'
  | 'ip_management'
  | 'bot_protection'
  | 'geo_blocking'
  | 'edge_caching'
  | 'rule_set_choice';

/** A feature that a plan has or has not. */
const featureRow = (label: string, feature: keyof typeof featureFacts, key: Gates): DerivedRow => ({
  label,
  explanation: featureFacts[feature].explanation,
  cell: (plan) => (plan[key] ? yes : no),
});

/** Lines that state a limit are derived from what the plans really include. */
const derived: readonly DerivedRow[] = [
  {
    label: 'Domains',
    explanation: limitExplanations.domains,
    cell: ({ max_domains }) => {
      if (max_domains === null || max_domains <= 1) return limit(max_domains);
      return max_domains === 2 ? '1-2' : `Up to ${max_domains}`;
    },
  },
  {
    label: 'Bandwidth a month',
    explanation: limitExplanations.bandwidth,
    cell: ({ bandwidth_bytes }) => limit(bandwidth_bytes, formatBytes),
  },
  {
    label: 'Rate limiting',
    explanation: featureFacts.rateLimiting.explanation,
    cell: (plan) =>
      plan.rate_limiting ? limit(plan.max_rate_limit_requests, (count) => `${count} req/min`) : no,
  },
  featureRow('DDoS protection settings', 'ddosProtection', 'ddos_protection'),
  featureRow('IP management', 'ipManagement', 'ip_management'),
  featureRow('Bot protection', 'botProtection', 'bot_protection'),
  featureRow('Geo-blocking', 'geoBlocking', 'geo_blocking'),
  featureRow('Edge caching', 'edgeCaching', 'edge_caching'),
  featureRow('Choice of rule sets', 'ruleSetChoice', 'rule_set_choice'),
  {
    label: 'Custom rules',
    explanation: limitExplanations.customRules,
    cell: ({ max_custom_rules }) => limit(max_custom_rules),
  },
  {
    label: 'Inspected upload size',
    explanation: limitExplanations.inspectedUpload,
    cell: (plan) => limit(plan.max_inspected_upload_mb, (size) => `${size} MB`),
  },
  {
    label: 'Log streams',
    explanation: limitExplanations.logStreams,
    cell: ({ max_log_streams }) => limit(max_log_streams),
  },
  {
    label: 'Log retention',
    explanation: limitExplanations.logRetention,
    cell: ({ log_retention_days }) => `${log_retention_days} days`,
  },
];

interface PlanComparisonProps {
  plans: readonly PlanView[];
  /** Promises that no machine enforces, by plan slug. */
  marketed: readonly { label: string; values: Readonly<Record<string, string>> }[];
}

export function PlanComparison({ plans, marketed }: PlanComparisonProps) {
  const rows = [
    ...derived.map(({ label, explanation, cell }) => ({
      label,
      explanation,
      cells: plans.map(({ entitlements }) => cell(entitlements)),
    })),
    ...marketed.map(({ label, values }) => ({
      label,
      explanation: null,
      cells: plans.map(({ slug }) => values[slug] ?? '–'),
    })),
  ];
  return (
    <Card className="overflow-hidden">
      <Table label="Plan comparison" columns={['Included', ...plans.map(({ name }) => name)]}>
        <tbody>
          {rows.map(({ label, explanation, cells }) => (
            <tr key={label} className="last:[&>*]:border-b-0">
              <th scope="row" className="border-b border-line py-3 pr-4 pl-5 font-[560]">
                {label}
                {explanation && (
                  <span className="mt-0.5 block max-w-sm text-[0.8125rem] font-normal text-pretty text-ink-muted">
                    {explanation}
                  </span>
                )}
              </th>
              {cells.map((cell, index) => (
                <Td key={plans[index]?.slug} data-column={plans[index]?.name} className="whitespace-nowrap">
                  {cell}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
