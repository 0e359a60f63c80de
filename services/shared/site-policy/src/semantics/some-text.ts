import { FOUND_EVERYWHERE, type TextAutomaton, TooManyStates } from '@palisade/regex';
import type { WorkBudget } from './work-budget.ts';

/** States of all automata together that one search may come to. */
const MAX_STATES = 20_000;

/** Bytes from which examples are made, the plainest first. */
const PLAIN_FIRST: readonly number[] = [
  ...[...'abcdefghijklmnopqrstuvwxyz0123456789/-_.=ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((one) =>
    one.charCodeAt(0),
  ),
  ...Array.from({ length: 0x5f }, (_, at) => at + 0x20),
  ...Array.from({ length: 0x80 }, (_, at) => at + 0x80),
  ...Array.from({ length: 0x20 }, (_, at) => at),
  0x7f,
];

export interface TextQuestion {
  readonly inAll: readonly TextAutomaton[];
  readonly inNone: readonly TextAutomaton[];
}

/** A shortest text that is in all languages of `inAll` and in none of `inNone`. Null: there is none; `unknown`: too many states to search. */
export function someText({ inAll, inNone }: TextQuestion, work: WorkBudget): string | null | 'unknown' {
  if (inAll.some((automaton) => inNone.includes(automaton))) return null;
  try {
    return new ProductSearch([...new Set(inAll)], [...new Set(inNone)], work).run();
  } catch (error) {
    if (error instanceof TooManyStates) return 'unknown';
    throw error;
  }
}

interface Reached {
  readonly states: readonly number[];
  readonly from: Reached | null;
  readonly byte: number;
}

/** Breadth first over the product of the automata, whose states come to be as the search leads to them. */
class ProductSearch {
  private readonly automata: readonly TextAutomaton[];
  /** This many of the automata must accept; the following ones must not. */
  private readonly wanted: number;
  private readonly bytes: readonly number[];
  private readonly work: WorkBudget;
  private readonly seen = new Set<string>();
  private readonly queue: Reached[] = [];

  constructor(inAll: readonly TextAutomaton[], inNone: readonly TextAutomaton[], work: WorkBudget) {
    this.automata = [...inAll, ...inNone];
    this.wanted = inAll.length;
    this.bytes = bytesThatDiffer(this.automata);
    this.work = work;
    work.spend(256 * this.automata.length);
  }

  run(): string | null | 'unknown' {
    this.add({ states: this.automata.map(({ start }) => start), from: null, byte: 0 });
    for (const reached of this.queue) {
      if (this.isAnswer(reached)) return textOf(reached);
      if (this.seen.size > MAX_STATES || this.work.isSpent) return 'unknown';
      this.work.spend(this.bytes.length * this.automata.length);
      for (const byte of this.bytes) {
        const states = this.automata.map((automaton, at) => automaton.next(reached.states[at]!, byte));
        this.add({ states, from: reached, byte });
      }
    }
    return null;
  }

  private add(reached: Reached): void {
    if (this.isHopeless(reached)) return;
    const key = reached.states.join(',');
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.queue.push(reached);
  }

  private isHopeless({ states }: Reached): boolean {
    return this.automata.some((automaton, at) =>
      at < this.wanted ? automaton.isHopeless(states[at]!) : states[at] === FOUND_EVERYWHERE,
    );
  }

  private isAnswer({ states }: Reached): boolean {
    return this.automata.every((automaton, at) => automaton.accepts(states[at]!) === at < this.wanted);
  }
}

/** One byte of each equivalence class of the automata. */
function bytesThatDiffer(automata: readonly TextAutomaton[]): number[] {
  const seen = new Set<string>();
  return PLAIN_FIRST.filter((byte) => {
    const signature = automata.map(({ classOfByte }) => classOfByte[byte]).join(',');
    if (seen.has(signature)) return false;
    seen.add(signature);
    return true;
  });
}

function textOf(reached: Reached): string {
  const bytes: number[] = [];
  for (let at: Reached = reached; at.from !== null; at = at.from) bytes.push(at.byte);
  return String.fromCharCode(...bytes.reverse());
}
