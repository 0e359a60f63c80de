import type { PatternSet, PhraseSet } from '@palisade/regex';
import type { TransactionState } from '../../evaluate/state/state.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { Entry } from '../../model/entry.ts';
import type { CompiledOperator } from '../../model/operator.ts';
import type { PackedKeys } from '../../model/packed-keys.ts';
import type { CollectionVariable, ScalarVariable } from '../../model/variable.ts';
import type { CandidateMemo } from '../candidate-memo/candidate-memo.ts';
import type { Prefilter } from '../prefilter/prefilter.ts';
import type { SharedPrefilter } from '../prefilter/shared-prefilter.ts';

/**
 * Selects rules by value. Instead of evaluating every rule on every value, each distinct (transformed) value is scanned
 * once for the patterns of all rules that inspect its variable; only rules with a hit are evaluated.
 *
 *     rules of a phase ─▶ groups (same gate, so that skipped paranoia levels cost nothing)
 *                           └▶ sources (one variable each: ARGS, REQUEST_HEADERS, …)
 *                                └▶ profiles (which of the source's rules see a value under this key)
 */
export interface ScanIndex {
  readonly groups: readonly ScanGroup[];
  /** By position in the phase; -1 where a rule is always evaluated. */
  readonly groupOf: Int16Array;
  /** How many {@link SharedPrefilter}s there are. */
  readonly sharedPrefilters: number;
}

export interface ScanGroup {
  readonly sources: readonly ScanSource[];
}

export interface ScanSource {
  /** Among all sources of the rule set. */
  readonly number: number;
  readonly name: string;
  /** All values of the variable; selectors are dealt with by profiles. */
  entries(state: TransactionState): readonly Entry[];
  /** Makes some of those that may be very many; false: the slice is over, to be asked again. */
  prepare(state: TransactionState): boolean;
  /** There is nothing where the body is no document of XML. */
  readonly isXml: boolean;
  /** Where the variable is no collection: no entry need be made of a value that the memo knows. */
  readonly scalar: ScalarVariable | null;
  /** Where the variable may hold packed arguments. */
  readonly list: NonNullable<CollectionVariable['list']> | null;
  /** For the rules that select no key; `null` where one needs more than it can tell. */
  readonly prefilter: Prefilter | null;
  /** Where other groups inspect the same arguments; `null`: none does. */
  readonly sharedPrefilter: SharedPrefilter | null;
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
  /** Length of the longest of these keys; 0 without keys. */
  readonly longestKey: number;
  /** Index of these keys for packed arguments; null without keys. */
  readonly keys: PackedKeys | null;
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
  /** All that may change a value: without these bits of {@link stepsTriggeredBy} there is but one form. */
  readonly triggers: number;
  readonly memo: CandidateMemo;
}
