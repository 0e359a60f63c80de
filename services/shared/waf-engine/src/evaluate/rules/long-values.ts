import { PausedRun, type StepBudget, Subject } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { CompiledOperator, OperatorContext, OperatorScan } from '../../model/operator.ts';
import type { Pausable } from '../../model/pausable.ts';

/** Asking about a longer value takes long enough to pause within it. */
export const LONG = 16 * 1024;

/** Whether an operator can be asked in slices whether it holds. */
export const pauses = ({ scan }: CompiledOperator): boolean =>
  scan?.kind === 'pattern' ? scan.pattern.linear : scan?.kind === 'test' && scan.testInSlices !== undefined;

/**
 * Asks an operator about one long value in slices. An operator that is told to capture and to locate cannot pause; whether it
 * holds can be found out before, and of most long values it does not.
 */
export class LongValueTest {
  private readonly run = new PausedRun();
  private test: Pausable<boolean> | null = null;

  /** Of an operator that {@link pauses}. `null`: the slice is over, to be asked again with the same. */
  holds(
    { scan }: CompiledOperator,
    value: ByteString,
    budget: StepBudget,
    context: OperatorContext,
  ): boolean | null {
    if (scan?.kind === 'pattern') return scan.pattern.testInSlices(value, budget, this.run);
    const { testInSlices } = scan as Extract<OperatorScan, { kind: 'test' }>;
    this.test ??= testInSlices!(new Subject().ofText(value), budget, context);
    const answer = this.test.next();
    if (answer.done !== true) return null;
    this.test = null;
    return answer.value;
  }

  /** What was interrupted is not to go on. */
  abandon(): void {
    this.run.waiting = false;
    this.test = null;
  }
}
