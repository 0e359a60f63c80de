import { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import { type Field, type Wire, wholeNumber } from '../model/field.ts';
import { inverse } from './part.ts';

/** A field that stands one to one in the document: how it is written, read and checked there. */
export interface PlainCodec {
  readonly name: string;
  readonly place: string;
  readonly schema: z.ZodMiniType;
  readonly encode: (value: unknown) => unknown;
  readonly decode: (member: unknown) => unknown;
}

type Of<Kind extends Wire['kind']> = Extract<Wire, { kind: Kind }>;
type Codec = Omit<PlainCodec, 'name' | 'place'>;

const CODECS = {
  toggle: ({ inverted }: Of<'toggle'>): Codec => ({
    // Absent in documents that are older than the field.
    schema: z.optional(z.boolean()),
    encode: (value) => (value === true) !== inverted,
    decode: (member) => (member === true) !== inverted,
  }),
  number: ({ scale, min, max }: Of<'number'>, { default: otherwise }: Field): Codec => ({
    schema: wholeNumber({ min, max }, `must be between ${min} and ${max}`),
    encode: (value) => Number(value) * scale,
    decode: (member) => (typeof member === 'number' ? member / scale : otherwise),
  }),
  text: ({ schema }: Of<'text'>, { default: otherwise }: Field): Codec => ({
    schema,
    encode: (value) => value,
    decode: (member) => member ?? otherwise,
  }),
  texts: ({ schema }: Of<'texts'>): Codec => ({
    schema,
    encode: (value) => value,
    decode: (member) => member ?? [],
  }),
  choice: ({ enum: of, names, required }: Of<'choice'>, { default: otherwise }: Field): Codec => {
    const values: Readonly<Record<string, string | number>> = edgeV1[of];
    const codes: Record<string, number> = Object.fromEntries(
      Object.entries(names).map(([word, name]) => [word, Number(values[name])]),
    );
    const words = inverse(codes);
    const known = z.enum(edgeV1[of]);
    return {
      schema: required ? known.check(z.refine((code) => words.has(code), 'is not specified')) : known,
      encode: (value) => codes[String(value)],
      decode: (member) => words.get(Number(member)) ?? otherwise,
    };
  },
  level: ({ levels }: Of<'level'>, { default: otherwise }: Field): Codec => {
    const words = inverse(levels);
    return {
      schema: z.int().check(z.refine((level) => words.has(level), 'is no level')),
      encode: (value) => levels[String(value)],
      decode: (member) => words.get(Number(member)) ?? otherwise,
    };
  },
} as const satisfies { [Kind in Wire['kind']]: (wire: Of<Kind>, field: Field) => Codec };

export function plainCodec(name: string, field: Field): PlainCodec | null {
  const { wire } = field;
  if (wire === null) return null;
  const build = CODECS[wire.kind] as (wire: Wire, field: Field) => Codec;
  return { name, place: wire.place, ...build(wire, field) };
}
