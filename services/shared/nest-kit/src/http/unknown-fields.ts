import { z } from 'zod';

export interface UnknownField {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const MESSAGE = 'There is no such field';
/** A refusal names no more than that, however many a stranger sends. */
const MAX_FOUND = 50;
/** Names are truncated: they are a stranger's input. */
const NAME_MAX = 100;

/** Kinds of schemas that stand around others; all others hold no fields. */
const AROUND = [
  'object',
  'array',
  'record',
  'union',
  'pipe',
  'optional',
  'nullable',
  'default',
  'prefault',
  'nonoptional',
  'readonly',
  'catch',
] as const;
type Around = Extract<z.core.$ZodTypes, { _zod: { def: { type: (typeof AROUND)[number] } } }>;
const isAround = (schema: z.core.$ZodType): schema is Around =>
  AROUND.some((type) => type === schema._zod.def.type);

/** Kinds that no body is made of, within which fields would go unlooked at: to be taught before they are used. */
const UNTAUGHT: ReadonlySet<string> = new Set([
  'tuple',
  'map',
  'set',
  'intersection',
  'lazy',
  'promise',
  // Transforms a body before its schema is applied.
  'transform',
]);

/**
 * Fields of a body that its schema does not know, at any depth. Zod leaves them out without a word, and who has mistyped a name
 * believes that it was saved; this holds for every body, however its schema was written. An object that says with `looseObject`
 * that it takes whatever comes is left alone.
 */
export function unknownFields(schema: z.core.$ZodType, value: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  look(schema, value, [], found);
  return found;
}

/** As zod's objects are by themselves, and its strict ones, which name the object and not the field. */
const takesNoOthers = ({ catchall }: z.core.$ZodObjectDef): boolean =>
  catchall === undefined || catchall._zod.def.type === 'never';

function look(schema: z.core.$ZodType, value: unknown, path: (string | number)[], found: UnknownField[]) {
  const { type } = schema._zod.def;
  if (UNTAUGHT.has(type)) throw new Error(`fields within a schema of the kind ${type} are not looked at`);
  if (!isAround(schema) || typeof value !== 'object' || value === null || found.length >= MAX_FOUND) return;
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      for (const [key, inner] of Object.entries(value)) {
        if (Object.hasOwn(def.shape, key)) look(def.shape[key]!, inner, [...path, key], found);
        else if (takesNoOthers(def) && found.length < MAX_FOUND)
          found.push({ path: [...path, key.slice(0, NAME_MAX)], message: MESSAGE });
      }
      return;
    case 'array':
      if (Array.isArray(value))
        for (const [index, inner] of value.entries()) look(def.element, inner, [...path, index], found);
      return;
    case 'record':
      for (const [key, inner] of Object.entries(value)) look(def.valueType, inner, [...path, key], found);
      return;
    case 'union': {
      // If no variant accepts it, its validation errors are reported first.
      const taken = def.options.find((option) => z.core.safeParse(option, value).success);
      if (taken) look(taken, value, path, found);
      return;
    }
    case 'pipe':
      look(def.in, value, path, found);
      return;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      look(def.innerType, value, path, found);
      return;
    default:
      def satisfies never;
  }
}
