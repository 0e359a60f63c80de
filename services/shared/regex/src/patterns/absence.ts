import { Emitter } from '../automata/emitter.ts';
import { Nfa } from '../automata/nfa.ts';
import { DEFAULT_DFA_LIMITS, type DfaLimits, StateTable } from '../automata/state-table.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { CompiledPattern } from './pattern.ts';
import type { AbsenceCheck, Pattern } from './types.ts';

/** Maximum credit for building states; one in `VALUES_PER_BUILD` values earns one state. */
const MAX_CREDIT = 4000;
const VALUES_PER_BUILD = 4;
/**
 * Texts of many words lead to more states than a table holds. Emptying it as often as a scan's, every 200 KB, would mean to build
 * states all the time, at 1 to 2 µs each; where a state is missing, the value merely goes to the next, more expensive check.
 */
const LIMITS: DfaLimits = { ...DEFAULT_DFA_LIMITS, minBytesPerState: 5_000 };
const NEWLINE = 0x0a;

/**
 * Tells of values that none of many patterns occurs in them, for places where that is so of nearly all. It knows of each state
 * no more than that, so a walk costs two look-ups a byte and nothing for each value, and may go on from where another has
 * come to: values that begin alike share what they begin with.
 */
export class UnionAbsence implements AbsenceCheck {
  private readonly nfa: Nfa;
  private readonly states: StateTable;
  private credit = MAX_CREDIT;

  constructor(patterns: readonly Pattern[]) {
    const emitter = new Emitter();
    patterns.forEach((pattern, number) => {
      if (!(pattern instanceof CompiledPattern))
        throw new TypeError('an absence check takes patterns made by compilePattern');
      emitter.addPattern(pattern.searchNode(), number);
    });
    this.nfa = new Nfa(emitter.program(), patterns.length);
    this.states = new StateTable(this.nfa, LIMITS);
  }

  get start(): number {
    return Math.max(this.states.start, 0);
  }

  get generation(): number {
    return this.states.generation;
  }

  begin(values: number, bytes: number): void {
    this.credit = Math.min(MAX_CREDIT, this.credit + values / VALUES_PER_BUILD);
    this.states.served(bytes);
  }

  walk(from: number, bytes: Uint8Array, start: number, end: number, budget: StepBudget): number {
    const states = this.states;
    const classOf = this.nfa.classes.ofByte;
    let { transitions } = states;
    let state = from;
    for (let at = start; at < end; at++) {
      const symbol = classOf[bytes[at]!]!;
      let target = transitions[state + symbol]!;
      if (target <= 0) {
        if (target === 0) {
          target = this.build(state, symbol, budget);
          transitions = states.transitions;
        }
        if (target <= 0) return 0;
      }
      state = target;
    }
    return state;
  }

  endsWithout(state: number, lastByte: number, budget: StepBudget): boolean {
    const { classes } = this.nfa;
    // Before a last newline `$` holds as well, which the walk has not asked about.
    if (lastByte === NEWLINE && classes.hasFinalNewline) return false;
    const states = this.states;
    const target = states.transitions[state + classes.end]! || this.build(state, classes.end, budget);
    return target < 0 && states.edgeMasks[~target] === 0;
  }

  private build(state: number, symbol: number, budget: StepBudget): number {
    if (this.credit < 1 || this.states.isFull || budget.isSliceOver) return 0;
    this.credit--;
    return this.states.build(state, symbol, budget);
  }
}
