// The handlers of events in the services' code, for the tests that hold other lists against them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const services = path.join(import.meta.dirname, '../services');

export interface EventHandler {
  service: string;
  decorator: string;
  type: string;
  /** The decorator's other arguments, as they are written. */
  options: string;
}

const HANDLER = /@(OnEventBatch|OnEvent|EventPattern)(?:<[^>]*>)?\(\s*'([^']+)'([^)]*)\)/g;

export function eventHandlers(): EventHandler[] {
  return readdirSync(services, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['shared', 'e2e'].includes(entry.name))
    .flatMap(({ name }) =>
      sources(path.join(services, name, 'src')).flatMap((file) => handlersIn(name, file)),
    );
}

export function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('spec.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function handlersIn(service: string, file: string): EventHandler[] {
  return [...readFileSync(file, 'utf8').matchAll(HANDLER)].map(
    ([, decorator = '', type = '', options = '']) => ({ service, decorator, type, options }),
  );
}
