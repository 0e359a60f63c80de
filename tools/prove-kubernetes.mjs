// What a real API server says to the manifests: `npm run prove:kubernetes`. It goes the way of k8s/README.md: namespace, Secrets, the migration
// Job, overlays, the chart. Each document is validated strictly, and each pod is shown to admission as its controller would make it. What the API server then has of
// the migration Job is run, as a kubelet would, on a real PostgreSQL.
//
// etcd and the API server are built from their Go modules where that has not been done; this takes a quarter of an hour of two cores, which is why
// this is no part of `npm test`. What others define (Gateway API, KEDA, operators of servers) is not asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ClusterApi } from './cluster-api.mjs';
import { chart, helm, must, overlay, template } from './cluster-programs.mjs';
import { root } from './workspace.mjs';

const { freePort, freePorts, startPostgres } = await import(
  path.join(root, 'deploy/local-servers/dist/index.js')
);
const { query } = await import(path.join(root, 'deploy/installation/dist/index.js'));

const NAMESPACE = 'palisade';
const CHARTED = 'palisade-charted';
const RESTRICTED = { 'pod-security.kubernetes.io/enforce': 'restricted' };
const PREPARE = path.join(root, 'deploy/installation/dist/main.js');

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-kubernetes-'));
const inFolder = (name) => path.join(folder, name);
const problems = [];
const documentsOf = (text) => parseAllDocuments(text).flatMap((document) => document.toJS() ?? []);
const json = (items) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/** Every document, kept; then the same again, which may change nothing. */
function apply(cluster, what, documents) {
  const begun = performance.now();
  try {
    const args = ['apply', '--server-side', '--validate=strict', '--filename=-'];
    cluster.kubectl(args, json(documents));
    const { status, stdout, stderr } = cluster.try(
      ['diff', '--server-side', '--filename=-'],
      json(documents),
    );
    if (status !== 0) problems.push(`${what}, applied again, changes: ${stdout}${stderr}`);
  } catch (error) {
    problems.push(`${what}: ${error.message}`);
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`${what}: ${documents.length} documents, ${seconds} s`);
}

/** A template is not judged by a namespace's security standard; pods are. */
function admitPods(cluster, namespace, documents) {
  const workloads = documents.filter(({ spec }) => spec?.template?.spec?.containers !== undefined);
  for (const { metadata, spec } of workloads) {
    const { metadata: labels, spec: pod } = spec.template;
    // A StatefulSet's controller gives its pods the volumes of its claims.
    const claims = (spec.volumeClaimTemplates ?? []).map((claim) => ({
      name: claim.metadata.name,
      persistentVolumeClaim: { claimName: `${claim.metadata.name}-${metadata.name}-0` },
    }));
    const made = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...labels, name: `${metadata.name}-0`, namespace },
      spec: { ...pod, volumes: [...(pod.volumes ?? []), ...claims] },
    };
    try {
      cluster.kubectl(
        ['create', '--dry-run=server', '--validate=strict', '--filename=-'],
        JSON.stringify(made),
      );
    } catch (error) {
      problems.push(`a pod of ${metadata.name} in ${namespace}: ${error.message}`);
    }
  }
  console.log(`${workloads.length} kinds of pods admitted to ${namespace} under the restricted standard`);
}

/** As a kubelet does it: init containers one after another, then the rest; each with the environment that its Secrets and ConfigMaps say. */
function runJob(cluster, name) {
  const get = (kind, one) =>
    JSON.parse(cluster.kubectl(['get', kind, one, `--namespace=${NAMESPACE}`, '--output=json']));
  const { initContainers = [], containers } = get('job', name).spec.template.spec;
  for (const container of [...initContainers, ...containers]) {
    const env = { PATH: process.env.PATH };
    for (const { secretRef, configMapRef } of container.envFrom ?? []) {
      const told = secretRef ? get('secret', secretRef.name) : get('configmap', configMapRef.name);
      for (const [key, value] of Object.entries(told.data))
        env[key] = secretRef ? Buffer.from(value, 'base64').toString('utf8') : value;
    }
    const [program, ...args] = container.command;
    const said = must(program === 'node' ? process.execPath : program, args, { cwd: root, env });
    console.log(`job ${name}, ${container.name}: ${said.trim()}`);
  }
}

function namespace(name) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: RESTRICTED } };
}
/** Made by a controller elsewhere; without it no pod is admitted. */
const account = (name) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'default', namespace: name },
});

let cluster;
let postgres;
try {
  postgres = await startPostgres({
    dataDirectory: inFolder('postgres'),
    port: await freePort(),
    durable: false,
    endWithParent: true,
  });
  const begun = performance.now();
  const first = await freePorts(3);
  cluster = await ClusterApi.start({ folder, ports: [first, first + 1, first + 2] });
  const version = JSON.parse(cluster.kubectl(['get', '--raw=/version'])).gitVersion;
  console.log(`API server ${version} after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);

  const env = {
    ...process.env,
    PALISADE_POSTGRES_ADMIN_URL: postgres.adminUrl,
    PALISADE_REDIS_URL: 'rediss://redis.example.net:6379',
    PALISADE_REDIS_USERS: 'true',
  };
  const prepared = (command) => must(process.execPath, [PREPARE, command, inFolder('installation')], { env });
  prepared('database');
  const secrets = JSON.parse(prepared('kubernetes')).items;
  apply(
    cluster,
    'namespaces',
    [NAMESPACE, CHARTED].flatMap((name) => [namespace(name), account(name)]),
  );
  apply(cluster, 'Secrets', secrets);

  const migration = documentsOf(overlay('example-migrate'));
  apply(cluster, 'overlay example-migrate', migration);
  admitPods(cluster, NAMESPACE, migration);
  runJob(cluster, 'migrate');
  const { rows } = await query(
    postgres.adminUrl,
    `SELECT nspname FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid WHERE c.relname = 'migrations' ORDER BY 1`,
  );
  console.log(`schemas migrated: ${rows.map(({ nspname }) => nspname).join(', ')}`);
  if (rows.length !== 5) problems.push(`${rows.length} of 5 schemas were migrated`);
  // A Job stays as it was made: the next version's takes the place of this one.
  cluster.kubectl(['delete', 'job', 'migrate', `--namespace=${NAMESPACE}`, '--ignore-not-found']);
  apply(cluster, 'overlay example-migrate of a next version', migration);

  apply(cluster, 'base', documentsOf(must('kubectl', ['kustomize', path.join(root, 'k8s/base')])));
  const example = documentsOf(overlay('example'));
  apply(cluster, 'overlay example', example);
  admitPods(cluster, NAMESPACE, example);

  const values = path.join(chart, 'ci/example-values.yaml');
  const charted = documentsOf(must(helm(), template(CHARTED, `--values=${values}`)));
  apply(cluster, 'Helm chart', charted);
  admitPods(cluster, CHARTED, charted);
} finally {
  await cluster?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`palisade: ${problem}`);
console.log(
  problems.length === 0 ? 'all applied, and applied again without a change' : `${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
