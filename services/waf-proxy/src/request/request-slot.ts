/**
 * Per-request state of one feature, which declares the slot and is its only writer. `RequestContext` stores the values
 * without knowing their types.
 */
export class RequestSlot<T> {
  /** Shown in debuggers. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Undefined: nothing was stored for this request. */
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

/** A linked list: a request has one or two entries, for which a map would cost more. */
interface KeptValue {
  readonly slot: RequestSlot<unknown>;
  value: unknown;
  readonly next: KeptValue | null;
}

export interface SlotHolder {
  /** Null: no feature has stored anything, as for most requests. */
  slots: KeptValue | null;
}
