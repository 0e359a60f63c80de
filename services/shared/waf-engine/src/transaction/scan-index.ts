import type { ByteString } from '../api.ts';
import type { CompiledRule, TransformationChain } from '../compiler/program.ts';
import type { PatternSet, PhraseSet } from '../matching/index.ts';
import type { Entry } from '../variables/entry.ts';
import type { NegativeMemo } from './negative-memo.ts';
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
  /** Every transformed form of a value that some rule wants, and which rules want it. */
  readonly forms: readonly ScanForm[];
  readonly patterns: PatternSet | null;
  readonly phrases: PhraseSet | null;
  /** First word of `phrases`' bits. */
  readonly phraseWord: number;
  readonly words: number;
  /** Rules with `!`: candidates where their pattern is *not* found. */
  readonly negated: Uint32Array;
  /** Position in the phase by bit. */
  readonly positions: Int32Array;
  readonly defaultProfile: ScanProfile;
  /** By lower-case key, for rules that select a key. */
  readonly profiles: ReadonlyMap<string, ScanProfile>;
}

export interface ScanForm {
  readonly chain: TransformationChain;
  /** Bytes without which the chain leaves a value as it is; `null`: no such promise. */
  readonly triggers: Uint32Array | null;
  readonly rules: Uint32Array;
}

export interface ScanProfile {
  readonly rules: Uint32Array;
  readonly empty: boolean;
  /** Values of which it is known that no rule of this profile matches them. */
  readonly memo: NegativeMemo;
}

/** The answer for one phase of one transaction; groups are scanned when their first rule is reached. */
export class PhaseSelection {
  readonly #index: ScanIndex;
  readonly #state: TransactionState;
  readonly #scanned: Uint8Array;
  readonly #candidates: Uint8Array;

  constructor(index: ScanIndex, state: TransactionState) {
    this.#index = index;
    this.#state = state;
    this.#scanned = new Uint8Array(index.groups.length);
    this.#candidates = new Uint8Array(index.groupOf.length);
  }

  /** False only if the rule's first link certainly does not match. */
  mayMatch(rule: CompiledRule): boolean {
    const group = this.#index.groupOf[rule.position]!;
    if (group < 0) return true;
    if (this.#scanned[group] === 0) {
      this.#scanned[group] = 1;
      for (const source of this.#index.groups[group]!.sources)
        scanSource(this.#state, source, this.#candidates);
    }
    return this.#candidates[rule.position] === 1;
  }
}

const presence = new Uint32Array(8);
let found = new Uint32Array(16);
let wanted = new Uint32Array(16);

function scanSource(state: TransactionState, source: ScanSource, candidates: Uint8Array): void {
  for (const entry of source.entries(state)) {
    const profile =
      source.profiles.size === 0
        ? source.defaultProfile
        : (source.profiles.get(entry.lowerKey) ?? source.defaultProfile);
    if (profile.empty || profile.memo.has(entry.value)) continue;
    const any = scanValue(state, source, profile, entry.value, candidates);
    if (!any && !state.budget.exceeded) profile.memo.learn(entry.value);
  }
}

function scanValue(
  state: TransactionState,
  source: ScanSource,
  profile: ScanProfile,
  value: ByteString,
  candidates: Uint8Array,
): boolean {
  const { words } = source;
  if (wanted.length < words) {
    wanted = new Uint32Array(words);
    found = new Uint32Array(words);
  }
  measurePresence(value);
  wanted.fill(0, 0, words);
  let changed: ByteString[] | null = null;
  let changedForms: ScanForm[] | null = null;
  for (const form of source.forms) {
    if (!intersects(form.rules, profile.rules)) continue;
    if (form.triggers === null || intersects(form.triggers, presence)) {
      const transformed = state.transformed.apply(form.chain, value);
      if (transformed !== value) {
        changed ??= [];
        changedForms ??= [];
        changed.push(transformed);
        changedForms.push(form);
        continue;
      }
    }
    join(wanted, form.rules, words);
  }
  let any = scanOne(state, source, profile, value, candidates);
  if (changed === null || changedForms === null) return any;
  for (let index = 0; index < changed.length; index++) {
    const transformed = changed[index]!;
    if (changed.indexOf(transformed) < index) continue;
    wanted.fill(0, 0, words);
    for (let other = index; other < changed.length; other++) {
      if (changed[other] === transformed) join(wanted, changedForms[other]!.rules, words);
    }
    if (scanOne(state, source, profile, transformed, candidates)) any = true;
  }
  return any;
}

/** Scans one form of a value for the rules in `wanted`; marks the candidates. */
function scanOne(
  state: TransactionState,
  source: ScanSource,
  profile: ScanProfile,
  value: ByteString,
  candidates: Uint8Array,
): boolean {
  const { words, negated, positions } = source;
  found.fill(0, 0, words);
  source.patterns?.scan(value, found, state.budget);
  if (source.phrases !== null) {
    const phraseFound = source.phraseWord === 0 ? found : found.subarray(source.phraseWord);
    source.phrases.scan(value, phraseFound);
  }
  let any = false;
  for (let word = 0; word < words; word++) {
    let bits = (found[word]! ^ negated[word]!) & wanted[word]! & profile.rules[word]!;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      candidates[positions[word * 32 + bit]!] = 1;
      any = true;
      bits &= bits - 1;
    }
  }
  return any;
}

function measurePresence(value: ByteString): void {
  presence.fill(0);
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    presence[code >> 5]! |= 1 << (code & 31);
  }
}

function intersects(left: Uint32Array, right: Uint32Array): boolean {
  for (let word = 0; word < left.length; word++) if ((left[word]! & right[word]!) !== 0) return true;
  return false;
}

function join(into: Uint32Array, from: Uint32Array, words: number): void {
  for (let word = 0; word < words; word++) into[word]! |= from[word]!;
}
