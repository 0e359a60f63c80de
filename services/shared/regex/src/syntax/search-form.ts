import { widthOf } from './analysis.ts';
import { alternate, type BackrefNode, concat, EMPTY, type Node, type RepeatNode } from './ast.ts';
import { ANY_BYTE, setFoldCase } from './byte-set.ts';

/**
 * Patterns in the form in which "does it occur, and where does it begin" is asked: no captures, and where exactness needs
 * backtracking, something that matches at least as much (the caller then verifies).
 */
export function withoutCaptures(root: Node): Node {
  return new Rewriter(root).rewrite(root);
}

class Rewriter {
  private readonly groups = new Map<number, Node>();
  /** A group is being written in the place of a reference to it … */
  private copying = false;
  /** … that does not mind case. */
  private folding = false;

  constructor(root: Node) {
    collectGroups(root, this.groups);
  }

  rewrite(node: Node): Node {
    switch (node.type) {
      case 'empty':
        return node;
      case 'set':
        return this.folding ? { type: 'set', set: setFoldCase(node.set) } : node;
      case 'guard':
        // What held where the group matched need not hold where its text comes again.
        return this.copying ? EMPTY : node;
      case 'concat':
        return concat(node.items.map((item) => this.rewrite(item)));
      case 'alternate':
        return alternate(node.branches.map((branch) => this.rewrite(branch)));
      case 'capture':
      case 'atomic':
        return this.rewrite(node.body);
      case 'look':
        return EMPTY;
      case 'backref':
        return this.rewriteBackref(node);
      case 'repeat':
        return { ...node, body: this.rewrite(node.body), greed: node.greed === 'lazy' ? 'lazy' : 'greedy' };
    }
  }

  /** A reference matches at most what its group could; that is kept if it is short. */
  private rewriteBackref(node: BackrefNode): Node {
    const body = this.groups.get(node.group);
    if (body === undefined || this.copying || countNodes(body) > MAX_COPIED_NODES) {
      return ANYTHING;
    }
    this.copying = true;
    this.folding = node.caseInsensitive;
    const copy = this.rewrite(body);
    this.copying = false;
    this.folding = false;
    return copy;
  }
}

const MAX_COPIED_NODES = 50;

const ANYTHING: Node = {
  type: 'repeat',
  body: { type: 'set', set: ANY_BYTE },
  min: 0,
  max: Infinity,
  greed: 'greedy',
};

function childrenOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'concat':
      return node.items;
    case 'alternate':
      return node.branches;
    case 'capture':
    case 'atomic':
    case 'repeat':
    case 'look':
      return [node.body];
    case 'empty':
    case 'set':
    case 'guard':
    case 'backref':
      return [];
  }
}

function collectGroups(node: Node, groups: Map<number, Node>): void {
  if (node.type === 'capture') {
    groups.set(node.index, node.body);
  }
  for (const child of childrenOf(node)) {
    collectGroups(child, groups);
  }
}

function countNodes(node: Node): number {
  return childrenOf(node).reduce((sum, child) => sum + countNodes(child), 1);
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

/**
 * Drops what a pattern begins with up to a repetition of the named kind: where `\A\S*foo` occurs, there is `foo`. So it matches at
 * least as much as the pattern (the caller then verifies); the same node where nothing telling would be left.
 */
export function withoutStart(node: Node, isDropped: (node: RepeatNode) => boolean): Node {
  if (node.type === 'alternate') {
    const branches = node.branches.map((branch) => withoutStart(branch, isDropped));
    return branches.some((branch, at) => branch !== node.branches[at]) ? alternate(branches) : node;
  }
  if (node.type !== 'concat') return node;
  let from = 0;
  for (const [at, item] of node.items.entries()) {
    if (begins(item, isDropped)) from = at + 1;
    else if (item.type !== 'guard') break;
  }
  if (from === 0) return node;
  const rest = trimStart(concat(node.items.slice(from)));
  return rest.type === 'empty' || rest.type === 'set' ? node : withoutStart(rest, isDropped);
}

function begins(node: Node, isDropped: (node: RepeatNode) => boolean): boolean {
  switch (node.type) {
    case 'repeat':
      return isDropped(node) || begins(node.body, isDropped);
    case 'alternate':
      return node.branches.some((branch) => begins(branch, isDropped));
    case 'concat': {
      const first = node.items.find((item) => item.type !== 'guard');
      return first !== undefined && begins(first, isDropped);
    }
    default:
      return false;
  }
}
