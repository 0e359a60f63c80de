import { readFileSync } from 'node:fs';
import path from 'node:path';
import { workerFile } from './hosts/install.ts';
import { isOf, PARSER_PROFILES, profileOf } from './profiles.ts';

const read = (name: string) => readFileSync(workerFile(name), 'utf8');
const page = readFileSync(
  path.resolve(import.meta.dirname, '../../../../../../docs/security/parser-differences.md'),
  'utf8',
);

/** Packages that are installed to be asked, with their versions. */
function installed(): (readonly [name: string, version: string])[] {
  const { dependencies } = JSON.parse(read('node/package.json')) as { dependencies: Record<string, string> };
  const python = [...read('python.py').matchAll(/packages = \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    Array.from(list.matchAll(/"([^"]+)"/g), ([, name = '']) => name),
  );
  const requirements = new Map(
    read('python-requirements.txt')
      .trim()
      .split('\n')
      .map((line) => line.split('==') as [string, string]),
  );
  const rust = read('rust/Cargo.toml').split('[dependencies]\n')[1]!.split('\n\n')[0]!;
  return [
    ...Object.entries(dependencies),
    ...python.map((name) => [name, requirements.get(name) ?? 'not required'] as const),
    ...Array.from(
      rust.matchAll(/^([\w-]+) = .*?"=([\d.]+)"/gm),
      ([, name = '', version = '']) => [name, version] as const,
    ),
  ];
}

/** By their versions alone, as the page calls them otherwise. */
function modules(): string[] {
  const java = Array.from(
    read('java/pom.xml').matchAll(
      /<artifactId>(?!parsers|javax|reactor)[\w.-]+<\/artifactId><version>([^<]+)</g,
    ),
    ([, version = '']) => version,
  );
  const go = Array.from(
    read('go/go.mod')
      .split(')')[0]!
      .matchAll(/\t\S+ (v\S+)/g),
    ([, version = '']) => version,
  );
  return [...java, ...go];
}

it.each(installed())('the page names %s in the version that is asked: %s', (name, version) => {
  expect(page).toContain(`${name} ${version}`);
});

it.each(modules())('the page names the module of version %s', (version) => {
  expect(page).toContain(` ${version}`);
});

it('the page has a section for each profile, with the parsers that were asked', () => {
  for (const { server } of PARSER_PROFILES) expect(page).toContain(`**${server}**: \``);
});

it('a parser belongs to one profile, and one that no profile names is an error', () => {
  for (const parser of [
    'Node: cookie',
    'Node: fast-querystring',
    'Node: querystring, joined',
    'Java: Netty, lax',
    'Python: json by line',
    'PHP',
  ])
    expect(PARSER_PROFILES.filter((profile) => isOf(profile, parser))).toHaveLength(1);
  expect(() => profileOf('Node: unheard of')).toThrow('no profile');
});
