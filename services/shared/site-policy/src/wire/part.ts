import type { edgeV1 } from '@palisade/contracts';
import type { ZodMiniType } from 'zod/mini';
import type { OriginConfig, PolicyConfig } from '../groups/index.ts';
import type { Tree } from './place.ts';

/** The fields of both sections, whose names are distinct. */
export type Values = OriginConfig & PolicyConfig;

/** Fields that do not stand one to one in the document. */
export interface Part {
  readonly fields: readonly (keyof Values)[];
  /** The members of the document that belong to it, as the edge takes them. */
  readonly schemas: Readonly<Record<string, ZodMiniType>>;
  /** By place; undefined: absent. */
  readonly encode: (values: Values, nowMs: number) => Tree;
  readonly decode: (config: edgeV1.SiteConfig) => Partial<Values>;
}

/** The other way round, for reading; "unspecified" and what newer writers know are in none. */
export const inverse = <Word extends string, Code extends number>(
  codes: Readonly<Record<Word, Code>>,
): ReadonlyMap<Code, Word> =>
  new Map(Object.entries(codes).map(([word, code]) => [code as Code, word as Word]));
