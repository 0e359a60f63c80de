import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
interface Part {
  paths?: Json;
  components?: Record<string, Json>;
}

/** Merges the services' API descriptions. Deterministic, in whatever order they arrive. */
export function mergeDocuments(parts: Readonly<Record<string, Part>>): Json {
  const paths: Json = {};
  const components: Record<string, Json> = {};
  const operations = new Map<string, string>();
  for (const [service, part] of Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const [path, item] of Object.entries(part.paths ?? {})) {
      if (path in paths) throw new Error(`${service} describes ${path}, which another service has`);
      paths[path] = item;
      for (const id of operationIds(item)) {
        const owner = operations.get(id);
        if (owner !== undefined) throw new Error(`${service} and ${owner} both have an operation ${id}`);
        operations.set(id, service);
      }
    }
    for (const [kind, members] of Object.entries(part.components ?? {})) {
      const known = components[kind] ?? {};
      components[kind] = known;
      for (const [name, member] of Object.entries(members)) {
        if (name in known && !isDeepStrictEqual(known[name], member)) {
          throw new Error(`${service} means something else by ${kind}/${name} than another service`);
        }
        known[name] = member;
      }
    }
  }
  return sorted({
    openapi: '3.0.3',
    info: { title: 'Palisade', version: '1' },
    servers: [{ url: '/' }],
    paths,
    components,
  }) as Json;
}

function operationIds(item: unknown): string[] {
  return Object.values(item as Json).flatMap((operation) => {
    const id = (operation as { operationId?: unknown } | null)?.operationId;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Sorts keys, so that a diff shows only real changes. Arrays keep their order, which has a meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
