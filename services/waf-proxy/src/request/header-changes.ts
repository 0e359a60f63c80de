import type { HeaderRule } from '@palisade/site-policy';
import type { HeaderList } from './reply.ts';

/** An owner's header changes in one direction, compiled. */
export class HeaderChanges {
  /** Names in lower case; all fields with these names are removed. */
  private readonly removed: ReadonlySet<string>;
  private readonly added: readonly string[];
  /** The same without fields that are only valid on encrypted connections (RFC 6797, 7.2). */
  private readonly addedInClear: readonly string[];

  constructor(rules: readonly HeaderRule[]) {
    const removed = new Set<string>();
    let added: { name: string; value: string }[] = [];
    for (const { operation, name, value } of rules) {
      if (operation !== 'append') {
        removed.add(name.toLowerCase());
        added = added.filter((field) => field.name.toLowerCase() !== name.toLowerCase());
      }
      if (operation !== 'remove') added.push({ name, value });
    }
    this.removed = removed;
    this.added = added.flatMap(({ name, value }) => [name, value]);
    this.addedInClear = added
      .filter(({ name }) => name.toLowerCase() !== 'strict-transport-security')
      .flatMap(({ name, value }) => [name, value]);
  }

  /** Changes the list in place. */
  apply(headers: HeaderList, isSecure: boolean): void {
    let kept = 0;
    if (this.removed.size > 0) {
      for (let index = 0; index < headers.length; index += 2) {
        if (this.removed.has(headers[index]!.toLowerCase())) continue;
        headers[kept++] = headers[index]!;
        headers[kept++] = headers[index + 1]!;
      }
      headers.length = kept;
    }
    headers.push(...(isSecure ? this.added : this.addedInClear));
  }
}

/** Null: no changes in that direction. */
export interface SiteHeaders {
  readonly request: HeaderChanges | null;
  readonly response: HeaderChanges | null;
}

const NONE: SiteHeaders = Object.freeze({ request: null, response: null });

export function siteHeadersOf(rules: readonly HeaderRule[]): SiteHeaders {
  if (rules.length === 0) return NONE;
  const of = (target: HeaderRule['target']) => {
    const own = rules.filter((rule) => rule.target === target);
    return own.length === 0 ? null : new HeaderChanges(own);
  };
  return Object.freeze({ request: of('request'), response: of('response') });
}
