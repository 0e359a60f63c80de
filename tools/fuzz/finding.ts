export type FindingKind = 'exception' | 'invariant' | 'padding' | 'work' | 'hang';

/** Something that is wrong with the product, shown by one input. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly kind: FindingKind;
  /** The smallest input that is known to show it. */
  input: Buffer;

  constructor(kind: FindingKind, detail: string, input: Buffer, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.input = input;
  }

  /** Findings with the same key probably have one cause. */
  get key(): string {
    if (this.kind === 'work' || this.kind === 'padding') return this.kind;
    // What is held against what comes first, then the two that differ.
    const message = this.kind === 'invariant' ? this.message.split(':', 1)[0]! : this.message;
    return `${this.kind} ${message.replace(/\d+/g, '0')} ${this.place()}`;
  }

  private place(): string {
    const stack = this.cause instanceof Error ? (this.cause.stack ?? '') : '';
    return /\/services\/[^\s:)]+:\d+/.exec(stack)?.[0] ?? '';
  }
}

/** Says that something does not hold; the runner knows the input. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

export function expectSame(ours: unknown, theirs: unknown, what: string): void {
  const left = JSON.stringify(ours);
  const right = JSON.stringify(theirs);
  if (left === right) return;
  throw new BrokenInvariant(`${what}: ${shorten(left)} is not ${shorten(right)}`);
}

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
