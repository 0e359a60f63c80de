import type { ByteString, CollectionChange, TransactionPorts } from '../../model/api.ts';
import { Entry, lowerAscii, NO_ENTRIES } from '../../model/entry.ts';

interface OpenCollection {
  readonly key: string;
  readonly values: Map<string, { key: ByteString; value: ByteString; expiresAt: number | null }>;
  readonly changes: Map<string, CollectionChange>;
}

/** IP, GLOBAL, SESSION, USER and RESOURCE: opened by `initcol` from the host's snapshot, written back in phase 5. */
export class PersistentStore {
  private storedOpen: Map<string, OpenCollection> | null = null;
  private readonly ports: TransactionPorts;
  private readonly clock: { now(): number };
  private readonly timeoutMillis: number;

  /** `timeoutSeconds`: how long after it was last written a value lives that has no time of its own (SecCollectionTimeout). */
  constructor(ports: TransactionPorts, clock: { now(): number }, timeoutSeconds: number) {
    this.timeoutMillis = timeoutSeconds * 1000;
    this.ports = ports;
    this.clock = clock;
  }

  open(collection: string, key: string): void {
    this.storedOpen ??= new Map();
    if (this.storedOpen.has(collection)) return;
    const values: OpenCollection['values'] = new Map();
    for (const [name, value] of this.ports.loadCollection?.(collection.toLowerCase(), key) ?? []) {
      values.set(lowerAscii(name), { key: name, value, expiresAt: null });
    }
    this.storedOpen.set(collection, { key, values, changes: new Map() });
  }

  get(collection: string, lowerKey: string): ByteString | null {
    const found = this.storedOpen?.get(collection)?.values.get(lowerKey);
    if (found === undefined || (found.expiresAt !== null && found.expiresAt <= this.clock.now())) return null;
    return found.value;
  }

  /** Without a preceding `initcol` there is nothing to write to; ModSecurity ignores such a `setvar`, too. */
  set(collection: string, key: ByteString, value: ByteString): void {
    const open = this.storedOpen?.get(collection);
    if (open === undefined) return;
    const lowerKey = lowerAscii(key);
    const expiresAt = open.values.get(lowerKey)?.expiresAt ?? null;
    open.values.set(lowerKey, { key, value, expiresAt });
    open.changes.set(lowerKey, { value, expiresAt });
  }

  delete(collection: string, key: ByteString): void {
    const open = this.storedOpen?.get(collection);
    const lowerKey = lowerAscii(key);
    if (open?.values.delete(lowerKey)) open.changes.set(lowerKey, { value: null, expiresAt: null });
  }

  expire(collection: string, key: ByteString, seconds: number): void {
    const open = this.storedOpen?.get(collection);
    const lowerKey = lowerAscii(key);
    const found = open?.values.get(lowerKey);
    if (open === undefined || found === undefined) return;
    found.expiresAt = this.clock.now() + seconds * 1000;
    open.changes.set(lowerKey, { value: found.value, expiresAt: found.expiresAt });
  }

  lookup(collection: string, lowerKey: string): readonly Entry[] {
    const value = this.get(collection, lowerKey);
    if (value === null) return NO_ENTRIES;
    return [
      new Entry(collection, this.storedOpen?.get(collection)?.values.get(lowerKey)?.key ?? lowerKey, value),
    ];
  }

  entries(collection: string): readonly Entry[] {
    const open = this.storedOpen?.get(collection);
    if (open === undefined) return NO_ENTRIES;
    return [...open.values.keys()].flatMap((key) => this.lookup(collection, key));
  }

  save(): void {
    for (const [collection, open] of this.storedOpen ?? []) {
      if (open.changes.size === 0) continue;
      const timeout = this.clock.now() + this.timeoutMillis;
      const changes = new Map<string, CollectionChange>();
      for (const [key, { value, expiresAt }] of open.changes) {
        changes.set(key, { value, expiresAt: value === null ? null : (expiresAt ?? timeout) });
      }
      this.ports.saveCollection?.(collection.toLowerCase(), open.key, changes);
    }
  }
}
