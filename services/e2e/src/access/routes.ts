import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConfirmedBy, SensitiveAction } from '@palisade/nest-kit';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Operation {
  operationId: string;
  'x-palisade-access'?: { level: 'public' | 'user' | 'admin'; scope?: string };
  'x-palisade-sensitive'?: { action: SensitiveAction; confirmed_by: ConfirmedBy };
  parameters?: { name: string; in: string }[];
  requestBody?: object;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

export interface Route {
  /** As the table names it: `GET /domains/{id}`. */
  key: string;
  method: string;
  /** Without `/api`. */
  path: string;
  operation: Operation;
}

/** The whole API's description as committed; CI keeps it in step with the services. */
export const committedRoutes = (): Route[] =>
  routesOf(
    JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../../../frontend/openapi.json'), 'utf8'),
    ) as OpenApi,
  );

export const routesOf = (document: OpenApi): Route[] =>
  Object.entries(document.paths).flatMap(([fullPath, operations]) =>
    METHODS.flatMap((name) => {
      const operation = operations[name];
      if (operation === undefined) return [];
      const [method, route] = [name.toUpperCase(), fullPath.replace(/^\/api/, '')];
      return [{ key: `${method} ${route}`, method, path: route, operation }];
    }),
  );

/** What to add to the table for a route that is not in it. */
export function suggestedEntry({ key, operation }: Route): string {
  const level = operation['x-palisade-access']?.level;
  const names = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
  const ids = names.map(({ name }) => `${name}: await world.…`).join(', ');
  const parts = [
    ...(names.length > 0 ? [`path: { ${ids} }`] : []),
    ...(operation.requestBody ? ['body: { … }'] : []),
  ];
  const preset =
    level === 'public'
      ? 'everyone'
      : level === 'admin'
        ? 'adminOnly'
        : names.length > 0
          ? 'ownerOnly'
          : 'eachTheirOwn';
  const call = parts.length === 0 ? '' : `, async (world) => ({ ${parts.join(', ')} })`;
  return `'${key}': ${preset}(200${call}),`;
}
