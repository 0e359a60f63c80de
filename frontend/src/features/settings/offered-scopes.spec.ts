import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OFFERED } from './offered-scopes.ts';

describe('what a new API key is offered', () => {
  it('opens a call, each of it, and leaves none out that a call asks for', () => {
    const description = readFileSync(path.resolve(import.meta.dirname, '../../../openapi.json'), 'utf8');
    const asked = new Set([...description.matchAll(/"scope": "([^"]+)"/g)].map((found) => found[1]));
    expect(asked.size).toBeGreaterThan(4);
    // Administrators' calls name their role instead of a scope.
    expect(OFFERED.filter((scope) => scope !== 'admin' && !asked.has(scope))).toEqual([]);
    const offered: readonly string[] = OFFERED;
    expect([...asked].filter((scope) => scope !== 'session' && !offered.includes(String(scope)))).toEqual([]);
  });
});
