import type { Rollout } from '../../../../shared/api/types.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { partText } from './rollout-words.ts';

type Figures = NonNullable<Rollout['figures']>;

const rows: readonly { label: string; of: (arm: Figures['live']) => string }[] = [
  { label: 'Visitors blocked', of: (arm) => partText(arm.blocked_visitors, arm.visitors) },
  { label: 'Visitors who saw errors', of: (arm) => partText(arm.failed_visitors, arm.visitors) },
  { label: 'Requests', of: (arm) => formatCount(arm.requests) },
  { label: 'Requests blocked', of: (arm) => formatCount(arm.blocked_requests) },
];

/** Results of both policies in the same minutes. */
export function RolloutFigures({ figures }: { figures: Figures }) {
  return (
    <table
      aria-label="What both policies did"
      className="w-full text-left text-[0.8125rem] [&_td]:align-baseline"
    >
      <thead className="text-ink-muted">
        <tr>
          <td className="py-1.5 pr-3" />
          <th scope="col" className="py-1.5 pr-3 text-right font-normal">
            In force
          </th>
          <th scope="col" className="py-1.5 text-right font-normal">
            The change
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row" className="py-1.5 pr-3 font-normal text-ink-muted">
              {label}
            </th>
            <td className="tabular py-1.5 pr-3 text-right">{of(figures.live)}</td>
            <td className="tabular py-1.5 text-right">{of(figures.candidate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
