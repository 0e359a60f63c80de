import type { ByteString } from '../api.ts';
import type { XmlElement, XmlTree } from './xml-parser.ts';

export interface XPathStep {
  readonly descendants: boolean;
  readonly kind: 'element' | 'attribute' | 'text';
  /** `*` for any. */
  readonly name: ByteString;
}

const STEP = /(\/{1,2})(?:(@?)([^/@[\]()]+)|(text\(\)))/y;

/** The part of XPath that rules use: `/*`, `//@*`, `/a/b`, `//b/@c`, `/a/text()`. `null` for anything else. */
export function parseXPath(path: ByteString): readonly XPathStep[] | null {
  const steps: XPathStep[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const step = STEP.exec(path);
    if (step === null || (steps.length > 0 && steps.at(-1)!.kind !== 'element')) return null;
    const [all, slashes, attribute, name, text] = step;
    const kind = text !== undefined ? 'text' : attribute === '@' ? 'attribute' : 'element';
    steps.push({ descendants: slashes === '//', kind, name: name ?? '*' });
    at += all.length;
  }
  return steps.length === 0 ? null : steps;
}

export function evaluateXPath(tree: XmlTree, steps: readonly XPathStep[]): readonly ByteString[] {
  let context: ReadonlySet<number> = new Set([-1]);
  for (const step of steps) {
    if (step.kind === 'element') context = selectElements(tree, context, step);
    else {
      const holders = step.descendants ? withDescendants(tree, context) : context;
      return step.kind === 'text' ? texts(tree, holders) : attributes(tree, holders, step.name);
    }
  }
  return [...context].map((index) => content(tree, tree.elements[index]!));
}

const content = (tree: XmlTree, element: XmlElement): ByteString =>
  tree.text.slice(element.textStart, element.textEnd);

function selectElements(tree: XmlTree, context: ReadonlySet<number>, step: XPathStep): Set<number> {
  const parents = step.descendants ? withDescendants(tree, context) : context;
  const selected = new Set<number>();
  for (const [index, element] of tree.elements.entries()) {
    if (parents.has(element.parent) && (step.name === '*' || step.name === element.name)) selected.add(index);
  }
  return selected;
}

/** Parents come before their children in the list, so one pass is enough. */
function withDescendants(tree: XmlTree, context: ReadonlySet<number>): Set<number> {
  const all = new Set(context);
  for (const [index, element] of tree.elements.entries()) if (all.has(element.parent)) all.add(index);
  return all;
}

function texts(tree: XmlTree, holders: ReadonlySet<number>): ByteString[] {
  return [...holders].filter((index) => index >= 0).map((index) => content(tree, tree.elements[index]!));
}

function attributes(tree: XmlTree, holders: ReadonlySet<number>, name: ByteString): ByteString[] {
  const values: ByteString[] = [];
  for (const index of holders) {
    for (const [attribute, value] of tree.elements[index]?.attributes ?? []) {
      if (name === '*' || name === attribute) values.push(value);
    }
  }
  return values;
}
