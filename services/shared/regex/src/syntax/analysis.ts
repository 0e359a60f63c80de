import type { Node, RepeatNode } from './ast.ts';

/** How many bytes a node can consume. */
export interface Width {
  readonly min: number;
  /** May be Infinity. */
  readonly max: number;
}

const ZERO: Width = { min: 0, max: 0 };
const ONE: Width = { min: 1, max: 1 };

/** Kept for repetitions only: they make the nesting in which the same question would be asked again and again. */
const repeatWidths = new WeakMap<RepeatNode, Width>();

export function widthOf(node: Node): Width {
  switch (node.type) {
    case 'empty':
    case 'guard':
    case 'look':
      return ZERO;
    case 'set':
      return ONE;
    case 'concat': {
      let min = 0;
      let max = 0;
      for (const item of node.items) {
        const width = widthOf(item);
        min += width.min;
        max += width.max;
      }
      return { min, max };
    }
    case 'alternate': {
      let min = Infinity;
      let max = 0;
      for (const branch of node.branches) {
        const width = widthOf(branch);
        min = Math.min(min, width.min);
        max = Math.max(max, width.max);
      }
      return { min, max };
    }
    case 'capture':
    case 'atomic':
      return widthOf(node.body);
    case 'repeat':
      return widthOfRepeat(node);
    case 'backref':
      return { min: 0, max: Infinity };
  }
}

function widthOfRepeat(node: RepeatNode): Width {
  let width = repeatWidths.get(node);
  if (width === undefined) {
    const body = widthOf(node.body);
    // Zero times infinity is not a number, and nothing repeated is nothing.
    const max = body.max === 0 || node.max === 0 ? 0 : body.max * node.max;
    width = { min: body.min * node.min, max };
    repeatWidths.set(node, width);
  }
  return width;
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
