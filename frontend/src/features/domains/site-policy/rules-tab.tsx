import { useState } from 'react';
import type { Domain } from '../../../shared/api/types.ts';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { CustomRulesPanel } from './custom-rules/custom-rules-panel.tsx';
import { ExclusionsPanel } from './exclusions/exclusions-panel.tsx';

/** Both lists are in one chunk; the site's page shows each separately. */
export { CustomRulesPanel, ExclusionsPanel };

export type RulesView = 'custom' | 'exclusions';

interface RulesTabProps {
  domain: Domain;
  /** Numbers of entries. */
  custom: number;
  exclusions: number;
  /** The list shown first. */
  first: RulesView;
  /** The rule or exclusion that a link points to. */
  marked: string | null;
}

/** The owner's custom rules, and exclusions from the managed rules. */
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
