import type { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import type { WireEnum, WireEnumName, WirePlace } from './wire-place.ts';

/** Encoding of a field in the signed document. */
export type Wire =
  | { readonly kind: 'toggle'; readonly place: string; readonly inverted: boolean }
  | {
      readonly kind: 'number';
      readonly place: string;
      /** Units of the document for one of the field: 1,000 where it has milliseconds. */
      readonly scale: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'text'; readonly place: string; readonly schema: z.ZodMiniType<string> }
  | { readonly kind: 'texts'; readonly place: string; readonly schema: z.ZodMiniType<string[]> }
  | {
      readonly kind: 'choice';
      readonly place: string;
      readonly enum: WireEnum;
      readonly names: Readonly<Record<string, string>>;
      /** The document must contain it; otherwise "unspecified" means the default. */
      readonly required: boolean;
    }
  | { readonly kind: 'level'; readonly place: string; readonly levels: Readonly<Record<string, number>> };

/** The text of a plain switch in the forms. */
export interface SwitchText {
  readonly label: string;
  readonly description: string;
}

/** All that is known of one field of a site's policy. */
export interface Field<Value = unknown> {
  /** In the history of changes, and in forms that have no words of their own. */
  readonly label: string;
  /** As the API takes it: types, limits and their messages. */
  readonly schema: z.core.$ZodType<Value>;
  readonly default: Value;
  /** Words for a choice in the history where its value is not self-explanatory. */
  readonly words?: Readonly<Record<string, string>>;
  readonly switch?: SwitchText;
  readonly limits?: { readonly min: number; readonly max: number };
  /** Null: it is in a part of the document with a codec of its own, see `wire/parts.ts`. */
  readonly wire: Wire | null;
}

export type Fields = Readonly<Record<string, Field>>;
export type ValuesOf<Of extends Fields> = {
  -readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

interface Words {
  label: string;
}

/** On or off. */
export function toggle({
  wire,
  ...facts
}: Words & {
  default: boolean;
  /** Null: a part of the document with a codec of its own says it. */
  wire: WirePlace<boolean> | { not: WirePlace<boolean> } | null;
  /** A plain switch, which the form of its group shows by itself. */
  switch?: SwitchText;
}): Field<boolean> {
  return { ...facts, schema: z.boolean(), wire: toggleWire(wire) };
}

function toggleWire(place: string | { not: string } | null): Wire | null {
  if (place === null) return null;
  return typeof place === 'string'
    ? { kind: 'toggle', place, inverted: false }
    : { kind: 'toggle', place: place.not, inverted: true };
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number in a range, refused with one message whatever is wrong with it. */
export const wholeNumber = ({ min, max }: Range, message: string): z.ZodMiniType<number> =>
  z.int(message).check(z.minimum(min, message), z.maximum(max, message));

/** "Port must be a whole number between 1 and 65535" */
export const rangeMessage = (subject: string, { min, max }: Range): string =>
  `${subject} must be a whole number between ${min} and ${max}`;

export function whole({
  wire,
  scale = 1,
  limits,
  message,
  wireMin = limits.min,
  ...facts
}: Words & {
  default: number;
  limits: Range;
  /** Absent: "<label> must be a whole number between …". */
  message?: string;
  wire: WirePlace<number> | null;
  scale?: number;
  /** The least that the edge takes, where documents of older versions may have less than owners can ask for. */
  wireMin?: number;
}): Field<number> {
  return {
    ...facts,
    limits,
    schema: wholeNumber(limits, message ?? rangeMessage(facts.label, limits)),
    wire: wire && { kind: 'number', place: wire, scale, min: wireMin * scale, max: limits.max * scale },
  };
}

/** One of several words. */
export function choice<const Options extends readonly [string, ...string[]]>({
  options,
  ...facts
}: Words & {
  options: Options;
  default: Options[number];
  words?: Readonly<Record<Options[number], string>>;
  wire: Wire | null;
}): Field<Options[number]> {
  return { ...facts, schema: z.enum(options) };
}

/** The words of a choice as an enum of the document has them. */
export const enumWire = <Option extends string, Enum extends WireEnum>(
  place: WirePlace<(typeof edgeV1)[Enum][WireEnumName<Enum>]>,
  of: Enum,
  names: Readonly<Record<Option, WireEnumName<Enum>>>,
  { required = false } = {},
): Wire => ({ kind: 'choice', place, enum: of, names, required });

/** The words of a choice as numbers of the document. */
export const levelWire = <Option extends string>(
  place: WirePlace<number>,
  levels: Readonly<Record<Option, number>>,
): Wire => ({ kind: 'level', place, levels });

/** Anything else, by its own schema. */
export const field = <Value>(facts: Field<Value>): Field<Value> => facts;

export const textsWire = (place: WirePlace<string[]>, schema: z.ZodMiniType<string[]>): Wire => ({
  kind: 'texts',
  place,
  schema,
});

export const textWire = (place: WirePlace<string>, schema: z.ZodMiniType<string>): Wire => ({
  kind: 'text',
  place,
  schema,
});
