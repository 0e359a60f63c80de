/** A text put into one of the places of a program that attackers find, such as between the quotes of a SQL string. */
export interface PlacedText {
  readonly text: string;
  readonly position: string;
}

/** What a mutant has to be understood by to count. */
export interface Interpreter {
  /** As the report names it, with its version. */
  readonly name: string;
  readonly positions: readonly string[];
  /** Which of them it still takes for code, not merely for a value, in their order. */
  accepts(texts: readonly PlacedText[]): Promise<readonly boolean[]>;
}
