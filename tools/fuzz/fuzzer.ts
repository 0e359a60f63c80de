import { Coverage, clearHits, type Feature } from './coverage.ts';
import { BrokenInvariant, Finding } from './finding.ts';
import { findGrowth, growthOfBeginnings } from './linear-work.ts';
import { minimise } from './minimise.ts';
import { Mutator } from './mutator.ts';
import { Random } from './random.ts';
import type { Target } from './target.ts';

/** Of inputs without new coverage, one in this many is checked against the more expensive rules as well. */
const SAMPLED = { compare: 16, padding: 4, work: 128 } as const;
const WORK_TRIES = { newInput: 6, oldInput: 3 } as const;
/** One in this many inputs is generated instead of mutated. */
const GENERATED = 6;
const MAX_FINDINGS = 10;

export interface FuzzerEvents {
  /** Before anything is done with an input. */
  onInput(input: Buffer): void;
  onFinding(finding: Finding): void;
}

export interface KeptInput {
  input: Buffer;
  features: Feature[];
}

/** One run on one target: the same seed, code and number of executions give the same inputs. */
export class Fuzzer {
  private readonly target: Target;
  private readonly events: FuzzerEvents;
  private readonly random: Random;
  private readonly mutator: Mutator;
  private readonly coverage: Coverage;
  private readonly found = new Set<string>();
  readonly kept: KeptInput[] = [];
  executions = 0;
  /** Measurements of work, each of three sizes, and paddings around an attack. */
  workChecks = 0;
  paddings = 0;

  constructor(target: Target, seed: number, words: readonly string[], events: FuzzerEvents) {
    this.target = target;
    this.events = events;
    this.random = new Random(seed);
    this.coverage = new Coverage(target.focus);
    const bytes = [...target.words, ...words].map((word) => Buffer.from(word, 'latin1'));
    this.mutator = new Mutator(this.random, bytes, target.largest, () => this.another());
  }

  get edges(): number {
    return this.coverage.edges;
  }

  get findings(): number {
    return this.found.size;
  }

  /** Runs the corpus, then inputs of its own until `deadline` or enough findings. */
  async run(corpus: readonly Buffer[], isOver: () => boolean): Promise<void> {
    for (const input of corpus) await this.try(input, true);
    while (!isOver() && this.found.size < MAX_FINDINGS) await this.try(this.next(), false);
  }

  /** Applies all checks to one input, independent of its coverage. */
  async check(input: Buffer): Promise<void> {
    await this.try(input, true);
    const growth = this.target.workMayGrow === undefined ? growthOfBeginnings(this.target, input) : null;
    if (growth !== null) this.report(new Finding('work', growth.detail, growth.input), null);
  }

  private next(): Buffer {
    if (this.kept.length === 0 || this.random.chance(GENERATED)) {
      const made = this.target.generate(this.random).subarray(0, this.target.largest);
      return this.random.chance(2) ? made : this.mutator.mutate(made);
    }
    return this.mutator.mutate(this.another());
  }

  /** What was found last leads on more often than what was found first. */
  private another(): Buffer {
    const { length } = this.kept;
    if (length === 0) return this.target.generate(this.random);
    const at = this.random.chance(2)
      ? this.random.below(length)
      : length - 1 - this.random.mostlySmall(length);
    return this.kept[at]!.input;
  }

  private async try(input: Buffer, everything: boolean): Promise<void> {
    this.events.onInput(input);
    this.executions++;
    clearHits();
    const fault = this.readFault(input);
    const isNew = this.coverage.learn();
    if (isNew) this.kept.push({ input: Buffer.from(input), features: this.coverage.features() });
    if (fault !== null) {
      this.report(fault, (smaller) => this.readFault(smaller)?.key === fault.key);
      return;
    }
    const asked = (outOf: number) => everything || isNew || this.random.chance(outOf);
    if (this.target.compare !== undefined && asked(SAMPLED.compare)) await this.compare(input);
    if (this.target.staysBlocked !== undefined && asked(SAMPLED.padding)) this.pad(input);
    if (this.target.workMayGrow === undefined && asked(SAMPLED.work)) {
      this.measure(input, everything || isNew ? WORK_TRIES.newInput : WORK_TRIES.oldInput);
    }
  }

  private readFault(input: Buffer): Finding | null {
    try {
      this.target.read(input);
      return null;
    } catch (error) {
      return asFinding(error, input);
    }
  }

  private async compare(input: Buffer): Promise<void> {
    try {
      await this.target.compare?.(input);
    } catch (error) {
      this.report(asFinding(error, input), null);
    }
  }

  private pad(input: Buffer): void {
    this.paddings++;
    const passes = (padding: Buffer) => this.target.staysBlocked?.(padding) === false;
    try {
      if (passes(input))
        this.report(
          new Finding('padding', 'with this around it, a blocked attack is let through', input),
          passes,
        );
    } catch (error) {
      this.report(asFinding(error, input), null);
    }
  }

  private measure(input: Buffer, tries: number): void {
    this.workChecks++;
    const growth = findGrowth(this.target, input, this.random, tries);
    if (growth === null) return;
    this.report(new Finding('work', growth.detail, growth.input), null);
  }

  /** @param stillShows whether a smaller input has the same finding; null: the input is not reduced. */
  private report(finding: Finding, stillShows: ((smaller: Buffer) => boolean) | null): void {
    // One cause shows in a thousand inputs.
    const { key } = finding;
    if (this.found.has(key)) return;
    this.found.add(key);
    finding.input = Buffer.from(finding.input);
    if (stillShows !== null)
      finding.input = minimise(finding.input, (smaller) => {
        this.events.onInput(smaller);
        return stillShows(smaller);
      });
    this.events.onFinding(finding);
  }
}

function asFinding(error: unknown, input: Buffer): Finding {
  if (error instanceof Finding) return error;
  if (error instanceof BrokenInvariant) return new Finding('invariant', error.message, input, error);
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Finding('exception', detail, input, error);
}
