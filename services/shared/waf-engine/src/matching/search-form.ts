import { widthOf } from './analysis.ts';
import { alternate, concat, EMPTY, type Node } from './ast.ts';
import { ANY_BYTE } from './byte-set.ts';

/**
 * Patterns in the form in which "does it occur, and where does it begin" is asked: no captures, and where exactness needs
 * backtracking, something that matches at least as much (the caller then verifies).
 */
export function withoutCaptures(node: Node): Node {
  switch (node.type) {
    case 'empty':
    case 'set':
    case 'guard':
      return node;
    case 'concat':
      return concat(node.items.map(withoutCaptures));
    case 'alternate':
      return alternate(node.branches.map(withoutCaptures));
    case 'capture':
    case 'atomic':
      return withoutCaptures(node.body);
    case 'look':
      return EMPTY;
    case 'backref':
      return { type: 'repeat', body: { type: 'set', set: ANY_BYTE }, min: 0, max: Infinity, greed: 'greedy' };
    case 'repeat':
      return { ...node, body: withoutCaptures(node.body), greed: 'greedy' };
  }
}

/**
 * Cuts what may be empty from both ends: somewhere in a subject there is `x*foo.*` exactly if there is `foo`. Without it,
 * threads that can decide nothing more would stay alive and multiply states.
 */
export function trimForSearch(node: Node): Node {
  return trimEnd(trimStart(node));
}

export function trimStart(node: Node): Node {
  return trim(node, (items) => items, trimStart);
}

export function trimEnd(node: Node): Node {
  return trim(node, (items) => [...items].reverse(), trimEnd);
}

/** `order` puts a sequence so that the end to be cut comes first (and, applied again, back). */
function trim(
  node: Node,
  order: (items: readonly Node[]) => readonly Node[],
  again: (node: Node) => Node,
): Node {
  switch (node.type) {
    case 'concat': {
      const items = order(node.items);
      for (let i = 0; i < items.length; i++) {
        const cut = again(items[i]!);
        if (cut.type !== 'empty') {
          return concat(order([cut, ...items.slice(i + 1)]));
        }
      }
      return EMPTY;
    }
    case 'alternate': {
      const branches = node.branches.map(again);
      return branches.some((branch) => branch.type === 'empty') ? EMPTY : alternate(branches);
    }
    case 'repeat': {
      if (node.min === 0) {
        return EMPTY;
      }
      if (node.min === 1) {
        return again(node.body);
      }
      return widthOf(node.body).max === 0 ? node : { ...node, max: node.min };
    }
    default:
      return node;
  }
}
