import { ACCELERATOR_NAMES, AcceleratorSwitches } from '../../model/accelerator-switches.ts';
import type { CompiledRules } from '../../model/compiled-rules.ts';
import { plainPlan } from '../../model/phase-plan.ts';
import type { Accelerators } from '../state/accelerators.ts';
import { PlainTransformer } from '../transformations/plain-transformer.ts';

/** Evaluates every rule on every value: the reference that accelerated evaluation must agree with. */
export function notAccelerated({ phases }: CompiledRules): Accelerators {
  return {
    switches: new AcceleratorSwitches(ACCELERATOR_NAMES),
    plans: phases.map(({ rules }) => plainPlan({ rules, groupOf: null })),
    headers: null,
    selectors: phases.map(() => null),
    newTransformer: (budget) => new PlainTransformer(budget),
  };
}
