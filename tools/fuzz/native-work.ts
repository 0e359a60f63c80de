/**
 * Work inside built-in functions, which no counter of ours sees: a search through a text, a copy of a buffer. Without it, a
 * loop that searches the whole rest of a body each time would look linear.
 */
const units = new Map<string, number>();

export function clearNativeWork(): void {
  units.clear();
}

/** Built-in functions go through bytes much quicker than code of ours. */
const UNITS_PER_STEP = 4;

/** Bytes, characters or elements that built-in functions have gone through, as steps. */
export function nativeWork(): number {
  let total = 0;
  for (const count of units.values()) total += count;
  return Math.floor(total / UNITS_PER_STEP);
}

/** The function that has gone through most. */
export function busiestFunction(): string {
  return [...units].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0];
}

/** @param from where a pattern began to look, before the call */
type Cost = (self: unknown, result: unknown, args: readonly unknown[], from: number) => number;

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) || ArrayBuffer.isView(value)
    ? (value as { length: number }).length
    : 0;
const whole: Cost = (self) => lengthOf(self);
const made: Cost = (_self, result) => lengthOf(result);
/** From where it began up to what was found, or to the end. */
const searched: Cost = (self, result, args) => {
  const from = typeof args[1] === 'number' ? args[1] : 0;
  return typeof result === 'number' && result >= 0 ? Math.max(0, result - from) : lengthOf(self) - from;
};

/** A sticky pattern looks at what it matches; another at all that comes before, too. */
const matched: Cost = (self, result, args, from) => {
  const pattern = self as RegExp;
  const found = result as RegExpExecArray | null;
  if (found !== null) return found.index + found[0].length - from;
  return pattern.sticky ? 1 : String(args[0] ?? '').length - from;
};

const TABLE: readonly [object, Readonly<Record<string, Cost>>][] = [
  [
    String.prototype,
    {
      indexOf: searched,
      lastIndexOf: whole,
      includes: whole,
      split: whole,
      replaceAll: whole,
      toLowerCase: whole,
      toUpperCase: whole,
      repeat: made,
      trim: whole,
    },
  ],
  [RegExp.prototype, { exec: matched }],
  [
    Array.prototype,
    {
      indexOf: searched,
      includes: whole,
      shift: whole,
      unshift: whole,
      splice: whole,
      slice: made,
      concat: made,
      join: made,
    },
  ],
  [
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    { set: (_self, _result, args) => lengthOf(args[0]), fill: whole, indexOf: searched, slice: made },
  ],
  [Buffer, { concat: made, from: made }],
  [
    Buffer.prototype,
    {
      copy: (_self, result) => Number(result),
      toString: made,
      write: (_self, result) => Number(result),
      indexOf: searched,
      equals: whole,
    },
  ],
];

/** Wraps the built-in functions of this thread. */
export function countNativeWork(): void {
  for (const [owner, costs] of TABLE) {
    for (const [name, cost] of Object.entries(costs)) wrap(owner as Record<string, unknown>, name, cost);
  }
}

function wrap(owner: Record<string, unknown>, name: string, cost: Cost): void {
  const original = owner[name] as (...args: unknown[]) => unknown;
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    enumerable: false,
    value: function counted(this: unknown, ...args: unknown[]): unknown {
      const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
      const result = Reflect.apply(original, this, args);
      units.set(name, (units.get(name) ?? 0) + cost(this, result, args, from));
      return result;
    },
  });
}
