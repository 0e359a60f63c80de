import { BODY_FIELDS } from '../groups/custom-rule-conditions.ts';
import { COUNTRIES } from '../model/countries.ts';
import { type AddressSet, ALL_ADDRESSES, someAddress } from './address-set.ts';
import {
  ALL_NUMBERS,
  type Constraint,
  type LabelField,
  type ListState,
  type NumberField,
  type TextConstraint,
} from './constraints.ts';
import { type ExampleRequest, exampleOf } from './example-request.ts';
import { ANY_LABEL, commonLabels, type LabelDomain, type LabelSet, someLabel } from './label-set.ts';
import { commonRanges, type RangeSet } from './range-set.ts';
import type { TextPlaceName } from './text-places.ts';
import type { Texts, TextsSearch } from './texts-search.ts';

const LABELS: Readonly<Record<LabelField, LabelDomain>> = {
  country: { known: ['', ...COUNTRIES], others: null },
  method: {
    known: ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'],
    others: (nth) => `METHOD${nth}`,
  },
  scheme: { known: ['https', 'http'], others: null },
  // Numbers for documentation, RFC 5398.
  asn: { known: [''], others: (nth) => String(64_496 + nth) },
  http_version: { known: ['1.1', '2', '3', '1.0'], others: null },
  // '' as well: of a request in clear, and of one by the operator's proxies.
  tls_version: { known: ['', '1.3', '1.2'], others: null },
};

/** Examples have none: what is impossible there is known, what is possible is not shown. */
const UNSHOWN_PLACES: ReadonlySet<string> = new Set([...BODY_FIELDS, 'ja4', 'bot_kind']);

interface Wanted {
  readonly addresses: AddressSet;
  readonly labels: ReadonlyMap<LabelField, LabelSet>;
  readonly numbers: ReadonlyMap<NumberField, RangeSet>;
  readonly texts: ReadonlyMap<string, readonly TextConstraint[]>;
  readonly lists: ReadonlyMap<string, readonly ListState[]>;
}

const ANYTHING: Wanted = {
  addresses: ALL_ADDRESSES,
  labels: new Map(),
  numbers: new Map(),
  texts: new Map(),
  lists: new Map(),
};

/** The constraints on a request so far, added one at a time. Immutable. */
export class PartialRequest {
  private readonly wanted: Wanted;
  private readonly search: TextsSearch;

  private constructor(search: TextsSearch, wanted: Wanted) {
    this.search = search;
    this.wanted = wanted;
  }

  static any(search: TextsSearch): PartialRequest {
    return new PartialRequest(search, ANYTHING);
  }

  /** Null: no request is so. */
  with(constraint: Constraint): PartialRequest | null {
    const { search } = this;
    const { addresses, labels, numbers, texts, lists } = this.wanted;
    switch (constraint.kind) {
      case 'address': {
        search.work.spend(addresses.length + constraint.set.length);
        const common = commonRanges(addresses, constraint.set);
        return common.length === 0 ? null : this.and({ addresses: common });
      }
      case 'label': {
        const { field, set } = constraint;
        search.work.spend(set.labels.size + 1);
        const common = commonLabels(labels.get(field) ?? ANY_LABEL, set);
        if (someLabel(common, LABELS[field]) === null) return null;
        return this.and({ labels: new Map(labels).set(field, common) });
      }
      case 'number': {
        const { field, set } = constraint;
        const known = numbers.get(field) ?? ALL_NUMBERS;
        search.work.spend(known.length + set.length);
        const common = commonRanges(known, set);
        return common.length === 0 ? null : this.and({ numbers: new Map(numbers).set(field, common) });
      }
      case 'list': {
        const { ids, states } = constraint;
        search.work.spend(1);
        const common = (lists.get(ids) ?? states).filter((state) => states.includes(state));
        return common.length === 0 ? null : this.and({ lists: new Map(lists).set(ids, common) });
      }
      case 'text': {
        const key = `${constraint.place}:${constraint.name}`;
        const known = texts.get(key) ?? [];
        if (known.includes(constraint)) return this;
        const all = [...known, constraint];
        if (search.texts(all).answer === 'none') return null;
        return this.and({ texts: new Map(texts).set(key, all) });
      }
    }
  }

  private and(more: Partial<Wanted>): PartialRequest {
    return new PartialRequest(this.search, { ...this.wanted, ...more });
  }

  withAll(constraints: readonly Constraint[]): PartialRequest | null {
    let all: PartialRequest | null = this;
    for (const constraint of constraints) {
      all = all.with(constraint);
      if (all === null) return null;
    }
    return all;
  }

  /** A request that is so; null where none can be named, though there may be one. */
  example(host: string): ExampleRequest | null {
    const { addresses, labels, numbers, texts, lists } = this.wanted;
    // List membership, managed rule matches and origin responses are unknown here.
    if (this.dependsOnItself() || lists.size > 0 || numbers.size > 0 || this.asksUnshown()) return null;
    const found = new Map<string, readonly string[]>();
    for (const [key, constraints] of texts) {
      const some: Texts = this.search.texts(constraints);
      if (some.answer !== 'found') return null;
      found.set(key, some.texts);
    }
    const label = (field: LabelField) => someLabel(labels.get(field) ?? ANY_LABEL, LABELS[field])!;
    // In clear there is none.
    if (label('scheme') === 'http' && label('tls_version') !== '') return null;
    return exampleOf({
      method: label('method'),
      scheme: label('scheme'),
      http_version: label('http_version'),
      host: found.get('host:')?.[0] ?? host,
      path: found.get('path:')?.[0] ?? '/',
      query: found.get('query:')?.[0] ?? null,
      parameters: namedTexts(found, 'query_parameter'),
      cookies: namedTexts(found, 'cookie'),
      headers: namedTexts(found, 'header').map(([name, value]) => ({ name, value })),
      address: someAddress(addresses),
      country: label('country'),
      asn: label('asn'),
      tls_version: label('tls_version'),
    });
  }

  private asksUnshown(): boolean {
    return [...this.wanted.texts.keys()].some((key) => UNSHOWN_PLACES.has(key.split(':', 1)[0]!));
  }

  /** Fields that are parts of each other are examined separately, which proves only impossibility. */
  private dependsOnItself(): boolean {
    const places = new Set(this.wanted.texts.keys());
    const has = (place: TextPlaceName) => [...places].some((key) => key.startsWith(`${place}:`));
    return (
      places.has('header:host') ||
      (places.has('header:cookie') && has('cookie')) ||
      (has('query') && has('query_parameter'))
    );
  }
}

function namedTexts(
  found: ReadonlyMap<string, readonly string[]>,
  place: TextPlaceName,
): (readonly [string, string])[] {
  return [...found].flatMap(([key, texts]) =>
    key.startsWith(`${place}:`) ? texts.map((text) => [key.slice(place.length + 1), text] as const) : [],
  );
}
