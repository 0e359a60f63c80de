// What the proofs of Kubernetes run: kubectl or kustomize of this machine, and Helm, etcd and the API server, which are built from their Go modules
// where they are not there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from './workspace.mjs';

const HELM = 'v3.22.0';
/** Of the cluster that the chart is rendered for. */
const KUBERNETES = '1.32.0';
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Versions and sums of etcd and the API server. */
const MODULE = path.join(root, 'tools/kubernetes-api');
const PACKAGES = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
};

export const chart = path.join(root, 'k8s/helm/palisade');

export const run = (command, args, options = {}) =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT, ...options });

export function must(command, args, options) {
  const { status, stdout, stderr, error } = run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

const has = (command) => run('sh', ['-c', `command -v ${command}`]).status === 0;
const kept = (name) =>
  path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'palisade', name);
const goEnvironment = (more = {}) => ({ ...process.env, CGO_ENABLED: '0', ...more });

export function helm() {
  if (has('helm')) return 'helm';
  const folder = kept(`helm-${HELM}`);
  const built = path.join(folder, 'helm');
  if (!existsSync(built)) {
    console.log(`building helm ${HELM} from its Go module…`);
    must('go', ['install', '-ldflags=-s -w', `helm.sh/helm/v3/cmd/helm@${HELM}`], {
      env: goEnvironment({ GOBIN: folder }),
    });
  }
  return built;
}

/** @param name {keyof typeof PACKAGES} */
export function clusterProgram(name) {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(path.join(MODULE, file)));
  const built = path.join(kept(`kubernetes-${hash.digest('hex').slice(0, 12)}`), name);
  if (!existsSync(built)) {
    console.log(`building ${name} from its Go module…`);
    must('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', built, PACKAGES[name]], {
      cwd: MODULE,
      env: goEnvironment(),
    });
  }
  return built;
}

/** What the chart renders. */
export const template = (namespace, ...more) => [
  'template',
  'palisade',
  chart,
  `--namespace=${namespace}`,
  `--kube-version=${KUBERNETES}`,
  ...more,
];

/** What an overlay renders. */
export const overlay = (name) =>
  has('kubectl')
    ? must('kubectl', ['kustomize', path.join(root, 'k8s/overlays', name)])
    : must('kustomize', ['build', path.join(root, 'k8s/overlays', name)]);
