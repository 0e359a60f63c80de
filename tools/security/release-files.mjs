// `npm run release:files -- --out FOLDER [--tag vX.Y.Z]`: what is published beside a release.
//   palisade-X.tar.gz         the tracked files of HEAD
//   palisade-X.cdx.json       what installations run (CycloneDX 1.6), from the lock file
//   palisade-X-terraform-provider.cdx.json, palisade-X-http3-front.cdx.json   the same of what is built of Go, from its modules
//   palisade-X.intoto.json    where it comes from: commit, lock file, builder (in-toto statement, SLSA provenance v1)
//   SHA256SUMS                of the others; and SHA256SUMS.sig by the key of git's user.signingkey (SSH), if there is one
// --tag makes the tag too: signed where git has a key, and said where it has none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, environment, node24, root } from '../workspace.mjs';
import { GO_PROGRAMS, goBill, hasGo } from './go-modules.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' }, tag: { type: 'string' } } });
if (values.out === undefined) {
  console.error('release: --out FOLDER says where the files go.');
  process.exit(2);
}
ensureInstalled();
const out = path.resolve(values.out);
mkdirSync(out, { recursive: true });
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const commit = git('rev-parse', 'HEAD');
if (git('status', '--porcelain') !== '') {
  console.error('release: there are changes that no commit holds.');
  process.exit(1);
}

const archive = `palisade-${version}.tar.gz`;
const bill = `palisade-${version}.cdx.json`;
const provenance = `palisade-${version}.intoto.json`;
git('archive', '--format=tar.gz', `--prefix=palisade-${version}/`, '-o', path.join(out, archive), 'HEAD');
must(node24(), [
  path.join(root, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js'),
  ...['--package-lock-only', '--omit', 'dev', '--output-reproducible', '--spec-version', '1.6'],
  ...['--output-file', path.join(out, bill)],
]);
if (!hasGo()) {
  console.error('release: there is no go, without which nobody knows what its programs are made of.');
  process.exit(1);
}
const goBills = GO_PROGRAMS.map((folder) => {
  const name = `palisade-${version}-${path.basename(folder)}.cdx.json`;
  writeFileSync(path.join(out, name), `${JSON.stringify(goBill(folder, version), null, 2)}\n`);
  return name;
});
writeFileSync(path.join(out, provenance), `${JSON.stringify(statement(), null, 2)}\n`);
const sums = [archive, bill, ...goBills, provenance]
  .map((name) => `${sha256(path.join(out, name))}  ${name}\n`)
  .join('');
writeFileSync(path.join(out, 'SHA256SUMS'), sums);
console.log(sums.trimEnd());

const key = git('config', '--default', '', '--get', 'user.signingkey');
const isSsh = git('config', '--default', '', '--get', 'gpg.format') === 'ssh';
if (key !== '' && isSsh)
  must('ssh-keygen', ['-Y', 'sign', '-n', 'palisade-release', '-f', key, path.join(out, 'SHA256SUMS')]);
else console.log('release: SHA256SUMS is not signed: git has no SSH key (user.signingkey, gpg.format ssh).');
if (values.tag !== undefined) {
  git('tag', key === '' ? '-a' : '-s', values.tag, '-m', `Palisade ${version}`);
  console.log(
    `release: ${values.tag} ${key === '' ? 'is NOT signed: git has no key (user.signingkey)' : 'is signed'}`,
  );
}

/** in-toto Statement v1 with the predicate SLSA provenance v1 (https://slsa.dev/spec/v1.0/provenance). */
function statement() {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [archive, bill, ...goBills].map((name) => ({
      name,
      digest: { sha256: sha256(path.join(out, name)) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:palisade:release-files:v1',
        externalParameters: { version, tag: values.tag ?? null },
        resolvedDependencies: [
          { uri: 'git+file://HEAD', digest: { gitCommit: commit } },
          ...['package-lock.json', ...GO_PROGRAMS.map((folder) => `${folder}/go.sum`)].map((uri) => ({
            uri,
            digest: { sha256: sha256(path.join(root, uri)) },
          })),
        ],
      },
      runDetails: {
        builder: { id: process.env.GITHUB_SERVER_URL ? `${process.env.GITHUB_SERVER_URL}/actions` : 'local' },
        metadata: { invocationId: process.env.GITHUB_RUN_ID ?? commit },
      },
    },
  };
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function git(...words) {
  return must('git', words).trim();
}

function must(command, words) {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd: root,
    encoding: 'utf8',
    env: environment(),
    maxBuffer: 1 << 28,
  });
  if (status !== 0) {
    console.error(`release: ${command} ${words[0]} failed: ${error?.message ?? stderr}`);
    process.exit(1);
  }
  return stdout;
}
