import type { ByteString } from '../api.ts';
import type { TransformationChain } from '../compiler/program.ts';
import { type PatternSet, type PhraseSet, Subject } from '../matching/index.ts';
import type { CompiledOperator, OperatorContext } from '../operators/types.ts';
import type { Entry } from '../variables/entry.ts';
import type { CollectionVariable } from '../variables/types.ts';
import type { CandidateMemo, Candidates } from './candidate-memo.ts';
import { isOfNoInterest, type QuickLook } from './quick-look.ts';
import type { TransactionState } from './state.ts';
import { scanValue } from './value-scan.ts';

/**
 * Selects rules by value. Instead of asking every rule about every value, each distinct (transformed) value is scanned
 * once for the patterns of all rules that look at its variable; only rules of which something was found are evaluated.
 *
 *     rules of a phase ─▶ groups (same gate, so that skipped paranoia levels cost nothing)
 *                           └▶ sources (one variable each: ARGS, REQUEST_HEADERS, …)
 *                                └▶ profiles (which of the source's rules see a value under this key)
 */
export interface ScanIndex {
  readonly groups: readonly ScanGroup[];
  /** By position in the phase; -1 where a rule is always evaluated. */
  readonly groupOf: Int16Array;
}

export interface ScanGroup {
  readonly sources: readonly ScanSource[];
}

export interface ScanSource {
  readonly name: string;
  /** All values of the variable; selectors are dealt with by profiles. */
  entries(state: TransactionState): readonly Entry[];
  /** Where the variable may hold packed arguments, and no rule asks for keys. */
  readonly list: NonNullable<CollectionVariable['list']> | null;
  /** `null` where a rule asks for more than that shows. */
  readonly quickLook: QuickLook | null;
  readonly patterns: PatternSet | null;
  readonly phrases: PhraseSet | null;
  /** The source's bit of each list in `phrases`; -1 where no rule of this source wants it. */
  readonly phraseBits: Int32Array;
  /** Rules whose operators cannot share a scan: each is asked about each distinct value. */
  readonly tests: readonly ScanTest[];
  /** First words of the bits of `phrases` and of `tests`. */
  readonly phraseWord: number;
  readonly testWord: number;
  readonly words: number;
  /** Rules with `!`: candidates where their pattern is *not* found. */
  readonly negated: Uint32Array;
  /** Position in the phase by bit. */
  readonly positions: Int32Array;
  readonly defaultProfile: ScanProfile;
  /** By lower-case key, for rules that select a key. */
  readonly profiles: ReadonlyMap<string, ScanProfile>;
}

export interface ScanTest {
  readonly bit: number;
  readonly operator: CompiledOperator;
}

/** A transformed form of values, and the rules of one profile that want it. */
export interface ScanForm {
  readonly chain: TransformationChain;
  readonly rules: Uint32Array;
  /** The patterns of these rules alone, and their bits in the source. */
  readonly patterns: PatternSet | null;
  readonly patternBits: Int32Array;
}

export interface ScanProfile {
  readonly rules: Uint32Array;
  readonly empty: boolean;
  readonly forms: readonly ScanForm[];
  /** All that may change a value: without these bits of {@link  there is but one form. */
  readonly triggers: number;
  readonly memo: CandidateMemo;
}

const QUIET = 1;
const HIT = 2;

/** The answer for one phase of one transaction; groups are scanned when their first rule is reached. */
export class PhaseSelection {
  readonly #index: ScanIndex;
  #state!: TransactionState;
  #context!: OperatorContext;
  /** By group: 0 not yet, otherwise {@link QUIET} or {@link HIT}. */
  readonly #scanned: Uint8Array;
  readonly #candidates: Uint8Array;
  readonly #marked: number[] = [];
  #answer = QUIET;

  constructor(index: ScanIndex) {
    this.#index = index;
    this.#scanned = new Uint8Array(index.groups.length);
    this.#candidates = new Uint8Array(index.groupOf.length);
  }

  /** For another transaction: phases run to their end, so one object serves all, one after the other. */
  begin(state: TransactionState, context: OperatorContext): this {
    this.#state = state;
    this.#context = context;
    const scanned = this.#scanned;
    for (let group = 0; group < scanned.length; group++) scanned[group] = 0;
    const marked = this.#marked;
    for (let index = 0; index < marked.length; index++) this.#candidates[marked[index]!] = 0;
    marked.length = 0;
    return this;
  }

  /** False only if the first link of the rule at this position certainly does not match. */
  mayMatch(group: number, position: number): boolean {
    if (this.#scanned[group] === 0) this.#scanned[group] = this.#scan(this.#index.groups[group]!);
    return this.#candidates[position] === 1;
  }

  /** No rule of the group may match. */
  isQuiet(group: number): boolean {
    return this.#scanned[group] === QUIET;
  }

  #scan(group: ScanGroup): number {
    this.#answer = QUIET;
    for (const source of group.sources) {
      const entries = this.#scanPacked(source) ?? source.entries(this.#state);
      const few = entries.length <= MANY_VALUES;
      for (let index = 0; index < entries.length; index++) {
        const entry = entries[index]!;
        const profile =
          source.profiles.size === 0
            ? source.defaultProfile
            : (source.profiles.get(entry.lowerKey) ?? source.defaultProfile);
        if (profile.empty) continue;
        const known = few ? profile.memo.get(entry.value) : undefined;
        const positions = known ?? this.#scanAndLearn(source, profile, entry.value, few);
        if (positions.length > 0) this.#mark(positions);
      }
    }
    return this.#answer;
  }

  #mark(positions: Candidates): void {
    this.#answer = HIT;
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at]!;
      if (this.#candidates[position] === 1) continue;
      this.#candidates[position] = 1;
      this.#marked.push(position);
    }
  }

  /** Scans packed arguments where they stand; what remains is returned to be taken one by one. */
  #scanPacked(source: ScanSource): readonly Entry[] | null {
    const { list, defaultProfile, quickLook } = source;
    if (list === null) return null;
    const entries = list.of(this.#state);
    const { packed } = entries;
    if (packed === null) return null;
    const areNames = list.shows === 'names';
    const { bytes } = packed.arena;
    const { budget } = this.#state;
    for (let index = 0; index < packed.count; index++) {
      const start = areNames ? packed.nameStart(index) : packed.valueStart(index);
      const end = areNames ? packed.nameEnd(index) : packed.valueEnd(index);
      const value = scanned.ofBytes(bytes, start, end);
      if (quickLook !== null && isOfNoInterest(quickLook, defaultProfile.triggers, value, budget)) continue;
      const positions = scanValue(this.#state, this.#context, source, defaultProfile, value);
      if (positions.length > 0) this.#mark(positions);
    }
    return areNames ? entries.unpackedNames() : entries.unpacked;
  }

  #scanAndLearn(source: ScanSource, profile: ScanProfile, value: ByteString, learn: boolean): Candidates {
    const state = this.#state;
    const result = scanValue(state, this.#context, source, profile, scanned.ofText(value));
    // Out of budget, a scan says less than there is to say: not for others to learn.
    if (learn && !state.budget.exceeded) profile.memo.learn(value, result);
    return result;
  }
}

/** So many values of one request would push everything else out of the memo, and do not come again. */
const MANY_VALUES = 256;
const scanned = new Subject();
