import { useState } from 'react';
import type { Domain } from '../../../shared/api/types.ts';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { CustomRulesPanel } from './custom-rules/custom-rules-panel.tsx';
import { ExclusionsPanel } from './exclusions/exclusions-panel.tsx';

/** One chunk holds both lists; the site's page shows each by itself. */
export { CustomRulesPanel, ExclusionsPanel };

export type RulesView = 'custom' | 'exclusions';

interface RulesTabProps {
  domain: Domain;
  /** How many there are of each. */
  custom: number;
  exclusions: number;
  /** Which list shows first. */
  first: RulesView;
  /** The rule or exclusion that somebody came for. */
  marked: string | null;
}

/** What the owner adds to the managed rules, and what they take out of them. */
export default function RulesTab({ domain, custom, exclusions, first, marked }: RulesTabProps) {
  const [view, setView] = useState(first);
  const counted = (label: string, count: number) => (count === 0 ? label : `${label} (${count})`);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Segmented
        label="Rules"
        className="w-full sm:w-fit"
        value={view}
        onChange={setView}
        options={[
          { value: 'custom', label: counted('Custom rules', custom) },
          { value: 'exclusions', label: counted('Exclusions', exclusions) },
        ]}
      />
      {view === 'custom' ? (
        <CustomRulesPanel domain={domain} marked={marked} />
      ) : (
        <ExclusionsPanel domain={domain} marked={marked} />
      )}
    </div>
  );
}
