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
    return slots === null ? undefined : (slots.get(this as RequestSlot<unknown>) as T | undefined);
  }

  keep(holder: SlotHolder, value: T): void {
    holder.slots ??= new Map();
    holder.slots.set(this as RequestSlot<unknown>, value);
  }
}

export interface SlotHolder {
  /** Null: no feature keeps anything, as for most requests. */
  slots: Map<RequestSlot<unknown>, unknown> | null;
}
