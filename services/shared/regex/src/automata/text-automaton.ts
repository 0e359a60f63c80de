/** The state from which every text is one of the language, whatever follows. */
export const FOUND_EVERYWHERE = -1;

/**
 * A language of byte strings, one state at a time, for whoever asks about all texts rather than about one: whether two
 * languages have a text in common, and which. States are integers; those that are equal go on alike.
 */
export interface TextAutomaton {
  readonly start: number;
  /** Bytes of one class lead from each state to the same one. */
  readonly classOfByte: Uint16Array;
  /** @throws TooManyStates */
  next(state: number, byte: number): number;
  /** Whether a text that ends here is of the language. */
  accepts(state: number): boolean;
  /** Whether no text is that goes on from here, for certain. */
  isHopeless(state: number): boolean;
}

/** An automaton would grow beyond its bound: what is asked of it is not known. */
export class TooManyStates extends Error {
  override readonly name = 'TooManyStates';

  constructor() {
    super('the automaton has too many states');
  }
}
