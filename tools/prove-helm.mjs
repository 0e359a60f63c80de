// Whether k8s/helm/palisade says the same as k8s/overlays/example: both are rendered, brought into one form, and compared document by document.
// Then whether the chart refuses what cannot be meant. `npm run prove:helm`: kubectl (or kustomize) has to be there; helm is built from its Go module where it is not, which
// takes minutes and is why this is no part of `npm test`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';

const HELM = 'v3.22.0';
const KUBERNETES = '1.32.0';
const MAX_OUTPUT = 64 * 1024 * 1024;
const root = path.resolve(import.meta.dirname, '..');
const chart = path.join(root, 'k8s', 'helm', 'palisade');

const run = (command, args, env = {}) =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT, env: { ...process.env, ...env } });
const has = (command) => run('sh', ['-c', `command -v ${command}`]).status === 0;

function must(command, args, env) {
  const { status, stdout, stderr, error } = run(command, args, env);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

function helm() {
  if (has('helm')) return 'helm';
  const folder = path.join(
    process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'),
    'palisade',
    `helm-${HELM}`,
  );
  const built = path.join(folder, 'helm');
  if (!existsSync(built)) {
    console.log(`building helm ${HELM} from its Go module…`);
    must('go', ['install', '-ldflags=-s -w', `helm.sh/helm/v3/cmd/helm@${HELM}`], {
      GOBIN: folder,
      CGO_ENABLED: '0',
    });
  }
  return built;
}

const template = (...more) => [
  'template',
  'palisade',
  chart,
  '--namespace=palisade',
  `--kube-version=${KUBERNETES}`,
  ...more,
];
const overlay = (name) =>
  has('kubectl')
    ? must('kubectl', ['kustomize', path.join(root, 'k8s/overlays', name)])
    : must('kustomize', ['build', path.join(root, 'k8s/overlays', name)]);

/** By kind and name; in one spelling, without what only one of the two ways can say. */
function documents(text) {
  const found = new Map();
  for (const document of parseAllDocuments(text)) {
    const content = document.toJS();
    // Helm makes its namespace.
    if (content === null || content.kind === 'Namespace') continue;
    // It runs the Job before the rest, as a hook, which kustomize leaves to the operator.
    for (const name of Object.keys(content.metadata?.annotations ?? {}))
      if (name.startsWith('helm.sh/hook')) delete content.metadata.annotations[name];
    delete content.spec?.template?.metadata?.annotations?.['palisade/settings'];
    const name = `${content.kind} ${content.metadata.name}`;
    if (found.has(name)) throw new Error(`${name} is there twice`);
    found.set(name, pruned(content));
  }
  return found;
}

/** Nothing, `{}` and a blank more or less in folded text mean the same. */
function pruned(value) {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(pruned);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .map(([name, inner]) => [name, pruned(inner)])
    .filter(
      ([name, inner]) => inner !== undefined && inner !== null && (name === 'podSelector' || !isEmpty(inner)),
    );
  return Object.fromEntries(entries);
}
const isEmpty = (value) =>
  typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;

function differences(one, other, place = '') {
  if (isDeepStrictEqual(one, other)) return [];
  const areBoth = [one, other].every((value) => value !== null && typeof value === 'object');
  if (!areBoth) return [`${place}: overlay ${JSON.stringify(one)}, chart ${JSON.stringify(other)}`];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    differences(one[name], other[name], `${place}/${name}`),
  );
}

/** Overlays, and by which settings the chart says the same. */
const SAME = [
  ['example', '--set=migrate.enabled=false'],
  ['example-sites', '--set=migrate.enabled=false,sites.enabled=true'],
  ['example-whole', `--values=${chart}/ci/whole-values.yaml`],
];

/** What it refuses, and by which word. */
const REFUSED = [
  ['--set=imgae.tag=1', 'imgae'],
  ['--set=settings.control.PALISADE_PUBLIC_URL=palisade.example', 'PALISADE_PUBLIC_URL'],
  ['--set-string=settings.edge.PALISADE_EDGE_WORKERS=2', 'PALISADE_EDGE_WORKERS'],
  ['--set=services.auth.replicas=0', 'replicas'],
  ['--set=services.logs.memory=lots', 'memory'],
  ['--set=services.auth.replicas=9', 'max_connections'],
  ['--set=sites.atOnce=0', 'atOnce'],
  ['--set=edge.volumes[0].name=data', 'volumes'],
  ['--set=backup.keep=0', 'keep'],
  ['--set=edgeDns.enabled=maybe', 'edgeDns'],
  ['--set=clickhouse.networks[0]=db.example', 'networks'],
  ['--set=autoscaling.edge.enabled=true,autoscaling.edge.min=20', 'autoscaling.edge.min'],
];

const program = helm();
const problems = [];
let compared = 0;
for (const [folder, ...settings] of SAME) {
  const kustomized = documents(overlay(folder));
  const charted = documents(must(program, template(`--values=${chart}/ci/example-values.yaml`, ...settings)));
  for (const name of new Set([...kustomized.keys(), ...charted.keys()])) {
    const found = differences(kustomized.get(name), charted.get(name));
    problems.push(...found.map((difference) => `${name}${difference}`));
    compared++;
  }
}
for (const [setting, word] of REFUSED) {
  const { status, stderr } = run(program, template(setting));
  if (status === 0 || !stderr.includes(word)) problems.push(`${setting} is not refused: ${stderr.trim()}`);
}
must(program, ['lint', '--strict', chart]);
for (const problem of problems) console.error(`palisade: ${problem}`);
console.log(`${compared} documents compared, ${REFUSED.length} refusals`);
process.exit(problems.length === 0 ? 0 : 1);
