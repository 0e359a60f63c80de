import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addFile, firstCounter } from './coverage.ts';
import { instrument } from './instrument.ts';

const services = path.resolve(import.meta.dirname, '../../services') + path.sep;
const literals = new Set<string>();

/** Texts that instrumented sources hold. */
export function sourceLiterals(): string[] {
  return [...literals];
}

/** From now on, the product's modules count what they do. What is generated is loaded as it is. */
export function loadInstrumented(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
      const file = fileURLToPath(url);
      if (!file.startsWith(services)) return nextLoad(url, context);
      const source = readFileSync(file, 'utf8');
      return { format: 'module', shortCircuit: true, source: javaScriptOf(file, source) };
    },
  });
}

function javaScriptOf(file: string, source: string): string {
  const name = path.relative(services, file).split(path.sep).join('/');
  // Enums are more than types; they are found in generated files only.
  if (name.includes('/gen/')) return stripTypeScriptTypes(source, { mode: 'transform' });
  const { code, lines, literals: found } = instrument(file, source, firstCounter());
  addFile(name, lines);
  for (const text of found) literals.add(text);
  return stripTypeScriptTypes(code);
}
