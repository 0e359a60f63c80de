import { FacetColumn, NumberSums, Weights } from './facet-columns.rules.ts';

/** Facets that every record has one value of. */
export const VALUE_KINDS = ['country', 'path', 'address', 'method', 'cache', 'network', 'agent'] as const;
/** Facets whose values are few classes, which not every record has. */
export const CLASS_KINDS = ['status', 'threat', 'latency', 'originLatency', 'edgeLatency'] as const;
export type ColumnKind = (typeof VALUE_KINDS)[number] | (typeof CLASS_KINDS)[number];

/** Two transactions at a time are the usual most. */
const MAX_SPARE = 2;
/** Memory that an unusually large transaction needed is released. */
const MAX_SPARE_ROWS = 100_000;

/** What one transaction counts its facets with. */
export interface Counters {
  readonly weights: Weights;
  readonly columns: Readonly<Record<ColumnKind, FacetColumn>>;
  readonly sums: NumberSums;
}

/** Counters are reused: memory of one transaction serves the next. */
export class SpareCounters {
  private readonly spare: Counters[] = [];

  take(): Counters {
    return this.spare.pop() ?? newCounters();
  }

  give(counters: Counters): void {
    if (this.spare.length >= MAX_SPARE || counters.weights.count > MAX_SPARE_ROWS) return;
    counters.weights.count = 0;
    for (const column of Object.values(counters.columns)) column.clear();
    this.spare.push(counters);
  }
}

function newCounters(): Counters {
  const columns = Object.fromEntries(
    [...VALUE_KINDS, ...CLASS_KINDS].map((kind) => [kind, new FacetColumn()]),
  );
  return {
    weights: new Weights(),
    columns: columns as Record<ColumnKind, FacetColumn>,
    sums: new NumberSums(),
  };
}
