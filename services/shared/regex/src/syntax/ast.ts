import type { ByteSet } from './byte-set.ts';
import type { Guard } from './guard.ts';

/**
 * What a pattern says, with all options already worked in: case-insensitive letters are sets of both cases, `.` and `^`
 * are what `s` and `m` made of them. Nodes are never changed after parsing.
 */
export type Node =
  | EmptyNode
  | SetNode
  | ConcatNode
  | AlternateNode
  | CaptureNode
  | AtomicNode
  | RepeatNode
  | GuardNode
  | LookNode
  | BackrefNode;

export interface EmptyNode {
  readonly type: 'empty';
}

/** One byte out of a set. */
export interface SetNode {
  readonly type: 'set';
  readonly set: ByteSet;
}

export interface ConcatNode {
  readonly type: 'concat';
  readonly items: readonly Node[];
}

/** The first branch that leads to a match wins. */
export interface AlternateNode {
  readonly type: 'alternate';
  readonly branches: readonly Node[];
}

export interface CaptureNode {
  readonly type: 'capture';
  /** Counts from 1. */
  readonly index: number;
  readonly body: Node;
}

/** `(?>…)`: once matched, never entered again by backtracking. */
export interface AtomicNode {
  readonly type: 'atomic';
  readonly body: Node;
}

export type Greed = 'greedy' | 'lazy' | 'possessive';

export interface RepeatNode {
  readonly type: 'repeat';
  readonly body: Node;
  readonly min: number;
  /** May be Infinity. */
  readonly max: number;
  readonly greed: Greed;
}

/** The assertions that have a sign of their own. */
export type WrittenGuardKind =
  | 'subjectStart'
  | 'lineStart'
  | 'subjectEnd'
  | 'subjectEndOrFinalNewline'
  | 'lineEnd'
  | 'wordBoundary'
  | 'notWordBoundary';

/** `look` is a look-around of one byte. */
export type GuardKind = WrittenGuardKind | 'look';

export interface GuardNode {
  readonly type: 'guard';
  readonly kind: GuardKind;
  readonly guard: Guard;
}

export interface LookNode {
  readonly type: 'look';
  readonly behind: boolean;
  readonly negative: boolean;
  readonly body: Node;
}

export interface BackrefNode {
  readonly type: 'backref';
  readonly group: number;
  readonly caseInsensitive: boolean;
}

export interface ParsedPattern {
  readonly root: Node;
  readonly groupCount: number;
  /** Group numbers by name. */
  readonly names: ReadonlyMap<string, number>;
}

export const EMPTY: EmptyNode = { type: 'empty' };

/** Joins nodes in sequence, dropping what is empty. */
export function concat(items: readonly Node[]): Node {
  const kept: Node[] = [];
  for (const item of items) {
    if (item.type === 'concat') {
      kept.push(...item.items);
    } else if (item.type !== 'empty') {
      kept.push(item);
    }
  }
  if (kept.length === 0) {
    return EMPTY;
  }
  return kept.length === 1 ? kept[0]! : { type: 'concat', items: kept };
}

export function alternate(branches: readonly Node[]): Node {
  return branches.length === 1 ? branches[0]! : { type: 'alternate', branches };
}
