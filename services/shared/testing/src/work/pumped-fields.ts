import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { countWork } from './count-work.ts';
import { GROWTH_FACTORS, growthOf, nonLinear } from './growth.ts';

/** What of a JSON Schema says where texts and lists are. */
interface JsonSchema {
  type?: unknown;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
}

/** A schema that reads what a request says, such as one of zod's. */
export interface ReadingSchema {
  safeParse(input: unknown): unknown;
}

interface Place {
  readonly where: string;
  readonly kind: 'text' | 'list' | 'record';
  /** The input with this in its place, and nothing beside it. */
  readonly around: (value: unknown) => unknown;
}

const DEEPEST = 6;
/** What readers of texts look for, again and again. */
const TEXTS = ['a', ' ', 'a.', '@a,', '{{', 'é;\n'];
const BASE = 1_200;
/** So little for each byte is no loop over what came before: a longest length sends a schema another way. */
const CHEAP = 8;
/** Items of a list: fewer than of a text, since its readers compare, sort and look up. */
const BASE_ITEMS = 20;
/** Maximum steps per byte or item: validation issues are objects with a text each. */
const MAX_STEPS = 5_000;

function placesIn(schema: JsonSchema, where = '', around: Place['around'] = (value) => value): Place[] {
  if (where.split('.').length > DEEPEST) return [];
  const found: Place[] = [];
  if (schema.type === 'string') found.push({ where, kind: 'text', around });
  if (schema.type === 'array') {
    found.push({ where, kind: 'list', around });
    if (typeof schema.items === 'object')
      found.push(...placesIn(schema.items, `${where}.[]`, (value) => around([value])));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    found.push(...placesIn(property, `${where}.${name}`, (value) => around({ [name]: value })));
  if (typeof schema.additionalProperties === 'object') found.push({ where, kind: 'record', around });
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    found.push(...placesIn(one, where, around));
  return found;
}

/** Values with this many bytes or items. */
function pumpsOf(
  kind: Place['kind'],
): (readonly [what: string, base: number, make: (size: number) => unknown])[] {
  const items = (item: (index: number) => unknown) => (size: number) =>
    Array.from({ length: size }, (_, index) => item(index));
  switch (kind) {
    case 'text':
      return TEXTS.map((unit) => [
        JSON.stringify(unit),
        BASE,
        (bytes) => unit.repeat(Math.ceil(bytes / unit.length)),
      ]);
    case 'list':
      return [
        ['texts', BASE_ITEMS, items((index) => `a${index}.example`)],
        ['addresses', BASE_ITEMS, items((index) => `10.0.${index >> 8}.${index & 255}`)],
        ['paths', BASE_ITEMS, items((index) => `/a${index}`)],
        ['objects', BASE_ITEMS, items((index) => ({ id: index, name: `a${index}` }))],
      ];
    case 'record':
      return [
        [
          'names',
          BASE_ITEMS,
          (size) => Object.fromEntries(items((index) => [`a${index}`, 'b'])(size) as [string, string][]),
        ],
      ];
  }
}

/** A value of a place that grows, and what it is called in a fault. */
interface Pump {
  readonly name: string;
  readonly kind: Place['kind'];
  readonly base: number;
  readonly inputOf: (size: number) => unknown;
}

/**
 * Pumps each text, list and record that a schema reads, one at a time, and counts what reading takes at 1, 4 and 16 times the
 * size. Answers how many inputs there were, and what is wrong with which.
 */
export function pumpFields(schema: ReadingSchema, jsonSchema: object): { inputs: number; faults: string[] } {
  const places = new Map(placesIn(jsonSchema).map((place) => [`${place.kind} ${place.where}`, place]));
  const pumps = [...places.values()].flatMap(({ where, kind, around }) =>
    pumpsOf(kind).map(
      ([what, base, make]): Pump => ({
        name: `${where} (${kind} of ${what})`,
        kind,
        base,
        inputOf: (size) => around(make(size)),
      }),
    ),
  );
  const dear = new Set([
    ...dearOf(
      schema,
      pumps.filter(({ kind }) => kind === 'text'),
    ),
    ...pumps.filter(({ kind }) => kind !== 'text'),
  ]);
  const faults = pumps
    .filter((pump) => dear.has(pump))
    .flatMap((pump) => {
      const fault = faultOf(schema, pump);
      return fault === null ? [] : [`${pump.name}: ${fault}`];
    });
  return { inputs: pumps.length, faults };
}

/**
 * Excluding cheap ones. Most texts reach their maximum length at once, and asking V8 takes longer than reading them:
 * they are counted together, and in halves where that exceeds the bound for one, as each costs at most the total.
 */
function dearOf(schema: ReadingSchema, pumps: readonly Pump[]): readonly Pump[] {
  if (pumps.length === 0) return [];
  const sizes = pumps.map(({ base }) => base * GROWTH_FACTORS.at(-1)!);
  const inputs = pumps.map(({ inputOf }, index) => inputOf(sizes[index]!));
  for (const { inputOf, base } of pumps) schema.safeParse(inputOf(base));
  const steps = countWork(() => {
    for (const input of inputs) schema.safeParse(input);
  });
  if (steps <= CHEAP * Math.min(...sizes)) return [];
  if (pumps.length === 1) return pumps;
  const half = Math.ceil(pumps.length / 2);
  return [...dearOf(schema, pumps.slice(0, half)), ...dearOf(schema, pumps.slice(half))];
}

function faultOf(schema: ReadingSchema, { base, inputOf }: Pump): string | null {
  const growth = growthOf({
    base,
    make: (size) => ({ size, input: inputOf(size) }),
    sizeOf: ({ size }) => size,
    run: ({ input }) => schema.safeParse(input),
  });
  const isCheap = growth.steps.at(-1)! <= CHEAP * growth.bytes.at(-1)!;
  return isCheap ? null : nonLinear(growth, MAX_STEPS);
}

/** Everything below a folder that reads requests: what files of such names export with a `safeParse`. */
export async function schemasBelow(folder: string): Promise<[name: string, schema: ReadingSchema][]> {
  const found: [string, ReadingSchema][] = [];
  for (const file of globSync('**/{*.dto,*.schema,*.schemas,schemas}.ts', { cwd: folder }).sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(path.join(folder, file)).href);
    for (const [name, value] of Object.entries(exported))
      if (isSchema(value)) found.push([`${file}: ${name}`, value]);
  }
  return found;
}

const isSchema = (value: unknown): value is ReadingSchema =>
  typeof value === 'object' &&
  value !== null &&
  'safeParse' in value &&
  typeof value.safeParse === 'function';
