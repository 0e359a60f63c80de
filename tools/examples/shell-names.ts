import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
interface Compose {
  services: Record<string, { profiles?: string[] }>;
  networks?: Record<string, unknown>;
}
const composeOf = (file: string) => parse(read(file)) as Compose;
const compose = composeOf('docker-compose.yml');
const profiles = new Set(Object.values(compose.services).flatMap((service) => service.profiles ?? []));
/** Where the names of settings are read or handed on. */
const settings = [
  'docs/reference/configuration.md',
  'docker-compose.yml',
  'deploy/installation/README.md',
  'k8s/README.md',
]
  .map(read)
  .join('\n');
const operator = read('deploy/installation/src/operator/commands.ts');
const commandsOfOperators = [...operator.matchAll(/^ {2}'?([a-z-]+)'?(?::[^,]+)?,$/gm)].map(
  ([, name]) => name!,
);
const commandsOfOwners = [
  ...read('deploy/cli/src/commands.ts').matchAll(/^ {2}'?([a-z-]+)'?(?::[^,]+)?,$/gm),
].map(([, name]) => name!);
const apiPaths = Object.keys(JSON.parse(read('frontend/openapi.json')).paths).map(
  (address) => new RegExp(`^${address.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
);
/** Readers set them themselves. */
const OF_READERS = new Set(['PALISADE_KEY', 'PALISADE_URL']);

/** What commands of this product name that is not there: scripts, files, services, commands, settings, calls. */
export function missingNames(text: string): string[] {
  const missing: string[] = [];
  const expect = (isThere: boolean, what: string) => {
    if (!isThere) missing.push(what);
  };
  // Of documents in the shell's documents and quotes only the names of settings and of calls are looked at.
  for (const [, name = ''] of text.matchAll(/\b(PALISADE_[A-Z][A-Z_0-9]*[A-Z0-9])\b/g))
    expect(OF_READERS.has(name) || settings.includes(name), `setting ${name}`);
  for (const [, call = ''] of text.matchAll(/(?:\$API|dashboard\.example|localhost:8080)(\/api\/[^"'\s?]+)/g))
    expect(
      apiPaths.some((known) => known.test(call)),
      `call ${call}`,
    );
  for (const [, name = ''] of text.matchAll(/\bnpm run ([\w:-]+)/g))
    expect(name in scripts, `script ${name}`);
  for (const [, name = ''] of text.matchAll(/\bnpm (start|test)\b/g))
    expect(name in scripts, `script ${name}`);
  for (const [, file = ''] of text.matchAll(/\bnode ((?:[\w.-]+\/)+[\w.-]+)/g))
    expect(existsSync(path.join(root, sourceOf(file))), `file ${file}`);
  for (const [, file = ''] of text.matchAll(/(?:--env-file|-f|-k|cp -r) ((?:[\w.-]+\/)+[\w.-]+)/g))
    expect(file.endsWith('/mine') || existsSync(path.join(root, file)), `file ${file}`);
  for (const [, profile = ''] of text.matchAll(/--profile ([\w-]+)/g))
    expect(profiles.has(profile), `profile ${profile}`);
  for (const [, options = '', list = ''] of text.matchAll(
    /\bdocker compose ((?:--?\S+ (?:\S+ )?)*?)(?:stop|build|up -d|run --rm)((?: [a-z][a-z-]*)*)/g,
  )) {
    const file = /-f (\S+)/.exec(options)?.[1];
    const known = file !== undefined && existsSync(path.join(root, file)) ? composeOf(file) : compose;
    const [first, ...others] = list.trim().split(' ');
    const services = first === 'operator' ? [first] : [first, ...others];
    for (const name of services) expect(!name || name in known.services, `service ${name}`);
  }
  for (const [, name = '', rest = ''] of text.matchAll(/\brun --rm operator ([a-z-]+)([^\n#]*)/g))
    missing.push(...missingOptions(name, rest, commandsOfOperators, 'deploy/installation/src/operator'));
  for (const [, name = '', rest = ''] of text.matchAll(/(?:^|&& )palisade ([a-z-]+)([^\n#]*)/gm)) {
    if (commandsOfOperators.includes(name))
      missing.push(...missingOptions(name, rest, commandsOfOperators, 'deploy/installation/src/operator'));
    else expect(commandsOfOwners.includes(name), `command palisade ${name}`);
  }
  return missing;
}

/** What a `docker-compose.override.yml` names that the file beside it does not have. */
export function missingInOverride(text: string): string[] {
  const { services, networks: _own, ...others } = parse(text) as Partial<Compose>;
  if (services === undefined || Object.keys(others).length > 0) return ['no override of Compose'];
  return Object.entries(services).flatMap(([name, service]) => {
    if (!(name in compose.services)) return [`service ${name}`];
    const { networks = [] } = service as { networks?: string[] };
    return networks.filter((one) => !(one in (compose.networks ?? {}))).map((one) => `network ${one}`);
  });
}

function missingOptions(name: string, rest: string, commands: readonly string[], folder: string): string[] {
  if (!commands.includes(name)) return [`command ${name}`];
  // `restore` stands beside what it undoes.
  const place = [name, 'backup']
    .flatMap((one) => [`${folder}/${one}/command.ts`, `${folder}/${one}/commands/command.ts`])
    .find((file) => existsSync(path.join(root, file)));
  if (place === undefined) return [`the source of ${name}`];
  const source = read(place) + read('deploy/installation/src/operator/base/command.ts');
  return [...rest.matchAll(/--([a-z][a-z-]*)/g)]
    .map(([, option]) => option!)
    .filter((option) => !source.includes(`--${option}`))
    .map((option) => `option --${option} of ${name}`);
}

/** The source of a build result; other paths stay. */
function sourceOf(file: string): string {
  return file.includes('/dist/') ? file.replace('/dist/', '/src/').replace(/\.m?js$/, '.ts') : file;
}
