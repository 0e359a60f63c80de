import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CACHE = path.resolve(import.meta.dirname, '../../../../../../../node_modules/.cache/palisade');
const WORKERS = path.resolve(import.meta.dirname, '../workers');
/** What the program for .NET names itself. */
const ASSEMBLIES = [
  'netstandard',
  'Microsoft.AspNetCore.Http',
  'Microsoft.AspNetCore.Http.Abstractions',
  'Microsoft.AspNetCore.Http.Features',
  'Microsoft.AspNetCore.WebUtilities',
  'Microsoft.Extensions.Primitives',
  'Newtonsoft.Json',
  'System.Memory',
  'System.Text.Json',
  'YamlDotNet',
];
const COPY_JARS = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

export const workerFile = (name: string): string => path.join(WORKERS, name);

/** A command that parsers need is not on this machine: its parsers are left out, and the run says so. */
export class NotInstalledError extends Error {}

export function requireCommand(command: string, debian: string): void {
  if (spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
    throw new NotInstalledError(`${command} is not installed (Debian: apt-get install ${debian})`);
}

function must(command: string, words: readonly string[], folder: string): void {
  const { status, stderr, error } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${error?.message ?? stderr}`);
}

/**
 * A folder with what `files` ask for, made by `fill` on its first use and kept beside the other things that npm put there. A
 * change of the files makes another.
 */
function installed(name: string, files: readonly string[], fill: (folder: string) => void): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(workerFile(file)));
  const folder = path.join(CACHE, `parsers-${name}-${hash.digest('hex').slice(0, 12)}`);
  const complete = path.join(folder, 'complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) cpSync(workerFile(file), path.join(folder, path.basename(file)));
  fill(folder);
  writeFileSync(complete, '');
  return folder;
}

const npmInstall = (folder: string): void =>
  must('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], folder);

export const nodePackages = (): string => installed('node', ['node/package.json'], npmInstall);

/** The interpreter of an environment of its own. */
export function pythonEnvironment(): string {
  requireCommand('python3', 'python3-venv');
  const folder = installed('python', ['python-requirements.txt'], (place) => {
    must('python3', ['-m', 'venv', 'environment'], place);
    const words = ['install', '--quiet', '--no-input', '--requirement', 'python-requirements.txt'];
    must(path.join(place, 'environment/bin/pip'), words, place);
  });
  return path.join(folder, 'environment/bin/python');
}

export function goProgram(): string {
  requireCommand('go', 'golang-go');
  const folder = installed('go', ['go/main.go', 'go/go.mod', 'go/go.sum'], (place) =>
    must('go', ['build', '-o', 'parsers', '.'], place),
  );
  return path.join(folder, 'parsers');
}

export function rustProgram(): string {
  requireCommand('cargo', 'cargo');
  const folder = installed('rust', ['rust/main.rs', 'rust/Cargo.toml', 'rust/Cargo.lock'], (place) =>
    must('cargo', ['build', '--release', '--locked', '--quiet'], place),
  );
  return path.join(folder, 'target/release/parsers');
}

/** Words that start a program. npm has the assemblies, Debian the runtime, its System.Web and its compiler. */
export function dotnetProgram(): string[] {
  requireCommand('mono', 'mono-runtime libmono-system-web-extensions4.0-cil libmono-i18n4.0-all');
  requireCommand('mcs', 'mono-mcs');
  const packages = installed('dotnet-packages', ['dotnet/package.json'], npmInstall);
  const assemblies = path.join(packages, 'node_modules/nswag/bin/binaries/Win');
  const folder = installed('dotnet', ['dotnet/package.json', 'dotnet/Parsers.cs'], (place) => {
    const references = [
      '-r:System.Web.dll',
      '-r:System.Web.Extensions.dll',
      '-r:System.Xml.dll',
      `-lib:${assemblies}`,
    ];
    for (const name of ASSEMBLIES) references.push(`-r:${name}.dll`);
    must(
      'mcs',
      ['-langversion:latest', '-nowarn:1685,1702', '-out:parsers.exe', ...references, 'Parsers.cs'],
      place,
    );
    // What an assembly refers to is looked for beside the program.
    for (const file of readdirSync(assemblies))
      if (file.endsWith('.dll')) cpSync(path.join(assemblies, file), path.join(place, file));
  });
  return ['mono', path.join(folder, 'parsers.exe')];
}

/** A class path. */
export function javaClasses(): string {
  requireCommand('java', 'openjdk-17-jdk-headless');
  requireCommand('mvn', 'maven');
  const libraries = installed('jars', ['java/pom.xml'], (place) => {
    const words = ['--batch-mode', '--quiet', COPY_JARS, '-DincludeScope=runtime', '-DoutputDirectory=jars'];
    must('mvn', words, place);
  });
  const folder = path.join(libraries, 'jars');
  const jars = readdirSync(folder).map((jar) => path.join(folder, jar));
  const classes = installed('java', ['java/pom.xml', 'java/Parsers.java'], (place) =>
    must('javac', ['-nowarn', '-cp', jars.join(':'), '-d', place, 'Parsers.java'], place),
  );
  return [classes, ...jars].join(':');
}
