// What the packages of the workspace say they export is there, and is what the build makes of it.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../workspace.mjs';

interface Target {
  '@palisade/source': string;
  types: string;
  default: string;
}

const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  workspaces: string[];
};
const entries = workspaces
  .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
  .flatMap((file) => {
    const { exports: exported = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as {
      exports?: Record<string, Target>;
    };
    return Object.entries(exported).map(([name, target]) => ({
      ...{ file, name, target },
      folder: path.join(root, path.dirname(file)),
    }));
  });

it('every export has its source', () => {
  expect(entries.length).toBeGreaterThanOrEqual(25);
  const missing = entries.filter(
    ({ folder, target }) => !existsSync(path.join(folder, target['@palisade/source'])),
  );
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it('every export is built from its source', () => {
  const others = entries.filter(({ target }) => {
    const built = target['@palisade/source'].replace('./src/', './dist/').replace(/\.ts$/, '');
    return target.types !== `${built}.d.ts` || target.default !== `${built}.js`;
  });
  expect(others.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it('no compiled file is kept beside its source', () => {
  const tracked = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'));
  expect(tracked.size).toBeGreaterThan(1_000);
  const compiled = [...tracked].filter(
    (file) => /\.js$/.test(file) && tracked.has(file.replace(/js$/, 'ts')),
  );
  expect(compiled).toEqual([]);
});
