import type { HeaderRule } from '@palisade/site-policy';
import type { HeaderList } from './reply.ts';

/** What an owner changes of the headers on one way, ready to be applied. */
export class HeaderChanges {
  /** Lower case: all fields of these names go. */
  private readonly removed: ReadonlySet<string>;
  private readonly added: readonly string[];
  /** The same without what means something on encrypted connections only (RFC 6797, 7.2). */
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

  /** Changes the list itself. */
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

/** Null: nothing is changed on that way. */
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
