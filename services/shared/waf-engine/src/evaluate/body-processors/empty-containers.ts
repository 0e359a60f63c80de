import type { ByteString } from '../../model/api.ts';
import { IS_INDEX, NO_CONTAINER, type PackedArguments } from '../../model/packed-arguments.ts';
import { type Pausable, type ReadingBudget, STEPS_PER_ITEM } from '../../model/pausable.ts';

/** A word, with which nothing can be written. */
const PLAIN_NAME = /^[\w-]*$/;

/**
 * Names of objects and lists in which nothing is, as `{"a":[]}` has one: no value bears them in its path, yet programs read
 * them. Those that are more than a word.
 *
 * @param empty containers that have no argument inside, also none of a container inside
 */
export function* namesOfEmpty(
  empty: readonly number[],
  found: PackedArguments,
  budget: ReadingBudget,
): Pausable<ByteString[]> {
  const names: ByteString[] = [];
  for (const container of empty) {
    budget.steps += STEPS_PER_ITEM;
    if (budget.isSliceOver) yield;
    const end = found.containerStepEnd(container);
    if (end === IS_INDEX || found.parentOf(container) === NO_CONTAINER) continue;
    const name = found.arena.text(found.containerStepStart(container), end);
    if (!PLAIN_NAME.test(name)) names.push(name);
  }
  return names;
}
