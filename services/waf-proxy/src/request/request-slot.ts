/**
 * State of a request that belongs to one feature, which declares the slot and alone writes it. `RequestContext` keeps the
 * values without knowing what they are.
 */
export class RequestSlot<T> {
  /** For people who look at a request in a debugger. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Undefined: nothing was kept for this request. */
  read({ slots }: SlotHolder): T | undefined {
    for (let kept = slots; kept !== null; kept = kept.next)
      if (kept.slot === (this as RequestSlot<unknown>)) return kept.value as T;
    return undefined;
  }

  keep(holder: SlotHolder, value: T): void {
    for (let kept = holder.slots; kept !== null; kept = kept.next) {
      if (kept.slot !== (this as RequestSlot<unknown>)) continue;
      kept.value = value;
      return;
    }
    holder.slots = { slot: this as RequestSlot<unknown>, value, next: holder.slots };
  }
}

/** One after another: a request has one or two, for which a map would cost more than to make them. */
interface KeptValue {
  readonly slot: RequestSlot<unknown>;
  value: unknown;
  readonly next: KeptValue | null;
}

export interface SlotHolder {
  /** Null: no feature keeps anything, as for most requests. */
  slots: KeptValue | null;
}
