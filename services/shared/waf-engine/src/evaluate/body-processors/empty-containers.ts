import type { ByteString } from '../../model/api.ts';
import { IS_INDEX, NO_CONTAINER, type PackedArguments } from '../../model/packed-arguments.ts';
import { type Pausable, type ReadingBudget, STEPS_PER_ITEM } from '../../model/pausable.ts';

const STEPS_PER_MARK = 4;
/** A word, with which nothing can be written. */
const PLAIN_NAME = /^[\w-]*$/;

/**
 * Names of objects and lists in which nothing is, as `{"a":[]}` has one: no value bears them in its path, yet programs read
 * them. Those that are more than a word.
 */
export function* emptyContainers(found: PackedArguments, budget: ReadingBudget): Pausable<ByteString[]> {
  const names: ByteString[] = [];
  const { containerCount, count } = found;
  const isFull = new Uint8Array(containerCount);
  const mark = (container: number) => {
    if (container !== NO_CONTAINER) isFull[container] = 1;
  };
  for (let index = 0; index < count; index++) {
    mark(found.containerOf(index));
    budget.steps += STEPS_PER_MARK;
    if (budget.isSliceOver) yield;
  }
  // A container comes behind the one that it lies in; `{"a":[[]]}` is as empty as `{"a":[]}`.
  for (let container = containerCount - 1; container >= 0; container--) {
    if (isFull[container] === 1) mark(found.parentOf(container));
    budget.steps += STEPS_PER_MARK;
    if (budget.isSliceOver) yield;
  }
  for (let container = 0; container < containerCount; container++) {
    budget.steps += STEPS_PER_ITEM;
    if (budget.isSliceOver) yield;
    const end = found.containerStepEnd(container);
    if (isFull[container] === 1 || end === IS_INDEX || found.parentOf(container) === NO_CONTAINER) continue;
    const name = found.arena.text(found.containerStepStart(container), end);
    if (!PLAIN_NAME.test(name)) names.push(name);
  }
  return names;
}
