import type { Node } from './ast.ts';

/** How many bytes a node can consume. */
export interface Width {
  readonly min: number;
  /** May be Infinity. */
  readonly max: number;
}

const ZERO: Width = { min: 0, max: 0 };

const widths = new WeakMap<Node, Width>();

export function widthOf(node: Node): Width {
  let width = widths.get(node);
  if (width === undefined) {
    width = computeWidth(node);
    widths.set(node, width);
  }
  return width;
}

function computeWidth(node: Node): Width {
  switch (node.type) {
    case 'empty':
    case 'guard':
    case 'look':
      return ZERO;
    case 'set':
      return { min: 1, max: 1 };
    case 'concat': {
      const parts = node.items.map(widthOf);
      return { min: sum(parts.map((w) => w.min)), max: sum(parts.map((w) => w.max)) };
    }
    case 'alternate': {
      const parts = node.branches.map(widthOf);
      return { min: Math.min(...parts.map((w) => w.min)), max: Math.max(...parts.map((w) => w.max)) };
    }
    case 'capture':
    case 'atomic':
      return widthOf(node.body);
    case 'repeat': {
      const body = widthOf(node.body);
      // Zero times infinity is not a number, and nothing repeated is nothing.
      const max = body.max === 0 || node.max === 0 ? 0 : body.max * node.max;
      return { min: body.min * node.min, max };
    }
    case 'backref':
      return { min: 0, max: Infinity };
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Does the pattern need more than a finite automaton with guards? To be asked of a simplified tree. */
export function needsBacktracking(node: Node): boolean {
  switch (node.type) {
    case 'empty':
    case 'set':
    case 'guard':
      return false;
    case 'concat':
      return node.items.some(needsBacktracking);
    case 'alternate':
      return node.branches.some(needsBacktracking);
    case 'capture':
      return needsBacktracking(node.body);
    case 'repeat':
      return node.greed === 'possessive' || needsBacktracking(node.body);
    case 'atomic':
    case 'look':
    case 'backref':
      return true;
  }
}
