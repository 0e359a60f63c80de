import { expect, it } from '@jest/globals';
import { folderCycles } from './folder-cycles.mjs';

const imports = (source: string, ...resolved: string[]) => ({
  source,
  dependencies: resolved.map((file) => ({ resolved: file })),
});

it('finds folders that import each other, over several steps too', () => {
  const found = folderCycles([
    imports('services/auth/src/a/one.ts', 'services/auth/src/b/two.ts'),
    imports('services/auth/src/b/two.ts', 'services/auth/src/c/three.ts'),
    imports('services/auth/src/c/three.ts', 'services/auth/src/a/other.ts'),
    imports('services/logs/src/a/one.ts', 'services/logs/src/b/two.ts'),
  ]);
  expect([...found]).toEqual([
    ['services/auth', [['services/auth/src/a', 'services/auth/src/b', 'services/auth/src/c']]],
  ]);
});

it('does not count a folder itself, other packages, or what is for tests alone', () => {
  const found = folderCycles([
    imports('services/auth/src/a/one.ts', 'services/auth/src/a/two.ts', 'services/logs/src/b/two.ts'),
    imports('services/auth/src/a/two.ts', 'services/auth/src/a/one.ts'),
    imports('services/logs/src/b/two.ts', 'services/auth/src/a/one.ts', 'services/logs/src/test/world.ts'),
    imports('services/logs/src/test/world.ts', 'services/logs/src/b/two.ts'),
    imports('services/logs/src/a/one.spec.ts', 'services/logs/src/b/two.ts'),
    imports('services/logs/src/b/two.ts', 'services/logs/src/a/one.ts'),
  ]);
  expect(found.size).toBe(0);
});

it('names each circle of a package apart', () => {
  const pair = (a: string, b: string) => [
    imports(`frontend/src/${a}/x.ts`, `frontend/src/${b}/y.ts`),
    imports(`frontend/src/${b}/y.ts`, `frontend/src/${a}/x.ts`),
  ];
  expect(folderCycles([...pair('a', 'b'), ...pair('c', 'd')]).get('frontend')).toEqual([
    ['frontend/src/a', 'frontend/src/b'],
    ['frontend/src/c', 'frontend/src/d'],
  ]);
});
