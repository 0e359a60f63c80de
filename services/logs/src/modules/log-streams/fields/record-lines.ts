import { type FieldValue, type LogEntry, RECORD_FIELDS, type StreamFormat } from './record-fields.ts';

const SCHEMA_VERSIONS = { ecs: '8.17.0', ocsf: '1.3.0' } as const;

/** Constant fields of a vocabulary's records, besides the table's. */
const CONSTANTS: Readonly<Record<StreamFormat, readonly (readonly [string, FieldValue])[]>> = {
  raw: [],
  ecs: [
    ['ecs.version', SCHEMA_VERSIONS.ecs],
    ['event.kind', 'event'],
    ['event.category', ['web']],
    ['event.type', ['access']],
    ['event.dataset', 'palisade.requests'],
    ['observer.vendor', 'Palisade'],
    ['observer.type', 'waf'],
  ],
  ocsf: [
    ['class_uid', 4002],
    ['class_name', 'HTTP Activity'],
    ['category_uid', 4],
    ['category_name', 'Network Activity'],
    ['activity_id', 99],
    ['activity_name', 'Request'],
    ['type_uid', 400_299],
    ['metadata.version', SCHEMA_VERSIONS.ocsf],
    ['metadata.product.name', 'Palisade'],
    ['metadata.product.vendor_name', 'Palisade'],
  ],
};

interface Setter {
  path: readonly string[];
  read: (entry: LogEntry) => FieldValue;
}

const SETTERS: Readonly<Record<StreamFormat, readonly Setter[]>> = {
  raw: RECORD_FIELDS.flatMap(({ raw, read }) => (raw === null ? [] : [{ path: [raw], read }])),
  ecs: RECORD_FIELDS.map(({ raw, ecs, read, ecsValue }) => ({
    path: (ecs ?? `palisade.${raw}`).split('.'),
    read: written(read, ecsValue),
  })),
  ocsf: RECORD_FIELDS.map(({ raw, ocsf, read, ocsfValue }) => ({
    path: (ocsf ?? `unmapped.${raw}`).split('.'),
    read: written(read, ocsfValue),
  })),
};

function written(
  read: (entry: LogEntry) => FieldValue,
  write: ((value: never) => FieldValue) | undefined,
): (entry: LogEntry) => FieldValue {
  if (!write) return read;
  return (entry) => {
    const value = read(entry);
    return value === null ? null : write(value as never);
  };
}

type Tree = { [name: string]: FieldValue };

function set(tree: Tree, path: readonly string[], value: FieldValue): void {
  let level = tree;
  for (const name of path.slice(0, -1)) {
    level[name] ??= {};
    level = level[name] as Tree;
  }
  level[path.at(-1)!] = value;
}

/** A record as an object; unknown values are null in raw records and absent in the others. */
export function recordOf(entry: LogEntry, format: StreamFormat): object {
  const tree: Tree = {};
  for (const [name, value] of CONSTANTS[format]) set(tree, name.split('.'), value);
  for (const { path, read } of SETTERS[format]) {
    const value = read(entry);
    if (value !== null || format === 'raw') set(tree, path, value);
  }
  return tree;
}
