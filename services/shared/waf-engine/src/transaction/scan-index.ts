import type { ByteString } from '../api.ts';
import type { TransformationChain } from '../compiler/program.ts';
import { type PatternSet, type PhraseSet, Subject } from '../matching/index.ts';
import type { CompiledOperator, OperatorContext } from '../operators/types.ts';
import { transformations } from '../transformations/index.ts';
import { LOWERCASE_BIT, stepsTriggeredBy } from '../transformations/trigger-bits.ts';
import type { Entry } from '../variables/entry.ts';
import type { CollectionVariable } from '../variables/types.ts';
import { type CandidateMemo, type Candidates, NO_CANDIDATES } from './candidate-memo.ts';
import { isOfNoInterest, type QuickLook } from './quick-look.ts';
import type { TransactionState } from './state.ts';

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
  /** All that may change a value: without these bits of {@link stepsTriggeredBy} there is but one form. */
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
/**
 * One automaton for all patterns is fastest for ordinary values, of which few transformations change anything. A long value
 * that has many different forms is made to do harm: it leads to new states everywhere, and then work grows with the number
 * of patterns, so each form is asked for its own rules' patterns only.
 */
const MANY_BYTES = 8192;

/** Longer values are lower-cased like any other form, so that what follows from {@link MANY_BYTES} holds for them. */
const LOWERED_AT_ONCE = 1024;

// Scratch space: a scan runs to its end before the next begins. Words beyond a source's own are never looked at.
let found = new Uint32Array(16);
let wanted = new Uint32Array(16);
let loweredWanted = new Uint32Array(16);
let hits = new Uint32Array(16);
let alone = new Uint32Array(16);
let changedBytes = 0;
const LOWER = transformations.lowercase!.map!;
const scanned = new Subject();
const transformedValue = new Subject();

function scanValue(
  state: TransactionState,
  context: OperatorContext,
  source: ScanSource,
  profile: ScanProfile,
  value: Subject,
): Candidates {
  const { words } = source;
  if (wanted.length < words) {
    wanted = new Uint32Array(words);
    loweredWanted = new Uint32Array(words);
    found = new Uint32Array(words);
    hits = new Uint32Array(words);
  }
  for (let word = 0; word < words; word++) hits[word] = 0;
  const triggered = stepsTriggeredBy(value, profile.triggers);
  if (triggered === 0) {
    scanForm(state, context, source, profile.rules, value, NO_FORMS);
    return positionsOf(source);
  }
  for (let word = 0; word < words; word++) wanted[word] = 0;
  let changed: ByteString[] | null = null;
  let changedForms: ScanForm[] | null = null;
  let lowered = false;
  for (const form of profile.forms) {
    const { chain } = form;
    const bits = chain.triggerBits & triggered;
    if (bits === LOWERCASE_BIT && value.length <= LOWERED_AT_ONCE) {
      if (!lowered) for (let word = 0; word < words; word++) loweredWanted[word] = 0;
      lowered = true;
      join(loweredWanted, form.rules, words);
      continue;
    }
    if (bits !== 0) {
      const transformed = state.transformed.apply(chain, value.text);
      if (transformed !== value.text) {
        changed ??= [];
        changedForms ??= [];
        changed.push(transformed);
        changedForms.push(form);
        continue;
      }
    }
    join(wanted, form.rules, words);
  }
  scanForm(state, context, source, wanted, value, NO_FORMS);
  if (lowered) {
    scanForm(state, context, source, loweredWanted, transformedValue.ofMapped(value, LOWER), NO_FORMS);
  }
  if (changed !== null && changedForms !== null) {
    changedBytes = 0;
    for (let index = 0; index < changed.length; index++) {
      if (changed.indexOf(changed[index]!) === index) changedBytes += changed[index]!.length;
    }
    for (let index = 0; index < changed.length; index++) {
      const transformed = changed[index]!;
      if (changed.indexOf(transformed) < index) continue;
      for (let word = 0; word < words; word++) wanted[word] = 0;
      const forms: ScanForm[] = [];
      for (let other = index; other < changed.length; other++) {
        if (changed[other] !== transformed) continue;
        forms.push(changedForms[other]!);
        join(wanted, changedForms[other]!.rules, words);
      }
      scanForm(state, context, source, wanted, transformedValue.ofText(transformed), forms);
    }
  }
  return positionsOf(source);
}

const NO_FORMS: readonly ScanForm[] = [];

/** Scans one form of a value for the wanted rules; adds to `hits`. */
function scanForm(
  state: TransactionState,
  context: OperatorContext,
  source: ScanSource,
  wanted: Uint32Array,
  value: Subject,
  forms: readonly ScanForm[],
): void {
  const { words, negated, tests } = source;
  for (let word = 0; word < words; word++) found[word] = 0;
  if (source.patterns !== null && anyOf(wanted, 0, source.phraseWord)) {
    if (forms.length > 0 && changedBytes > MANY_BYTES) {
      for (const form of forms) {
        if (form.patterns !== null) scanAlone(state, form.patterns, form.patternBits, value);
      }
    } else source.patterns.scan(value, found, state.budget);
  }
  if (source.phrases !== null && anyOf(wanted, source.phraseWord, source.testWord)) {
    scanAlone(state, source.phrases, source.phraseBits, value);
  }
  for (let index = 0; index < tests.length; index++) {
    const { bit, operator } = tests[index]!;
    const flag = 1 << (bit & 31);
    if ((wanted[bit >> 5]! & flag) === 0) continue;
    const { scan } = operator;
    const holds = scan?.kind === 'test' ? scan.test(value) : operator.evaluate(value.text, context);
    if (holds) found[bit >> 5]! |= flag;
  }
  for (let word = 0; word < words; word++) hits[word]! |= (found[word]! ^ negated[word]!) & wanted[word]!;
}

/** Scans with a set whose bits are not the source's, and translates what it finds. */
function scanAlone(
  state: TransactionState,
  set: PatternSet | PhraseSet,
  bits: Int32Array,
  value: Subject,
): void {
  const words = (bits.length + 31) >>> 5;
  if (alone.length < words) alone = new Uint32Array(words);
  alone.fill(0, 0, words);
  set.scan(value, alone, state.budget);
  for (let index = 0; index < bits.length; index++) {
    const bit = bits[index]!;
    if (bit >= 0 && (alone[index >> 5]! & (1 << (index & 31))) !== 0) found[bit >> 5]! |= 1 << (bit & 31);
  }
}

function positionsOf({ words, positions }: ScanSource): Candidates {
  let result: number[] | null = null;
  for (let word = 0; word < words; word++) {
    let bits = hits[word]!;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      result ??= [];
      result.push(positions[word * 32 + bit]!);
      bits &= bits - 1;
    }
  }
  return result ?? NO_CANDIDATES;
}

function anyOf(bits: Uint32Array, from: number, to: number): boolean {
  for (let word = from; word < to; word++) if (bits[word] !== 0) return true;
  return false;
}

function join(into: Uint32Array, from: Uint32Array, words: number): void {
  for (let word = 0; word < words; word++) into[word]! |= from[word]!;
}
