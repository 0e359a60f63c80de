import type { Nfa } from '../automata/nfa.ts';
import { DEAD, type DfaLimits, StateTable } from '../automata/state-table.ts';
import { FOUND_EVERYWHERE, type TextAutomaton, TooManyStates } from '../automata/text-automaton.ts';
import { StepBudget } from '../budget/step-budget.ts';

const NEWLINE = 0x0a;

interface Move {
  readonly target: number;
  readonly found: boolean;
}

/**
 * The texts in which a pattern occurs, over the very states by which the matcher looks for it. A state here is one of the
 * matcher's and a bit: whether the text may end here, which behind a newline depends on its being the last byte.
 */
export class PatternLanguage implements TextAutomaton {
  readonly start: number;
  readonly classOfByte: Uint16Array;
  private readonly nfa: Nfa;
  private readonly states: StateTable;
  private readonly budget = new StepBudget({ build: Number.POSITIVE_INFINITY });

  constructor(nfa: Nfa, limits: DfaLimits) {
    this.nfa = nfa;
    this.states = new StateTable(nfa, limits);
    this.classOfByte = Uint16Array.from(nfa.classes.ofByte);
    if (nfa.classes.hasFinalNewline) this.classOfByte[NEWLINE] = nfa.classes.finalNewline;
    this.start = this.stateOf(this.states.start, this.endsIn(this.states.start));
  }

  next(state: number, byte: number): number {
    if (state === FOUND_EVERYWHERE) return state;
    const { classes } = this.nfa;
    const from = state >> 1;
    const { target, found } = this.move(from, classes.ofByte[byte]!);
    if (found) return FOUND_EVERYWHERE;
    if (byte !== NEWLINE || !classes.hasFinalNewline) return this.stateOf(target, this.endsIn(target));
    const last = this.move(from, classes.finalNewline);
    return this.stateOf(target, last.found || this.endsIn(last.target));
  }

  accepts(state: number): boolean {
    return state === FOUND_EVERYWHERE || (state & 1) === 1;
  }

  isHopeless(state: number): boolean {
    return state === DEAD;
  }

  private stateOf(state: number, mayEnd: boolean): number {
    return state * 2 + (mayEnd ? 1 : 0);
  }

  private endsIn(state: number): boolean {
    return this.move(state, this.nfa.classes.end).found;
  }

  private move(state: number, symbol: number): Move {
    if (state === DEAD) return { target: DEAD, found: false };
    const { states } = this;
    const target = states.transitions[state + symbol]! || states.build(state, symbol, this.budget);
    if (target === 0) throw new TooManyStates();
    if (target > 0) return { target, found: false };
    return { target: states.edgeTargets[~target]!, found: states.edgeMasks[~target] !== 0 };
  }
}
