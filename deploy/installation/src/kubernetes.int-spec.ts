import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { kubernetesSecrets } from './kubernetes.ts';
import { containerSecrets, databasesOf } from './volumes.ts';

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { template?: { spec: { containers: PodContainer[] } } };
}
interface PodContainer {
  command: string[];
  env?: { name: string; value?: string }[];
  envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[];
  ports: { name: string; containerPort: number }[];
}

const root = path.resolve(import.meta.dirname, '../../..');
const base = path.join(root, 'k8s', 'base');
const manifests = readdirSync(base).flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(base, file), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  ),
);
const workloads = manifests.filter(({ spec }) => spec?.template !== undefined);
const settings = Object.fromEntries(
  manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata, data }) => [metadata.name, data!]),
);
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-cluster-'));
const made = await containerSecrets(folder);
const secrets = Object.fromEntries(
  kubernetesSecrets(
    made,
    databasesOf(made, {
      PALISADE_POSTGRES_ADMIN_URL: 'postgres://admin:pw@db.data.svc:5432/palisade?sslmode=require',
      PALISADE_REDIS_URL: 'rediss://redis.data.svc:6379',
      PALISADE_REDIS_USERS: 'true',
    }),
  ).items.map(({ metadata, stringData }) => [metadata.name, stringData]),
);
afterAll(() => rmSync(folder, { recursive: true }));

/** What a pod finds in its environment. */
function environmentOf({ env = [], envFrom }: PodContainer): Record<string, string> {
  const from = envFrom.map((source) =>
    'secretRef' in source ? secrets[source.secretRef.name]! : settings[source.configMapRef.name]!,
  );
  const own = env.map(({ name, value }) => [name, value ?? 'edge-0'] as const);
  return Object.assign({}, ...from, Object.fromEntries(own));
}

describe('the manifests for Kubernetes', () => {
  it('run every service', () => {
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(
      ['auth', 'billing', 'domains', 'edge', 'gateway', 'logs', 'mailer'].sort(),
    );
  });

  it.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    'tell %s all that it needs',
    async (_, workload) => {
      const [container] = workload.spec!.template!.spec.containers;
      const config = path.join(root, path.dirname(container!.command[1]!), 'config.js');
      const { readConfig } = (await import(config)) as {
        readConfig: (environment: object) => Record<string, unknown>;
      };
      const environment = environmentOf(container!);
      expect(() => readConfig(environment)).not.toThrow();
      const listens = Object.entries(environment).filter(([name]) => /_(HTTP_|GRPC_)?PORT$/.test(name));
      for (const [, port] of listens) {
        expect(container!.ports.map(({ containerPort }) => String(containerPort))).toContain(port);
      }
    },
  );

  it('give each service its own secrets only', () => {
    for (const { metadata, spec } of workloads) {
      const given = spec!.template!.spec.containers.flatMap(({ envFrom }) =>
        envFrom.flatMap((source) => ('secretRef' in source ? [source.secretRef.name] : [])),
      );
      expect(given).toEqual([metadata.name]);
    }
  });

  it('reach databases elsewhere with a role of each service’s own', () => {
    expect(secrets.auth?.PALISADE_DATABASE_URL).toBe(
      `postgres://auth:${made.databasePasswords.auth}@db.data.svc:5432/palisade?sslmode=require`,
    );
    expect(secrets.edge?.PALISADE_EDGE_REDIS_URL).toBe(
      `rediss://edge:${made.redisPasswords.edge}@redis.data.svc:6379/1`,
    );
    expect(secrets.auth?.PALISADE_BUS_REDIS_URL).toContain('//auth:');
  });
});
