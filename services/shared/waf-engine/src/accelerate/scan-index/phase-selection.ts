import type { RuleSelector, RuleSelectors } from '../../evaluate/state/accelerators.ts';
import type { TransactionState } from '../../evaluate/state/state.ts';
import type { Entry } from '../../model/entry.ts';
import type { OperatorContext } from '../../model/operator.ts';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import type { ScalarVariable } from '../../model/variable.ts';
import { type Candidates, NO_CANDIDATES } from '../candidate-memo/candidate-memo.ts';
import { MAX_PREFILTERED, PackedPrefilter, type Prefilter, passesOver } from '../prefilter/prefilter.ts';
import { SharedInterest, type SharedPrefilter } from '../prefilter/shared-prefilter.ts';
import type { ScanIndex, ScanProfile, ScanSource } from './scan-index.ts';
import { ValueScan } from './value-scan.ts';

const QUIET = 1;
const HIT = 2;

/** The answers for one phase of one transaction; groups are scanned when their first rule is reached. */
export class PhaseSelection implements RuleSelector {
  private readonly index: ScanIndex;
  private state!: TransactionState;
  private context!: OperatorContext;
  /** By group: 0 not yet, otherwise {@link QUIET} or {@link HIT}. */
  private readonly scanned: Uint8Array;
  private readonly candidates: Uint8Array;
  private readonly marked: number[] = [];
  private readonly prefilter = new PackedPrefilter();
  /** By {@link SharedPrefilter.index}. */
  private readonly interests: readonly SharedInterest[];
  /** The packed arguments of the source have been begun. */
  private isPrefiltering = false;
  private answer = QUIET;
  /** Position of a group's scan, which pauses at the end of the budget's slice. */
  private scan: ValueScan | null = null;
  private source = 0;
  /** Index into the packed arguments, then into the entries. */
  private at = 0;
  private entries: readonly Entry[] | null = null;
  /** Values of the packed arguments that the prefilter did not pass over, so far. */
  private interesting = 0;
  /** Of the value being scanned. */
  private profile: ScanProfile | null = null;

  constructor(index: ScanIndex) {
    this.index = index;
    this.scanned = new Uint8Array(index.groups.length);
    this.candidates = new Uint8Array(index.groupOf.length);
    this.interests = Array.from({ length: index.sharedPrefilters }, () => new SharedInterest());
  }

  /** For another transaction. */
  begin(state: TransactionState, context: OperatorContext): this {
    this.state = state;
    this.context = context;
    const scanned = this.scanned;
    for (let group = 0; group < scanned.length; group++) scanned[group] = 0;
    const marked = this.marked;
    for (let index = 0; index < marked.length; index++) this.candidates[marked[index]!] = 0;
    marked.length = 0;
    const interests = this.interests;
    for (let index = 0; index < interests.length; index++) interests[index]!.reset();
    return this;
  }

  /** Scans the group unless that is done. False: the slice is over, to be asked again. */
  resume(group: number): boolean {
    return this.scanned[group] !== 0 || this.resumeScan(group);
  }

  /** False only if the first link of the rule at this position certainly does not match. Its group is ready. */
  mayMatch(position: number): boolean {
    return this.candidates[position] === 1;
  }

  /** No rule of the group may match. */
  isQuiet(group: number): boolean {
    return this.scanned[group] === QUIET;
  }

  private resumeScan(group: number): boolean {
    const { sources } = this.index.groups[group]!;
    const isReused = this.state.inUse.scan_reuse;
    this.scan ??= isReused ? takeScan() : new ValueScan();
    for (; this.source < sources.length; this.source++) {
      if (!this.resumeSource(sources[this.source]!, this.scan)) return false;
    }
    this.source = 0;
    if (isReused) giveBack(this.scan);
    this.scan = null;
    this.scanned[group] = this.answer;
    this.answer = QUIET;
    return true;
  }

  private resumeSource(source: ScanSource, scan: ValueScan): boolean {
    if (source.isXml && this.state.xml === null) return true;
    if (this.entries === null && source.scalar !== null && this.isKnown(source, source.scalar, scan))
      return true;
    if (this.entries === null && !this.resumePacked(source, scan)) return false;
    const entries = this.entries!;
    const { inUse, budget } = this.state;
    const few = inUse.candidate_memo && entries.length <= MANY_VALUES;
    for (; this.at < entries.length; this.at++) {
      const entry = entries[this.at]!;
      if (this.profile === null) {
        if (budget.isSliceOver) return false;
        budget.steps += STEPS_PER_LOOK;
        const before = few && entry.known !== null ? entry.known.candidates[source.number] : undefined;
        if (before !== undefined) {
          if (before.length > 0) this.mark(before);
          continue;
        }
        const profile =
          (entry.key ?? '').length > source.longestKey
            ? source.defaultProfile
            : (source.profiles.get(entry.lowerKey) ?? source.defaultProfile);
        if (profile.empty) {
          if (few) this.learn(entry, NO_CANDIDATES, source, profile);
          continue;
        }
        const prefilter =
          inUse.quick_look && profile === source.defaultProfile && entry.value.length <= MAX_PREFILTERED
            ? source.prefilter
            : null;
        // Examining a short value costs less than looking it up.
        const isShort = prefilter !== null && entry.value.length <= SHORT;
        if (isShort && this.passesOver(entry, source, prefilter, scan)) continue;
        const known = few && entry.known === null ? profile.memo.get(entry.value) : undefined;
        if (known !== undefined) {
          if (known.length > 0) this.mark(known);
          continue;
        }
        if (prefilter !== null && !isShort && this.passesOver(entry, source, prefilter, scan)) continue;
        scan.value.ofText(entry.value);
        scan.begin(source, profile, inUse);
        this.profile = profile;
      }
      const positions = this.finish(scan);
      if (positions === null) return false;
      if (few) this.learn(entry, positions, source, this.profile);
      this.profile = null;
    }
    this.at = 0;
    this.entries = null;
    return true;
  }

  /** Whether no rule of any group, or of this one, looks for anything in the value; that is not to be learned, unless it is for good. */
  private passesOver(entry: Entry, source: ScanSource, prefilter: Prefilter, scan: ValueScan): boolean {
    const { sharedPrefilter: shared } = source;
    const { budget } = this.state;
    const { value } = scan;
    if (shared !== null && entry.known === null) {
      if (entry.prefilter === shared) {
        if (entry.isPlain) return true;
      } else {
        entry.prefilter = shared;
        entry.isPlain = passesOver(shared.prefilter, value.ofText(entry.value), budget);
        if (entry.isPlain) return true;
      }
    }
    if (!passesOver(prefilter, value.ofText(entry.value), budget)) return false;
    if (entry.known !== null && !budget.exceeded) entry.known.candidates[source.number] = NO_CANDIDATES;
    return true;
  }

  /** Nearly all flags are as they always are. Where the slice is over, the way of all other values sees to that. */
  private isKnown(source: ScanSource, scalar: ScalarVariable, scan: ValueScan): boolean {
    const { inUse, budget } = this.state;
    const value = scalar.read(this.state);
    if (value === null) return true;
    if (budget.isSliceOver) return false;
    const { defaultProfile } = source;
    const prefilter = inUse.quick_look && value.length <= MAX_PREFILTERED ? source.prefilter : null;
    // As for entries: a target is another one in each request.
    const isShort = prefilter !== null && value.length <= SHORT;
    if (isShort && passesOver(prefilter, scan.value.ofText(value), budget)) return true;
    const known = inUse.candidate_memo ? defaultProfile.memo.get(value) : undefined;
    if (known !== undefined) {
      budget.steps += STEPS_PER_LOOK;
      if (known.length > 0) this.mark(known);
      return true;
    }
    return prefilter !== null && !isShort && passesOver(prefilter, scan.value.ofText(value), budget);
  }

  /** Scans packed arguments where they stand; what remains is left to be taken one by one. */
  private resumePacked(source: ScanSource, scan: ValueScan): boolean {
    const { list, keys, defaultProfile } = source;
    const { inUse } = this.state;
    const prefilter = inUse.quick_look ? source.prefilter : null;
    const entries = list?.of(this.state) ?? null;
    const packed = entries?.packed ?? null;
    // Without the prefilter, strings that the memo knows are quicker for a few than bytes.
    const asStrings =
      packed === null || (prefilter === null && !defaultProfile.empty && packed.count <= MANY_VALUES);
    if (list === null || entries === null || asStrings) {
      if (!source.prepare(this.state)) return false;
      // Names of many arguments that are entries already are entries of their own.
      if (list?.shows === 'names' && packed === null && !entries!.nameSome(this.state.budget)) return false;
      this.entries = source.entries(this.state);
      return true;
    }
    const areNames = list.shows === 'names';
    const { count } = packed;
    const { value } = scan;
    if (!this.isPrefiltering) {
      this.interesting = 0;
      if (prefilter !== null) this.prefilter.begin(prefilter, packed, keys, inUse.member_repeats);
    }
    this.isPrefiltering = true;
    for (; this.at < count; this.at++) {
      if (this.profile === null) {
        if (!this.passOver(source, prefilter, packed)) return false;
        if (this.at === count) break;
        this.state.budget.steps += STEPS_PER_LOOK;
        const key = keys?.keyOf(packed, this.at) ?? null;
        const profile = key === null ? defaultProfile : source.profiles.get(key)!;
        if (areNames) {
          const names = packed.names();
          names.spell(this.at);
          value.ofBytes(names.arena.bytes, names.start(this.at), names.end(this.at));
        } else value.ofBytes(packed.arena.bytes, packed.valueStart(this.at), packed.valueEnd(this.at));
        this.interesting++;
        const known = this.isMemoAsked() ? profile.memo.get(value.text) : undefined;
        if (known !== undefined) {
          if (known.length > 0) this.mark(known);
          continue;
        }
        scan.begin(source, profile, inUse);
        this.profile = profile;
      }
      const positions = this.finish(scan);
      if (positions === null) return false;
      if (this.isMemoAsked() && !this.state.budget.exceeded) this.profile!.memo.learn(value.text, positions);
      this.profile = null;
    }
    this.isPrefiltering = false;
    this.at = 0;
    this.entries = areNames ? entries.unpackedNames() : entries.unpacked;
    return true;
  }

  /** Advances to the next packed argument that needs a closer look. False: the slice is over. */
  private passOver(source: ScanSource, prefilter: Prefilter | null, packed: PackedArguments): boolean {
    const { budget } = this.state;
    const { keys, defaultProfile, list, sharedPrefilter } = source;
    let next: number;
    if (prefilter !== null && sharedPrefilter !== null)
      return this.passOverShared(source, sharedPrefilter, packed);
    if (prefilter !== null)
      next = this.prefilter.next(this.at, packed.count, list!.shows === 'names', budget);
    else if (keys !== null && defaultProfile.empty) next = keys.next(packed, this.at, budget);
    else return !budget.isSliceOver;
    this.at = next < 0 ? ~next : next;
    return next >= 0;
  }

  /** Among arguments that some group needs, the group's own prefilter selects its own. */
  private passOverShared(
    source: ScanSource,
    sharedPrefilter: SharedPrefilter,
    packed: PackedArguments,
  ): boolean {
    const { budget } = this.state;
    const areNames = source.list!.shows === 'names';
    const usesRepeats = this.state.inUse.member_repeats;
    const interest = this.interests[sharedPrefilter.index]!;
    while (this.at < packed.count) {
      let next = interest.next(sharedPrefilter, packed, this.at, { areNames, usesRepeats }, budget);
      const candidate = next;
      if (next >= 0 && next < packed.count) next = this.prefilter.next(next, next + 1, areNames, budget);
      this.at = next < 0 ? ~next : next;
      if (next < 0) return false;
      if (next === candidate) return true;
    }
    return true;
  }

  /** Prefiltered values never reach the memo, so only the rest counts: a few dozen of a document's hundreds. */
  private isMemoAsked(): boolean {
    return this.state.inUse.candidate_memo && this.interesting <= MANY_VALUES;
  }

  /** Positions of the rules that the value makes candidates, which are marked; `null`: the slice is over. */
  private finish(scan: ValueScan): Candidates | null {
    if (!scan.resume(this.state, this.context)) return null;
    const positions = scan.candidates();
    if (positions.length > 0) this.mark(positions);
    return positions;
  }

  /** Out of budget, a scan says less than there is to say: not for others to learn. */
  private learn(entry: Entry, positions: Candidates, source: ScanSource, profile: ScanProfile): void {
    if (this.state.budget.exceeded) return;
    if (entry.known !== null) entry.known.candidates[source.number] = positions;
    else if (!profile.empty) profile.memo.learn(entry.value, positions);
  }

  private mark(positions: Candidates): void {
    this.answer = HIT;
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at]!;
      if (this.candidates[position] === 1) continue;
      this.candidates[position] = 1;
      this.marked.push(position);
    }
  }
}

/**
 * One object serves transaction after transaction, as most phases run to their end at once. One that is paused keeps its own,
 * and so does one that fails.
 */
export class PhaseSelections implements RuleSelectors {
  readonly groupOf: Int16Array;
  private readonly index: ScanIndex;
  private idle: PhaseSelection | null = null;

  constructor(index: ScanIndex) {
    this.groupOf = index.groupOf;
    this.index = index;
  }

  take(state: TransactionState, context: OperatorContext): PhaseSelection {
    const selection = this.idle ?? new PhaseSelection(this.index);
    this.idle = null;
    return selection.begin(state, context);
  }

  giveBack(selection: PhaseSelection): void {
    this.idle = selection;
  }
}

let idle: ValueScan | null = null;

function takeScan(): ValueScan {
  const scan = idle ?? new ValueScan();
  idle = null;
  return scan;
}

function giveBack(scan: ValueScan): void {
  idle = scan;
}

/** This many values of one request would evict everything else from the memo, and do not recur. */
const MANY_VALUES = 256;
/** Bytes. */
const SHORT = 64;
/** What turning to a value costs, in steps of a matcher. */
const STEPS_PER_LOOK = 24;
