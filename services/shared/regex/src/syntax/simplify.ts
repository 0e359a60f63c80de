import { widthOf } from './analysis.ts';
import { alternate, concat, EMPTY, type GuardNode, type Node, type RepeatNode } from './ast.ts';
import { ANY_BYTE, setUnion } from './byte-set.ts';
import { GUARDS, type Guard, guardNext, guardPrevious } from './guard.ts';

/**
 * Rewrites what can be said without backtracking, keeping meaning and captures: one-byte look-around becomes a guard;
 * possessive and atomic repetitions of one byte become plain ones that are followed by "and not such a byte again".
 */
export function simplify(node: Node): Node {
  switch (node.type) {
    case 'empty':
    case 'set':
    case 'guard':
    case 'backref':
      return node;
    case 'concat':
      return concat(node.items.map(simplify));
    case 'alternate':
      return alternate(joinSets(node.branches.map(simplify)));
    case 'capture':
      return { ...node, body: simplify(node.body) };
    case 'look':
      return simplifyLook(simplify(node.body), node.behind, node.negative);
    case 'atomic': {
      const body = simplify(node.body);
      return withoutAtomic(body) ?? { type: 'atomic', body };
    }
    case 'repeat':
      return simplifyRepeat({ ...node, body: simplify(node.body) });
  }
}

/** `a|b` is `[ab]`: neighbours only, so that no branch changes its place. */
function joinSets(branches: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const branch of branches) {
    const last = joined.at(-1);
    if (branch.type === 'set' && last?.type === 'set') {
      joined[joined.length - 1] = { type: 'set', set: setUnion(last.set, branch.set) };
    } else {
      joined.push(branch);
    }
  }
  return joined;
}

function simplifyLook(body: Node, behind: boolean, negative: boolean): Node {
  if (body.type === 'set') {
    return guardNode((behind ? guardPrevious : guardNext)(body.set, negative));
  }
  if (body.type === 'empty') {
    return negative ? guardNode(GUARDS.never) : EMPTY;
  }
  if (body.type === 'guard' && !negative) {
    return body;
  }
  return { type: 'look', behind, negative, body };
}

function guardNode(guard: Guard): GuardNode {
  return { type: 'guard', kind: 'look', guard };
}

function simplifyRepeat(node: RepeatNode): Node {
  if (node.max === 0) {
    // Captures inside stay unset, as they must.
    return EMPTY;
  }
  if (widthOf(node.body).max === 0 && node.max > 1) {
    // Repeating what consumes nothing changes nothing; without this, {65535} of it could be nested without end.
    return simplifyRepeat({ ...node, min: Math.min(node.min, 1), max: 1 });
  }
  if (node.greed === 'possessive') {
    const plain = withoutAtomic({ ...node, greed: 'greedy' });
    return plain ?? node;
  }
  if (node.min === 1 && node.max === 1) {
    return node.body;
  }
  return node;
}

/** The same as `(?>node)` without an atomic group, or null if it cannot be said. */
function withoutAtomic(node: Node): Node | null {
  if (hasOnePath(node)) {
    return node;
  }
  switch (node.type) {
    case 'concat': {
      const last = node.items.at(-1)!;
      const rest = node.items.slice(0, -1);
      const plain = rest.every(hasOnePath) ? withoutAtomic(last) : null;
      return plain === null ? null : concat([...rest, plain]);
    }
    case 'capture': {
      const body = withoutAtomic(node.body);
      return body === null ? null : { ...node, body };
    }
    case 'repeat':
      return node.greed === 'greedy' && node.body.type === 'set' ? takeAll(node, node.body.set) : null;
    default:
      return null;
  }
}

/** True if the node can match in one way only, so that there is nothing to backtrack into. */
function hasOnePath(node: Node): boolean {
  switch (node.type) {
    case 'empty':
    case 'set':
    case 'guard':
      return true;
    case 'concat':
      return node.items.every(hasOnePath);
    case 'capture':
      return hasOnePath(node.body);
    default:
      return false;
  }
}

/** `[set]{min,max}+`. */
function takeAll(node: RepeatNode, set: Readonly<Uint32Array>): Node {
  if (node.min === node.max) {
    return node;
  }
  const stop = guardNode(guardNext(set, true));
  if (node.max === Infinity) {
    // Any byte but none: only at the end. Said with its own guard, so that it costs no look at the next byte.
    return concat([node, set === ANY_BYTE ? guardNode(GUARDS.subjectEnd) : stop]);
  }
  const full: Node = { ...node, min: node.max };
  const fewer: Node = concat([{ ...node, max: node.max - 1 }, stop]);
  return alternate([full, fewer]);
}
