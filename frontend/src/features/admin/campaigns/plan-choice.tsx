import { useListPlansQuery } from '../../../entities/plan/billing-api.ts';
import { Checkbox } from '../../../shared/ui/switch.tsx';

interface PlanChoiceProps {
  /** Slugs; empty: every paid plan. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which plans a campaign is for. */
export function PlanChoice({ chosen, onChange }: PlanChoiceProps) {
  const { data: plans = [] } = useListPlansQuery();
  return (
    <fieldset className="rounded-md border border-line px-4 py-3">
      <legend className="px-1 text-sm font-[560]">Plans</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {plans.map(({ slug, name }) => (
          <Checkbox
            key={slug}
            label={name}
            checked={chosen.includes(slug)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
            }
          />
        ))}
      </div>
      <p className="mt-2 text-[0.8125rem] text-ink-muted">Choose none to reach every paid plan.</p>
    </fieldset>
  );
}
