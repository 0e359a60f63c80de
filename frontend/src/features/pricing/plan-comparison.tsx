import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlanView } from '../../entities/plan/plan-features.ts';
import type { EntitlementsDto } from '../../shared/api/types.ts';
import { formatBytes, formatCount } from '../../shared/lib/format.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Table, Td } from '../../shared/ui/table.tsx';

const yes = <Check role="img" aria-label="Included" className="size-4 text-ok-text" />;
const no = <Minus role="img" aria-label="Not included" className="size-4 text-ink-faint" />;
const mark = (included: boolean): ReactNode => (included ? yes : no);
const limit = (value: number | null): string => (value === null ? 'Unlimited' : formatCount(value));

/** Lines that state a limit are derived from what the plans really include. */
const derived: readonly { label: string; cell: (entitlements: EntitlementsDto) => ReactNode }[] = [
  {
    label: 'Domains',
    cell: ({ max_domains }) => {
      if (max_domains === null || max_domains <= 1) return limit(max_domains);
      return max_domains === 2 ? '1-2' : `Up to ${max_domains}`;
    },
  },
  {
    label: 'Bandwidth a month',
    cell: ({ bandwidth_bytes }) => (bandwidth_bytes === null ? 'Unlimited' : formatBytes(bandwidth_bytes)),
  },
  {
    label: 'Rate limiting',
    cell: (plan) => {
      if (!plan.rate_limiting) return no;
      return plan.max_rate_limit_requests === null ? 'Unlimited' : `${plan.max_rate_limit_requests} req/min`;
    },
  },
  { label: 'DDoS protection settings', cell: ({ ddos_protection }) => mark(ddos_protection) },
  { label: 'IP management', cell: ({ ip_management }) => mark(ip_management) },
  { label: 'Bot protection', cell: ({ bot_protection }) => mark(bot_protection) },
  { label: 'Geo-blocking', cell: ({ geo_blocking }) => mark(geo_blocking) },
  { label: 'Edge caching', cell: ({ edge_caching }) => mark(edge_caching) },
  { label: 'Choice of rule sets', cell: ({ rule_set_choice }) => mark(rule_set_choice) },
  { label: 'Custom rules', cell: ({ max_custom_rules }) => limit(max_custom_rules) },
  {
    label: 'Inspected of an upload',
    cell: ({ max_inspected_upload_mb: most }) => (most === null ? 'Unlimited' : `${most} MB`),
  },
  { label: 'Log retention', cell: ({ log_retention_days }) => `${log_retention_days} days` },
];

interface PlanComparisonProps {
  plans: readonly PlanView[];
  /** Promises that no machine enforces, by plan slug. */
  marketed: readonly { label: string; values: Readonly<Record<string, string>> }[];
}

export function PlanComparison({ plans, marketed }: PlanComparisonProps) {
  const rows = [
    ...derived.map(({ label, cell }) => ({
      label,
      cells: plans.map(({ entitlements }) => cell(entitlements)),
    })),
    ...marketed.map(({ label, values }) => ({ label, cells: plans.map(({ slug }) => values[slug] ?? '–') })),
  ];
  return (
    <Card className="overflow-hidden">
      <Table label="Plan comparison" columns={['Included', ...plans.map(({ name }) => name)]}>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label} className="last:[&>*]:border-b-0">
              <th scope="row" className="border-b border-line py-3 pr-4 pl-5 font-[560] whitespace-nowrap">
                {label}
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
