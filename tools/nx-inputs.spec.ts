import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Without it a target's tests would pass from Nx's cache though what runs them has changed. */
describe('what runs the tests', () => {
  const inputs: readonly unknown[] = JSON.parse(read('nx.json')).namedInputs.testRunner;
  const patterns = inputs.filter((input) => typeof input === 'string');
  const named = new Set(read('jest.config.mjs').match(/(?<=['/])tools\/[\w/-]+\.mjs/g));
  named.delete('tools/test-environment.mjs'); // The SPA's own, among its own sources.

  it('is named by the configuration', () => expect(named.size).toBeGreaterThan(4));

  it.each([...named])('%s is an input of targets that run tests', (file) => {
    expect(patterns.some((pattern) => path.matchesGlob(`{workspaceRoot}/${file}`, pattern))).toBe(true);
  });
});
