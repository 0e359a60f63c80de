// Same role, same suffix: of the file and of the class in it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../workspace.mjs';

const ROLES = {
  service: 'Service',
  repository: 'Repository',
  controller: 'Controller',
  module: 'Module',
  job: 'Job',
  client: 'Client',
} as const;
const NEST_CLASS = /@(?:Injectable|Controller|Module)\([\s\S]*?^export (?:abstract )?class (\w+)/gm;

it.each([
  ['domains', 70],
  ['billing', 50],
  ['logs', 40],
])('classes of Nest in %s are called by their role, as their files are', (service, atLeast) => {
  const files = globSync(`services/${service}/src/modules/**/*.ts`, { cwd: root }).filter(
    (file) => !/\.(int-)?spec\.ts$/.test(file),
  );
  const found = files.flatMap((file) => {
    const role = file.split('.').at(-2) as keyof typeof ROLES;
    const source = readFileSync(path.join(root, file), 'utf8');
    return [...source.matchAll(NEST_CLASS)].map(([, name]) => ({ file, name: name!, suffix: ROLES[role] }));
  });
  expect(found.length).toBeGreaterThanOrEqual(atLeast);
  expect(found.filter(({ name, suffix }) => suffix === undefined || !name.endsWith(suffix))).toEqual([]);
});

const everyModule = globSync('services/*/src/modules/**/*.ts', { cwd: root })
  .filter((file) => !/\.(int-)?spec\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));

it('events are made in `.events.ts`, by functions alone, and handled by controllers', () => {
  const makers = everyModule.filter(({ file }) => file.endsWith('.events.ts'));
  expect(makers.length).toBeGreaterThanOrEqual(3);
  const isMaker = (source: string) =>
    /: OutgoingEvent\b/.test(source) && !/^export (abstract )?class |@OnEvent/m.test(source);
  expect(makers.filter(({ source }) => !isMaker(source)).map(({ file }) => file)).toEqual([]);
  const handlers = everyModule.filter(({ source }) => /^ +@OnEvent(Batch)?\(/m.test(source));
  expect(handlers.length).toBeGreaterThanOrEqual(12);
  expect(handlers.map(({ file }) => file).filter((file) => !file.endsWith('.controller.ts'))).toEqual([]);
});
