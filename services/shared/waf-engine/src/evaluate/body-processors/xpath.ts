import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { RUN_NUMBERS, type XmlElement, type XmlTree } from './xml-parser.ts';

export interface XPathStep {
  readonly descendants: boolean;
  readonly kind: 'element' | 'attribute' | 'text';
  /** `*` for any. */
  readonly name: ByteString;
}

const STEP = /(\/{1,2})(?:(text\(\))|(@?)([^/@[\]()]+))/y;

/** The part of XPath that rules use: `/*`, `//@*`, `/a/b`, `//b/@c`, `/a/text()`. `null` for anything else. */
export function parseXPath(path: ByteString): readonly XPathStep[] | null {
  const steps: XPathStep[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const step = STEP.exec(path);
    if (step === null || (steps.length > 0 && steps.at(-1)!.kind !== 'element')) return null;
    const [all, slashes, text, attribute, name] = step;
    const kind = text !== undefined ? 'text' : attribute === '@' ? 'attribute' : 'element';
    steps.push({ descendants: slashes === '//', kind, name: name ?? '*' });
    at += all.length;
  }
  return steps.length === 0 ? null : steps;
}

/** Which nodes are chosen: the document comes first, then its elements. A byte each, as a document has 100,000. */
type NodeSet = Uint8Array;

/** Elements visited without a pause, and the cost of one in steps of a matcher. */
const ELEMENTS_AT_ONCE = 1024;
const STEPS_PER_ELEMENT = 4;

export function* evaluateXPath(
  tree: XmlTree,
  steps: readonly XPathStep[],
  budget: ReadingBudget,
): Pausable<readonly ByteString[]> {
  let context: NodeSet = new Uint8Array(tree.elements.length + 1);
  context[0] = 1;
  for (const step of steps) {
    const holders = step.descendants ? yield* withDescendants(tree, context, budget) : context;
    if (step.kind === 'attribute') return yield* attributes(tree, holders, step.name, budget);
    if (step.kind === 'text') return yield* texts(tree, holders, budget);
    context = yield* childrenOf(tree, holders, step.name, budget);
  }
  return yield* contents(tree, context, budget);
}

/** Counts looking at an element. True: the slice is over. */
function endsStretch(index: number, budget: ReadingBudget): boolean {
  if (index % ELEMENTS_AT_ONCE !== ELEMENTS_AT_ONCE - 1) return false;
  budget.steps += ELEMENTS_AT_ONCE * STEPS_PER_ELEMENT;
  return budget.isSliceOver;
}

function* childrenOf(
  { elements }: XmlTree,
  parents: NodeSet,
  name: ByteString,
  budget: ReadingBudget,
): Pausable<NodeSet> {
  const chosen = new Uint8Array(parents.length);
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]!;
    if (parents[element.parent + 1] === 1 && (name === '*' || name === element.name)) chosen[index + 1] = 1;
    if (endsStretch(index, budget)) yield;
  }
  return chosen;
}

/** Parents come before their children in the list, so one pass is enough. */
function* withDescendants({ elements }: XmlTree, context: NodeSet, budget: ReadingBudget): Pausable<NodeSet> {
  const all = context.slice();
  for (let index = 0; index < elements.length; index++) {
    if (all[elements[index]!.parent + 1] === 1) all[index + 1] = 1;
    if (endsStretch(index, budget)) yield;
  }
  return all;
}

function* contents(
  { elements, text }: XmlTree,
  chosen: NodeSet,
  budget: ReadingBudget,
): Pausable<ByteString[]> {
  const values: ByteString[] = [];
  for (let index = 0; index < elements.length; index++) {
    if (endsStretch(index, budget)) yield;
    if (chosen[index + 1] === 0) continue;
    const { textStart, textEnd } = elements[index] as XmlElement;
    values.push(text.slice(textStart, textEnd));
    if (endsSlice(budget)) yield;
  }
  return values;
}

/** Text of the chosen elements themselves, without nested ones. */
function* texts(tree: XmlTree, chosen: NodeSet, budget: ReadingBudget): Pausable<ByteString[]> {
  const { runs } = tree;
  const values: ByteString[] = [];
  for (let at = 0; at < runs.length; at += RUN_NUMBERS) {
    if (chosen[runs[at]! + 1] === 1) values.push(textOfRun(tree, at));
    if (endsSlice(budget)) yield;
  }
  return values;
}

export const textOfRun = ({ text, runs }: XmlTree, at: number): ByteString =>
  text.slice(runs[at + 1]!, runs[at + 2]!);

function* attributes(
  tree: XmlTree,
  holders: NodeSet,
  name: ByteString,
  budget: ReadingBudget,
): Pausable<ByteString[]> {
  const { elements, attributeNames, attributeValues } = tree;
  const values: ByteString[] = [];
  for (let index = 0; index < elements.length; index++) {
    if (endsStretch(index, budget)) yield;
    if (holders[index + 1] === 0) continue;
    const { attributeStart, attributeEnd } = elements[index]!;
    for (let at = attributeStart; at < attributeEnd; at++) {
      if (name === '*' || name === attributeNames[at]) values.push(attributeValues[at]!);
      if (endsSlice(budget)) yield;
    }
  }
  return values;
}
