import type { AbsenceCheck, StepBudget, Subject } from '@palisade/regex';
import type { Dismissal } from '../../model/operator.ts';
import { IS_INDEX, NO_CONTAINER, NO_REPEAT, type PackedArguments } from '../../model/packed-arguments.ts';
import type { PackedKeys } from '../../model/packed-keys.ts';

/** For sources where a single pass rules out, for nearly all values, that any rule matches. */
export interface Prefilter {
  /** Covers everything that a rule searches for, and everything that a transformation may change. */
  readonly absence: AbsenceCheck;
  /** For rules whose operators cannot be described by a pattern. */
  readonly dismissals: readonly Dismissal[];
}

const DECIMAL_PLACES = 10;
/** A longer value is worth a scan, which can be paused. */
export const MAX_PREFILTERED = 2048;
/** What turning to a value costs, in steps of a matcher. */
const STEPS_PER_LOOK = 12;

/**
 * Whether one pass over a value, of at most {@link MAX_PREFILTERED} bytes, rules out that any rule of the prefilter
 * matches.
 */
export function passesOver({ absence, dismissals }: Prefilter, value: Subject, budget: StepBudget): boolean {
  const { bytes, start, end } = value;
  absence.begin(1, end - start);
  budget.steps += end - start + STEPS_PER_LOOK;
  const state = absence.walk(absence.start, bytes, start, end, budget);
  if (state === 0 || !absence.endsWithout(state, end > start ? bytes[end - 1]! : -1, budget)) return false;
  for (let at = 0; at < dismissals.length; at++)
    if (!dismissals[at]!.dismisses(bytes, start, end)) return false;
  return true;
}

/**
 * Walks over packed arguments and stops at those that need a closer look: a transformation changes something, a pattern
 * occurs, a test may hold. A document has hundreds of values, and for most of them a scan would mainly cost its own
 * bookkeeping. Names begin with their containers' paths, which are examined once.
 */
export class PackedPrefilter {
  private prefilter!: Prefilter;
  private packed!: PackedArguments;
  private keys: PackedKeys | null = null;
  /** By container: where the walk over its path has come to; 0: it has ended. And so for each dismissal. */
  private walked = new Int32Array(64);
  private passed = new Int32Array(64);
  private containers = 0;
  private generation = -1;
  /** By argument: 1 where the walk has found nothing of interest. Null: repeats are not asked about. */
  private dismissed: Uint8Array<ArrayBuffer> | null = null;
  private flags = new Uint8Array(64);
  private readonly digits = new Uint8Array(DECIMAL_PLACES);

  /**
   * Arguments with one of the `keys` are always of interest.
   *
   * @param usesRepeats what an earlier argument was dismissed for is not looked at again
   */
  begin(prefilter: Prefilter, packed: PackedArguments, keys: PackedKeys | null, usesRepeats: boolean): void {
    this.prefilter = prefilter;
    this.packed = packed;
    this.keys = keys;
    this.containers = 0;
    this.dismissed = usesRepeats && packed.hasRepeats ? this.clearedFlags(packed.count) : null;
    prefilter.absence.begin(packed.count, packed.bytesTotal);
    this.generation = prefilter.absence.generation;
  }

  /** The first of `from` to `end` that is of interest, or `end`; the complement of the next where the slice ends first. */
  next(from: number, end: number, areNames: boolean, budget: StepBudget): number {
    return areNames ? this.nextName(from, end, budget) : this.nextValue(from, end, budget);
  }

  private nextValue(from: number, to: number, budget: StepBudget): number {
    const { packed, keys, dismissed } = this;
    const { absence, dismissals } = this.prefilter;
    const { bytes } = packed.arena;
    for (let index = from; index < to; index++) {
      if (budget.isSliceOver) return ~index;
      if (keys !== null && keys.keyOf(packed, index) !== null) return index;
      if (dismissed !== null) {
        const before = packed.sameValueAt(index);
        if (before !== NO_REPEAT && dismissed[before] === 1) {
          dismissed[index] = 1;
          budget.steps += STEPS_PER_LOOK;
          continue;
        }
      }
      const start = packed.valueStart(index);
      const end = packed.valueEnd(index);
      budget.steps += Math.min(end - start, MAX_PREFILTERED) + STEPS_PER_LOOK;
      const state =
        end - start > MAX_PREFILTERED ? 0 : absence.walk(absence.start, bytes, start, end, budget);
      if (state === 0 || !absence.endsWithout(state, end > start ? bytes[end - 1]! : -1, budget))
        return index;
      for (let at = 0; at < dismissals.length; at++)
        if (!dismissals[at]!.dismisses(bytes, start, end)) return index;
      if (dismissed !== null) dismissed[index] = 1;
    }
    return to;
  }

  private nextName(from: number, to: number, budget: StepBudget): number {
    const { packed, keys, dismissed } = this;
    const { absence } = this.prefilter;
    if (this.generation !== absence.generation) {
      // While this was paused, others have had the table of states emptied.
      this.generation = absence.generation;
      this.containers = 0;
    }
    for (let index = from; index < to; index++) {
      if (budget.isSliceOver) return ~index;
      const container = packed.containerOf(index);
      while (this.containers <= container) this.walkPath(this.containers++, budget);
      if (keys !== null && keys.keyOf(packed, index) !== null) return index;
      if (dismissed !== null && this.isNameLikeDismissed(index, container)) {
        dismissed[index] = 1;
        budget.steps += STEPS_PER_LOOK;
        continue;
      }
      if (!this.isNameDismissed(container, packed.stepStart(index), packed.stepEnd(index), budget))
        return index;
      if (dismissed !== null) dismissed[index] = 1;
    }
    return to;
  }

  /** The same step, behind a path after which the walk and all dismissals stand where they stood. */
  private isNameLikeDismissed(index: number, container: number): boolean {
    const { packed } = this;
    const before = packed.sameStepAt(index);
    if (before === NO_REPEAT || this.dismissed![before] === 0) return false;
    const other = packed.containerOf(before);
    if (other === container) return true;
    if (other === NO_CONTAINER || container === NO_CONTAINER || other >= this.containers) return false;
    // 0 is none of the states: nothing is known of such a path.
    if (this.walked[container] === 0 || this.walked[other] !== this.walked[container]) return false;
    const width = this.prefilter.dismissals.length;
    for (let at = 0; at < width; at++)
      if (this.passed[other * width + at] !== this.passed[container * width + at]) return false;
    return true;
  }

  private clearedFlags(count: number): Uint8Array<ArrayBuffer> {
    if (this.flags.length < count) this.flags = new Uint8Array(Math.max(count, this.flags.length * 2));
    else this.flags.fill(0, 0, count);
    return this.flags;
  }

  private isNameDismissed(
    container: number,
    stepStart: number,
    stepEnd: number,
    budget: StepBudget,
  ): boolean {
    const { absence, dismissals } = this.prefilter;
    let state = container === NO_CONTAINER ? absence.start : this.walked[container]!;
    if (state === 0 || stepEnd - stepStart > MAX_PREFILTERED) return false;
    let { bytes } = this.packed.arena;
    let start = stepStart;
    let end = stepEnd;
    if (stepEnd === IS_INDEX) {
      bytes = this.digits;
      start = this.writeDigits(stepStart);
      end = DECIMAL_PLACES;
    }
    budget.steps += end - start + STEPS_PER_LOOK;
    state = absence.walk(state, bytes, start, end, budget);
    // A path ends in a dot or in `_`: that is the last byte where the step is empty.
    if (state === 0 || !absence.endsWithout(state, end > start ? bytes[end - 1]! : -1, budget)) return false;
    for (let at = 0; at < dismissals.length; at++) {
      const dismissal = dismissals[at]!;
      const before = container === NO_CONTAINER ? 0 : this.passed[container * dismissals.length + at]!;
      if (dismissal.mayHold(dismissal.go(before, bytes, start, end))) return false;
    }
    return true;
  }

  /** Parents come first, so what is before a container's own step is known. */
  private walkPath(container: number, budget: StepBudget): void {
    const packed = this.packed;
    const { absence, dismissals } = this.prefilter;
    const width = dismissals.length;
    this.walked = withRoom(this.walked, container + 1);
    this.passed = withRoom(this.passed, (container + 1) * width);
    const parent = packed.parentOf(container);
    let { bytes } = packed.arena;
    let start = packed.containerStepStart(container);
    let end = packed.containerStepEnd(container);
    if (end === IS_INDEX) {
      bytes = this.digits;
      start = this.writeDigits(start);
      end = DECIMAL_PLACES;
    }
    const separator = packed.separatorOf(container);
    budget.steps += Math.min(end - start, MAX_PREFILTERED) + separator.length;
    let state = parent === NO_CONTAINER ? absence.start : this.walked[parent]!;
    if (end - start > MAX_PREFILTERED) state = 0;
    if (state !== 0) state = absence.walk(state, bytes, start, end, budget);
    if (state !== 0) state = absence.walk(state, separator, 0, separator.length, budget);
    this.walked[container] = state;
    if (state === 0) return;
    for (let at = 0; at < width; at++) {
      const dismissal = dismissals[at]!;
      let passed = parent === NO_CONTAINER ? 0 : this.passed[parent * width + at]!;
      if (passed >= 0) passed = dismissal.go(passed, bytes, start, end);
      if (passed >= 0) passed = dismissal.go(passed, separator, 0, separator.length);
      if (passed < 0) this.walked[container] = 0;
      this.passed[container * width + at] = passed;
    }
  }

  /** Where the digits begin that end with the array. */
  private writeDigits(index: number): number {
    const digits = this.digits;
    let at = DECIMAL_PLACES;
    let rest = index;
    do {
      const tens = (rest / 10) | 0;
      digits[--at] = 0x30 + rest - tens * 10;
      rest = tens;
    } while (rest > 0);
    return at;
  }
}

function withRoom(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
