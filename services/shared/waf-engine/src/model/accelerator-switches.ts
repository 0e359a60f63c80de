/**
 * Optimisations that must not change any result. Without them, every rule is evaluated on every value. Each can be
 * switched off alone, in tests and tools, and at the edge within seconds.
 */
export const ACCELERATORS = {
  scan_index: { saves: 'asking each rule about each value: values are scanned once for all rules' },
  quick_look: { saves: 'scanning values of which one pass tells that no rule wants them' },
  candidate_memo: { saves: 'looking again at short values that come again: header values, names, methods' },
  transformation_cache: { saves: 'transforming a value once more for each rule with the same chain' },
  transformation_triggers: { saves: 'transformations of values without a byte that they change' },
  site_plans: { saves: 'rules that look at no request: they are run when a site is loaded' },
  packed_arguments: { saves: 'an object for each member of a document' },
  member_repeats: { saves: 'looking again at names and values that a document has had before' },
  request_look: { saves: 'a reader for requests in which no value holds another' },
  value_look: { saves: 'reading values that cannot hold another' },
  sql_look: { saves: 'the SQL tokens of values of words that mean nothing in SQL' },
  single_values: { saves: 'resolving the targets of rules that look at one value' },
  automaton_states: { saves: 'simulating patterns: states of automata are kept as they are met' },
  scan_reuse: { saves: 'making the objects of a scan anew for each request' },
} as const satisfies Record<string, { readonly saves: string }>;

export type Accelerator = keyof typeof ACCELERATORS;
export const ACCELERATOR_NAMES = Object.freeze(Object.keys(ACCELERATORS)) as readonly Accelerator[];

/** True: in use. A transaction keeps the flags with which it began. */
export type AcceleratorFlags = Readonly<Record<Accelerator, boolean>>;

export function isAccelerator(name: string): name is Accelerator {
  return Object.hasOwn(ACCELERATORS, name);
}

/** The switches of one rule set. Changes apply from the next transaction on. */
export class AcceleratorSwitches {
  private storedInUse: AcceleratorFlags;

  constructor(off: readonly Accelerator[] = []) {
    this.storedInUse = allBut(off);
  }

  get inUse(): AcceleratorFlags {
    return this.storedInUse;
  }

  /** Switches exactly these off, and all others on. */
  switchOff(off: readonly Accelerator[]): void {
    this.storedInUse = allBut(off);
  }
}

const allBut = (off: readonly Accelerator[]): AcceleratorFlags =>
  Object.freeze(
    Object.fromEntries(ACCELERATOR_NAMES.map((name) => [name, !off.includes(name)])),
  ) as AcceleratorFlags;
