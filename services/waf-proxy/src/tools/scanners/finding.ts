/** What a scanner says that it found at one target. */
export interface Finding {
  readonly scanner: string;
  readonly what: string;
  readonly found: readonly string[];
  readonly seconds: number;
  readonly cut: boolean;
  /** All that it printed. */
  readonly said: string;
}
