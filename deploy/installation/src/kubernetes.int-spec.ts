import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { KAFKA_SERVICES, kafkaRights } from './config/kafka-users.ts';
import { containerSecrets, databasesOf } from './config/volumes.ts';
import { kafkaPasswords, kubernetesSecrets } from './kubernetes.ts';
import { STATEFUL } from './operator/base/installation.ts';

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: WorkloadSpec & PolicySpec;
}
interface WorkloadSpec {
  replicas?: number;
  maxReplicas?: number;
  metrics?: unknown[];
  strategy?: { rollingUpdate: { maxSurge: number; maxUnavailable: number } };
  template?: {
    spec: {
      containers: PodContainer[];
      initContainers?: PodContainer[];
      topologySpreadConstraints?: { labelSelector: { matchLabels: Record<string, string> } }[];
      terminationGracePeriodSeconds?: number;
    };
  };
}
interface PolicySpec {
  podSelector?: { matchLabels?: Record<string, string> };
  policyTypes?: string[];
  ingress?: { from?: object[]; ports?: { port: string | number }[] }[];
  egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: { port: number }[] }[];
}
interface ScaledObject {
  maxReplicaCount: number;
  triggers: { metadata: { topic: string; consumerGroup: string } }[];
}
interface Kustomization {
  resources: string[];
  patches: { target: { kind: string; name?: string }; patch: string }[];
}
interface PodContainer {
  command: string[];
  env?: { name: string; value?: string }[];
  envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[];
  ports: { name: string; containerPort: number }[];
  lifecycle?: { preStop: { exec: { command: string[] } } };
}

const root = path.resolve(import.meta.dirname, '../../..');
const base = path.join(root, 'k8s', 'base');
const documentsOf = <Document>(...file: string[]) =>
  parseAllDocuments(readFileSync(path.join(root, 'k8s', ...file), 'utf8')).map(
    (document) => document.toJS() as Document,
  );
const manifests = readdirSync(base).flatMap((file) => documentsOf<Manifest>('base', file));
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
      PALISADE_KAFKA_USERS: 'true',
    }),
  ).items.map(({ metadata, stringData }) => [metadata.name, stringData]),
);
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment variables of a pod. */
function environmentOf({ env = [], envFrom }: PodContainer): Record<string, string> {
  const from = envFrom.map((source) =>
    'secretRef' in source ? secrets[source.secretRef.name]! : settings[source.configMapRef.name]!,
  );
  const own = env.map(({ name, value }) => [name, value ?? 'edge-0'] as const);
  return Object.assign({}, ...from, Object.fromEntries(own));
}

const chart = path.join(root, 'k8s/helm/palisade');
const chartFile = (name: string): string => readFileSync(path.join(chart, name), 'utf8');

/** `npm run prove:helm` compares all that both render; here is what would be lost in silence. */
describe('the Helm chart', () => {
  it('has the policies of the base', () => {
    const own = chartFile('templates/network-policies.yaml')
      .replace(/^\{\{- if \.Values\.edge\.http3 \}\}\n.*\n\{\{- end \}\}\n/gm, '')
      .replace(/^\{\{-.*\n/gm, '')
      .replace(/^ {2}namespace: .*\n {2}labels:\n {4}\{\{.*\n/gm, '');
    expect(own).toBe(readFileSync(path.join(base, 'network-policies.yaml'), 'utf8'));
  });

  it('is compared with all that an overlay may add', () => {
    const proof = readFileSync(path.join(root, 'tools/prove-helm.mjs'), 'utf8');
    const overlays = readdirSync(path.join(root, 'k8s/overlays')).filter((name) =>
      proof.includes(`['${name}'`),
    );
    const compared = overlays.flatMap(
      (name) =>
        documentsOf<{ components?: string[] }>('overlays', name, 'kustomization.yaml')[0]?.components ?? [],
    );
    const there = readdirSync(path.join(root, 'k8s/components'));
    // Other clusters' ways for what the chart has its own of: an Ingress, and scaling by load.
    const others = ['gateway-api', 'keda'];
    expect([...compared.map((place) => path.basename(place)), ...others].sort()).toEqual(there.sort());
  });

  it('knows every service, and asks of each value what the schema says', () => {
    const values = parse(chartFile('values.yaml')) as { services: object } & Record<string, unknown>;
    const schema = JSON.parse(chartFile('values.schema.json')) as { properties: Record<string, unknown> };
    expect(Object.keys(schema.properties).sort()).toEqual([...Object.keys(values), 'global'].sort());
    expect([...Object.keys(values.services), 'edge'].sort()).toEqual(
      workloads.map(({ metadata }) => metadata.name).sort(),
    );
  });
});

describe('the migration Job', () => {
  it('runs each stateful service’s migrations by that service’s own role', () => {
    const [job] = documentsOf<Manifest>('components', 'migrate', 'job.yaml') as [Manifest];
    const { initContainers = [], containers } = job.spec!.template!.spec;
    const steps = [...initContainers, ...containers].map(({ command, envFrom }) => [command.at(-1), envFrom]);
    expect(steps).toEqual(STATEFUL.map((name) => [name, [{ secretRef: { name } }]]));
    for (const name of STATEFUL) expect(secrets[name]).toHaveProperty('PALISADE_DATABASE_URL');
  });
});

interface KafkaUserManifest {
  metadata: { name: string };
  spec: {
    authentication: {
      type: string;
      password: { valueFrom: { secretKeyRef: { name: string; key: string } } };
    };
    authorization: { acls: { resource: { type: string; name: string }; operations: string[] }[] };
  };
}

describe('Kafka by Strimzi', () => {
  const users = documentsOf<KafkaUserManifest>('operators', 'strimzi', 'users.yaml');

  it('has a user of each service, who may do that service’s work and nothing else', () => {
    const passwords = kafkaPasswords(made);
    expect(users.map(({ metadata }) => metadata.name)).toEqual([...KAFKA_SERVICES]);
    for (const { metadata, spec } of users) {
      const user = metadata.name as (typeof KAFKA_SERVICES)[number];
      expect(spec.authentication.type).toBe('scram-sha-512');
      const { name, key } = spec.authentication.password.valueFrom.secretKeyRef;
      expect([name, passwords.stringData[key]]).toEqual([passwords.metadata.name, made.kafkaPasswords[user]]);
      expect(spec.authorization.acls).toEqual(
        kafkaRights(user).map(({ resource: type, name: of, operations }) => ({
          resource: { type, name: of },
          operations,
        })),
      );
    }
    expect(Object.keys(passwords.stringData)).not.toContain('operator');
  });

  it('lets in those who are on the bus, by name and from where they run, and tells them how', () => {
    const [, cluster] = documentsOf<KafkaManifest>('operators', 'strimzi', 'kafka.yaml') as [
      unknown,
      KafkaManifest,
    ];
    const { listeners, authorization } = cluster.spec.kafka;
    expect(authorization.type).toBe('simple');
    expect(listeners.map(({ authentication }) => authentication.type)).toEqual(['scram-sha-512']);
    const [{ networkPolicyPeers }] = listeners as [KafkaListener];
    const [pods] = networkPolicyPeers.flatMap(({ podSelector }) => podSelector?.matchExpressions ?? []);
    expect([...pods!.values].sort()).toEqual([...KAFKA_SERVICES].sort());
    for (const name of KAFKA_SERVICES)
      expect(secrets[name]).toMatchObject({ PALISADE_BUS_KAFKA_SASL_USERNAME: name });
    expect(secrets.gateway).not.toHaveProperty('PALISADE_BUS_KAFKA_SASL_USERNAME');
  });
});

interface KafkaListener {
  authentication: { type: string };
  networkPolicyPeers: { podSelector?: { matchExpressions: { values: string[] }[] } }[];
}
interface KafkaManifest {
  spec: { kafka: { listeners: KafkaListener[]; authorization: { type: string } } };
}

describe('autoscaling by KEDA', () => {
  const [scaled] = documentsOf<{ spec: ScaledObject }>('components', 'keda', 'logs.yaml') as [
    { spec: ScaledObject },
  ];

  it('starts no more readers than there are partitions, of the topic and the group that exist', async () => {
    const contracts = path.join(root, 'services/shared/contracts/dist/index.js');
    const { TOPIC_PARTITIONS } = (await import(contracts)) as { TOPIC_PARTITIONS: Record<string, number> };
    const { topic, consumerGroup } = scaled.spec.triggers[0]!.metadata;
    expect(TOPIC_PARTITIONS[topic.replace(/^palisade\./, '')]).toBe(scaled.spec.maxReplicaCount);
    expect(consumerGroup).toBe('palisade.logs');
  });

  it('leaves connections for as many', () => {
    const [{ patches }] = documentsOf<Kustomization>('components', 'keda', 'kustomization.yaml') as [
      Kustomization,
    ];
    const pool = patches.flatMap(({ patch }) => parse(patch) as { path: string; value: string }[]);
    const each = Number(pool.find(({ path: pointer }) => pointer.endsWith('PALISADE_DATABASE_POOL'))!.value);
    // Four services of two pods and the readers, and one more of each while they are replaced.
    expect((4 * 3 + scaled.spec.maxReplicaCount + 1) * (each + 1)).toBeLessThanOrEqual(97);
  });
});

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
      const built = path.join(root, path.dirname(container!.command[1]!));
      const config = ['config/config.js', 'node/config/config.js'].find((file) =>
        existsSync(path.join(built, file)),
      )!;
      const { readConfig } = (await import(path.join(built, config))) as {
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

  it('patch nothing away that a manifest has', () => {
    const [{ patches }] = documentsOf<Kustomization>('base', 'kustomization.yaml') as [Kustomization];
    const lost = patches.flatMap(({ target, patch }) =>
      (parse(patch) as { op: string; path: string }[]).flatMap(({ op, path: pointer }) =>
        workloads
          .filter(({ kind }) => new RegExp(`^(?:${target.kind})$`).test(kind))
          .filter((workload) => op === 'add' && at(workload, pointer) !== undefined)
          .map(({ metadata }) => `${metadata.name}: ${pointer}`),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('have the gateway believe the ingress controller whose requests it brings, and let nobody else in', () => {
    const proxies = new BlockList();
    for (const range of settings.control!.PALISADE_TRUSTED_PROXIES!.split(',')) {
      const [address, prefix] = range.split('/') as [string, string];
      proxies.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
    }
    const pods = ['10.244.1.7', '10.0.3.4', '172.17.0.9', '192.168.12.1', '100.64.3.2'];
    expect(pods.filter((pod) => !proxies.check(pod))).toEqual([]);
    expect(proxies.check('203.0.113.9')).toBe(false);
    // It alone: clients in such networks do not choose the address that they are counted by.
    expect(settings.control!.PALISADE_TRUSTED_HOPS).toBe('1');
    expect(policiesFor('gateway', 'Ingress').flatMap(({ ingress }) => ingress ?? [])).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { 'palisade/ingress-controller': 'true' } } }],
        ports: [{ port: 'http' }],
      },
    ]);
  });

  it('let the Sites controller reach a dashboard by the ingress controller’s pods, whatever port they listen on', () => {
    const documents = documentsOf<Manifest>('components/sites/controller.yaml');
    const policy = documents.find(({ kind }) => kind === 'NetworkPolicy');
    expect(policy?.spec?.egress).toContainEqual({
      to: [{ namespaceSelector: { matchLabels: { 'palisade/ingress-controller': 'true' } } }],
    });
  });

  it('show metrics, and nothing else, to those who read them', () => {
    const readers = '"palisade/reads-metrics":"true"';
    const ports = manifests
      .filter(({ kind, spec }) => kind === 'NetworkPolicy' && JSON.stringify(spec).includes(readers))
      .flatMap(({ spec }) => spec!.ingress!.map((rule) => rule.ports?.map(({ port }) => port)));
    expect(ports).toEqual([['admin'], ['http']]);
  });

  it('let nobody out to the machines’ metadata, and the edge into no private network but by named ports', () => {
    const rules = manifests.flatMap(({ spec }) => spec?.egress ?? []);
    expect(rules.length).toBeGreaterThan(3);
    const closed = policiesNamed('nobody-goes-out');
    expect(closed).toMatchObject([{ podSelector: {}, policyTypes: ['Egress'] }]);
    const everywhere = rules
      .flatMap(({ to = [] }) => to)
      .filter(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0');
    expect(everywhere.length).toBeGreaterThan(3);
    for (const { ipBlock } of everywhere) expect(ipBlock!.except).toContain('169.254.0.0/16');
    const [edge] = policiesNamed('edge-goes-out');
    const onAnyPort = edge!.egress!.filter(({ ports }) => ports === undefined);
    for (const { ipBlock } of onAnyPort.flatMap(({ to = [] }) => to)) {
      const isPrivate = ipBlock!.cidr.includes(':') ? 'fc00::/7' : '10.0.0.0/8';
      expect(ipBlock!.except).toContain(isPrivate);
    }
  });

  it('want no more connections than PostgreSQL has by itself, also while all services are replaced', () => {
    const stateful = workloads.filter(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'gateway',
    );
    expect(stateful).toHaveLength(5);
    const pods = stateful.reduce(
      (sum, { spec }) => sum + spec!.replicas! + spec!.strategy!.rollingUpdate.maxSurge,
      0,
    );
    // Besides its pool each pod has one connection that waits for news; three of PostgreSQL's 100 are the administrator's.
    expect(pods * (Number(settings.control!.PALISADE_DATABASE_POOL) + 1)).toBeLessThanOrEqual(97);
  });

  it('leave it to the edges to count each other, however many autoscaling starts', async () => {
    const { maxReplicas } = documentsOf<Manifest>('overlays', 'example', 'autoscaling.yaml').find(
      ({ metadata }) => metadata.name === 'edge',
    )!.spec!;
    const built = path.join(root, 'services/waf-proxy/dist/node/config/config.js');
    const { readConfig } = (await import(built)) as {
      readConfig: (environment: object) => { nodes: number };
    };
    const [container] = workloads.find(({ metadata }) => metadata.name === 'edge')!.spec!.template!.spec
      .containers as [PodContainer];
    expect(readConfig(environmentOf(container)).nodes).toBeGreaterThanOrEqual(maxReplicas!);
  });

  it('start no gateway for a few readers: its request is small, and no measure of a process', () => {
    const { metrics } = documentsOf<Manifest>('overlays', 'example', 'autoscaling.yaml').find(
      ({ metadata }) => metadata.name === 'gateway',
    )!.spec!;
    expect(metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '700m' } } },
    ]);
  });

  it.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    'spread %s over machines, and have it serve on until everybody knows that it ends',
    (name, workload) => {
      const { containers, topologySpreadConstraints, terminationGracePeriodSeconds } =
        workload.spec!.template!.spec;
      const [container] = containers as [PodContainer];
      expect(topologySpreadConstraints?.map(({ labelSelector }) => labelSelector.matchLabels)).toEqual([
        { 'app.kubernetes.io/name': name },
      ]);
      const environment = environmentOf(container);
      const delayMs = Number(
        environment.PALISADE_EDGE_DRAIN_DELAY_MS ??
          environment.PALISADE_GATEWAY_DRAIN_MS ??
          1_000 * Number(container.lifecycle?.preStop.exec.command[1]),
      );
      expect(delayMs).toBeGreaterThanOrEqual(5_000);
      expect(delayMs + 10_000).toBeLessThanOrEqual((terminationGracePeriodSeconds ?? 30) * 1_000);
    },
  );
});

/** What stands at a place that JSON Pointer names; undefined: nothing does, or it is the end of a list. */
function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

function policiesNamed(name: string): PolicySpec[] {
  return manifests
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)
    .map(({ spec }) => spec!);
}

function policiesFor(service: string, type: string): PolicySpec[] {
  return manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ spec }) => spec!)
    .filter(({ podSelector, policyTypes }) => {
      return podSelector?.matchLabels?.['app.kubernetes.io/name'] === service && policyTypes?.includes(type);
    });
}
