import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { KAFKA_SERVICES, KAFKA_SETTINGS } from './config/kafka-users.ts';
import { BUS_TOPICS } from './config/redis-users.ts';
import type { EventProducer } from './config/secrets.ts';
import { containerSecrets, writeVolumes } from './config/volumes.ts';

interface Container {
  image: string;
  command?: string[];
  environment?: Record<string, string | number> | string[];
  volumes?: string[];
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  mem_limit?: string;
  secrets?: string[];
  /** Such as 30s. */
  stop_grace_period?: string;
  logging?: { options: Record<string, string> };
  profiles?: string[];
  deploy?: { replicas: string };
  depends_on?: Record<string, { required?: boolean }>;
}

const root = path.resolve(import.meta.dirname, '../../..');
const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
const { services, networks } = parse(text, { merge: true }) as {
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean } | null>;
};
/** The room of a service, by its container. */
const ROOMS: Record<string, string> = {
  gateway: 'gateway',
  auth: 'auth',
  billing: 'billing',
  domains: 'domains',
  logs: 'logs',
  mailer: 'mailer',
  edge: 'waf-proxy',
};
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-volumes-'));

beforeAll(async () => {
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  await writeVolumes(folder, {}, owner);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Expands `${NAME:-value}` with defaults, and with what a settings file contains. */
const filled = (value: string | number, settings: NodeJS.Dict<string>): string =>
  String(value).replace(
    /\$\{([A-Z0-9_]+):-([^}]*)\}/g,
    (_, name: string, other: string) => settings[name] ?? other,
  );
const unset = (value: string | number): string => filled(value, {});
const full = parseEnv(readFileSync(path.join(root, 'deploy/docker/full.env'), 'utf8'));

const secretsOf = (container: string): NodeJS.Dict<string> =>
  parseEnv(readFileSync(path.join(folder, container, 'env'), 'utf8'));

/** Where a room declares its settings. */
const configOf = (room: string): string =>
  ['config/config.ts', 'node/config/config.ts']
    .map((file) => `services/${room}/src/${file}`)
    .find((file) => existsSync(path.join(root, file)))!;

function environmentOf(container: string, settings: NodeJS.Dict<string> = {}): Record<string, string> {
  const declared = Object.entries(services[container]!.environment ?? {});
  return Object.fromEntries([
    ...declared.map(([name, value]) => [name, filled(value, settings)]),
    ...Object.entries(secretsOf(container)),
  ]);
}

describe('docker-compose.yml', () => {
  it.each(Object.entries(ROOMS))('tells %s all that it needs', async (container, room) => {
    const config = configOf(room).replace('/src/', '/dist/').replace(/ts$/, 'js');
    const { readConfig } = (await import(path.join(root, config))) as {
      readConfig: (environment: object) => object;
    };
    expect(() => readConfig(environmentOf(container))).not.toThrow();
  });

  it.each(Object.entries(ROOMS))('tells %s nothing that it does not know', (container, room) => {
    const saysWhoRunsIt = readFileSync(path.join(root, configOf(room)), 'utf8').includes('companyFields');
    const known = [
      configOf(room),
      ...(saysWhoRunsIt ? ['services/shared/nest-kit/src/config/company.ts'] : []),
      'services/shared/nest-kit/src/config/fields.ts',
      'services/shared/tracing/src/settings.ts',
      'services/shared/messaging/src/settings/bus-settings.ts',
      'services/shared/messaging/src/envelope/event-keys.ts',
    ].map((file) => readFileSync(path.join(root, file), 'utf8'));
    // Settings that all control plane services receive, whether or not they call those neighbours.
    const common = /^PALISADE_(AUTH|BILLING|DOMAINS|LOGS|MAILER)_GRPC$|^PALISADE_PUBLIC_URL$/;
    const names = Object.keys(environmentOf(container)).filter((name) => !common.test(name));
    expect(names.filter((name) => !known.some((source) => source.includes(name)))).toEqual([]);
  });

  it('shows the domains service the files that its settings name, and nobody else', () => {
    const files = './deploy/docker/settings/domains:/etc/palisade:ro';
    const seenBy = Object.entries(services).filter(([, { volumes = [] }]) => volumes.includes(files));
    expect(seenBy.map(([name]) => name)).toEqual(['domains']);
    const page = readFileSync(path.join(root, 'docs/self-hosting/edge-dns.md'), 'utf8');
    expect(page).toContain('PALISADE_EDGE_DNS_FILE=/etc/palisade/edge-dns.json');
  });

  it('gives who stores the log a passphrase that stands in no settings: nobody is there to type it', () => {
    const { command, secrets } = services.wal!;
    expect(command).toContain('--passphrase-file=/run/secrets/backup-passphrase');
    expect(secrets).toEqual(['backup-passphrase']);
    expect(text).toMatch(/file: \$\{PALISADE_BACKUP_PASSPHRASE_FILE:-\/root\/palisade-passphrase\}/);
  });

  it('lets each process end as long as Kubernetes does: Docker kills after 10 seconds otherwise', () => {
    const short = Object.keys(ROOMS).filter(
      (container) => Number.parseInt(services[container]!.stop_grace_period ?? '10s', 10) < 30,
    );
    expect(short).toEqual([]);
  });

  it('gives every producer of events a key, and the others its public half', async () => {
    const contracts = path.join(root, 'services/shared/contracts/dist/index.js');
    const { EVENT_PRODUCERS, EVENTS } = (await import(contracts)) as {
      EVENT_PRODUCERS: readonly EventProducer[];
      EVENTS: Record<string, { topic: string; producers: readonly string[] }>;
    };
    for (const producer of EVENT_PRODUCERS) {
      const topics = Object.values(EVENTS).filter(({ producers }) => producers.includes(producer));
      expect([...BUS_TOPICS[producer].publishes].sort()).toEqual(
        [...new Set(topics.map(({ topic }) => topic))].sort(),
      );
      const { PALISADE_EVENT_PUBLIC_KEYS = '{}', PALISADE_EVENT_SIGNING_KEY = '' } = secretsOf(producer);
      const known = JSON.parse(PALISADE_EVENT_PUBLIC_KEYS) as Record<string, string>;
      expect(Object.keys(known).sort()).toEqual([...EVENT_PRODUCERS].sort());
      const own = createPrivateKey({
        key: Buffer.from(PALISADE_EVENT_SIGNING_KEY, 'base64'),
        format: 'der',
        type: 'pkcs8',
      });
      expect(createPublicKey(own).export({ format: 'der', type: 'spki' }).toString('base64')).toBe(
        known[producer],
      );
    }
  });

  it('gives each container its own secrets only', () => {
    for (const [name, { volumes = [] }] of Object.entries(services)) {
      const secrets = volumes.filter((volume) => volume.startsWith('secrets'));
      const own = `secrets-${{ administrator: 'auth', 'edge-2': 'edge' }[name] ?? name}`;
      if (name === 'secrets') expect(secrets).toHaveLength(12);
      // The operator container distributes replaced keys.
      else if (name === 'operator') expect(secrets).toHaveLength(12);
      // Secrets are stored with the log that needs them.
      else if (['database', 'kafka-users', 'wal'].includes(name))
        expect(secrets).toEqual(['secrets:/secrets/installation:ro']);
      else if (['prometheus', 'grafana', 'collector', 'traces'].includes(name)) expect(secrets).toEqual([]);
      else expect(secrets).toEqual([`${own}:/run/palisade:ro`]);
    }
  });

  it('publishes the edge, and the dashboard to this machine', () => {
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name, { ports }]) => [name, ports!.map(unset)])).toEqual([
      ['gateway', ['127.0.0.1:8080:8080']],
      ['edge', ['0.0.0.0:80:8080', '0.0.0.0:443:8443', '0.0.0.0:443:8443/udp']],
      // With the profiles `full` and `monitoring` only.
      ['edge-2', ['0.0.0.0:8081:8080', '0.0.0.0:8444:8443', '0.0.0.0:8444:8443/udp']],
      ['grafana', ['127.0.0.1:3000:3000']],
      ['traces', ['127.0.0.1:16686:16686']],
    ]);
  });

  it('keeps databases on a network that leads nowhere', () => {
    expect(networks.inside?.internal).toBe(true);
    expect(services.postgres?.networks).toEqual(['inside']);
    expect(services.redis?.networks).toEqual(['inside']);
  });

  it('takes from every container what it does not need', () => {
    for (const container of Object.values(services)) {
      expect(container.cap_drop).toEqual(['ALL']);
      expect(container.security_opt).toEqual(['no-new-privileges:true']);
      const canBeReadOnly = /PALISADE_(OPERATOR_|PROMETHEUS_|COLLECTOR_|JAEGER_)?IMAGE/.test(container.image);
      expect(container.read_only ?? false).toBe(canBeReadOnly);
    }
  });

  it('bounds what each container says, and gives services the memory that they have on Kubernetes', () => {
    for (const { logging } of Object.values(services)) {
      expect(logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
    }
    for (const name of Object.keys(ROOMS)) {
      const manifest = readFileSync(path.join(root, 'k8s/base', `${name}.yaml`), 'utf8');
      const [, amount, unit] = /limits: \{ memory: (\d+)([MG])i \}/.exec(manifest)!;
      expect(services[name]?.mem_limit).toBe(`${amount}${unit!.toLowerCase()}`);
    }
  });

  it('knows of every service whether it is well', () => {
    for (const name of [...Object.keys(ROOMS), 'postgres', 'redis']) {
      expect(services[name]?.healthcheck?.test[0]).toMatch(/^CMD/);
    }
  });
});

describe('full.env', () => {
  const namesOf = (profile: string) =>
    Object.entries(services)
      .filter(([, { profiles }]) => profiles?.includes(profile))
      .map(([name]) => name);

  it('adds what the least that serves does without', () => {
    expect(full.COMPOSE_PROFILES).toBe('full');
    expect(namesOf('full')).toEqual([
      'edge-2',
      'kafka',
      'kafka-users',
      'prometheus',
      'grafana',
      'traces',
      'collector',
    ]);
    expect(namesOf('monitoring')).toEqual(['prometheus', 'grafana']);
  });

  it('says nothing that docker-compose.yml does not ask for', () => {
    const unknown = Object.keys(full).filter((name) => !text.includes(`\${${name}:-`));
    expect(unknown).toEqual(['COMPOSE_PROFILES']);
  });

  it('starts two of each service that reads events, and leaves connections for them', () => {
    const replicas = (settings: NodeJS.Dict<string>) =>
      Object.entries(services)
        .filter(([, { deploy }]) => deploy !== undefined)
        .map(([name, { deploy }]) => [name, filled(deploy!.replicas, settings)]);
    const readers = ['auth', 'billing', 'domains', 'logs', 'mailer'];
    expect(replicas({})).toEqual(readers.map((name) => [name, '1']));
    expect(replicas(full)).toEqual(readers.map((name) => [name, '2']));
    // Two with a port of the machine would fight for it.
    for (const name of readers) expect(services[name]!.ports ?? []).toEqual([]);
    const fields = readFileSync(path.join(root, 'services/shared/nest-kit/src/config/fields.ts'), 'utf8');
    const pool = Number(/PALISADE_DATABASE_POOL: .*default\((\d+)\)/.exec(fields)?.[1]);
    // Besides its pool each process has one connection that waits for news; three of 100 are the administrator's.
    expect(readers.length * 2 * (pool + 1)).toBeLessThanOrEqual(97);
  });

  it.each(Object.entries(ROOMS))(
    'has %s use Kafka, which without it is not waited for',
    async (name, room) => {
      const config = configOf(room).replace('/src/', '/dist/').replace(/ts$/, 'js');
      const { readConfig } = (await import(path.join(root, config))) as {
        readConfig: (from: object) => object;
      };
      const environment = environmentOf(name, full);
      expect(() => readConfig(environment)).not.toThrow();
      if (name === 'gateway') return;
      expect(environment).toMatchObject({ PALISADE_BUS: 'kafka', PALISADE_BUS_KAFKA_BROKERS: 'kafka:9092' });
      expect(environmentOf(name).PALISADE_BUS).toBe('redis');
      if (name === 'edge') return;
      expect(services[name]!.depends_on?.['kafka-users']).toMatchObject({ required: false });
    },
  );

  it('lets nobody into Kafka without a name, and each service as a user of its own', async () => {
    const { environment, ports = [], networks: reached, depends_on: after } = services.kafka!;
    const declared = Object.entries(environment as Record<string, string>).map(([name, value]) => [
      name.replace('KAFKA_', '').toLowerCase().replaceAll('_', '.'),
      value,
    ]);
    const settings = Object.fromEntries(declared) as Record<string, string>;
    expect(settings).toMatchObject(KAFKA_SETTINGS);
    expect(settings.listeners).toBe('SASL_PLAINTEXT://:9092,CONTROLLER://localhost:9093');
    expect(settings['listener.security.protocol.map']).not.toMatch(/:PLAINTEXT/);
    expect([ports, reached]).toEqual([[], ['inside']]);
    expect(after).toHaveProperty('secrets');
    const users = mkdtempSync(path.join(tmpdir(), 'palisade-users-'));
    const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    const own = await writeVolumes(users, full, owner);
    const { kafkaPasswords } = await containerSecrets(users);
    for (const user of KAFKA_SERVICES)
      expect(own[user]).toMatchObject({
        PALISADE_BUS_KAFKA_SASL_MECHANISM: 'scram-sha-512',
        PALISADE_BUS_KAFKA_SASL_USERNAME: user,
        PALISADE_BUS_KAFKA_SASL_PASSWORD: kafkaPasswords[user],
      });
    expect(JSON.stringify(own)).not.toContain(kafkaPasswords.operator);
    expect(readFileSync(path.join(users, 'kafka', 'jaas.conf'), 'utf8')).toContain(kafkaPasswords.operator);
    rmSync(users, { recursive: true });
    // With a Kafka of somebody's own, settings say how to come in.
    expect(secretsOf('logs')).not.toHaveProperty('PALISADE_BUS_KAFKA_SASL_USERNAME');
  });

  it.each(Object.keys(ROOMS))(
    'has %s send its traces to the collector, which without it are none',
    (name) => {
      const endpoint = new URL(environmentOf(name, full).OTEL_EXPORTER_OTLP_ENDPOINT!);
      const { networks: reached = [] } = services[endpoint.hostname]!;
      expect(services[name]!.networks!.some((network) => reached.includes(network))).toBe(true);
      const { receivers } = parse(
        readFileSync(path.join(root, 'deploy/monitoring/collector.yml'), 'utf8'),
      ) as {
        receivers: { otlp: { protocols: { http: { endpoint: string } } } };
      };
      expect(receivers.otlp.protocols.http.endpoint).toBe(`0.0.0.0:${endpoint.port}`);
      expect(environmentOf(name).OTEL_EXPORTER_OTLP_ENDPOINT).toBe('');
    },
  );

  it('keeps traces where the collector sends them and links of dashboards lead', () => {
    const read = <T>(file: string): T =>
      parse(readFileSync(path.join(root, 'deploy/monitoring', file), 'utf8')) as T;
    const { exporters } = read<{ exporters: { otlphttp: { endpoint: string } } }>('collector.yml');
    const jaeger = read<{
      receivers: { otlp: { protocols: { http: { endpoint: string } } } };
      extensions: { jaeger_query: { http: { endpoint: string } } };
    }>('jaeger.yml');
    const { hostname, port } = new URL(exporters.otlphttp.endpoint);
    expect(services[hostname]?.profiles).toEqual(['full']);
    expect(jaeger.receivers.otlp.protocols.http.endpoint).toBe(`0.0.0.0:${port}`);
    const link = new URL(full.PALISADE_TRACES_URL!);
    expect(services[hostname]?.ports?.map(unset)).toEqual([`${link.host}:${link.port}`]);
    expect(jaeger.extensions.jaeger_query.http.endpoint).toBe(`0.0.0.0:${link.port}`);
  });

  it('names the second edge otherwise, and gives it a disk of its own', () => {
    const { environment, volumes } = services['edge-2']!;
    expect(environmentOf('edge').PALISADE_EDGE_NODE_ID).toBe('edge-1');
    expect((environment as Record<string, string>).PALISADE_EDGE_NODE_ID).toBe('edge-2');
    expect(volumes).toEqual(['edge-2:/var/lib/palisade', 'secrets-edge:/run/palisade:ro']);
  });

  it('has Prometheus ask each of them by a name of its own', () => {
    const file = unset(full.PALISADE_PROMETHEUS_CONFIG!);
    const { scrape_configs: jobs } = parse(
      readFileSync(path.join(root, 'deploy/monitoring', file), 'utf8'),
    ) as { scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[] };
    const targets = jobs.map(({ job_name: name, static_configs: [to] }) => [name, to!.targets.length]);
    expect(Object.fromEntries(targets)).toEqual({
      ...{ gateway: 1, edge: 2, auth: 2, billing: 2, domains: 2, logs: 2, mailer: 2 },
    });
  });
});

describe('the secrets of an installation', () => {
  it('stay as they are when they are written again', async () => {
    const before = secretsOf('auth');
    const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    await writeVolumes(folder, {}, owner);
    expect(secretsOf('auth')).toEqual(before);
  });

  it('ask administrators of a new installation for a second factor, and those of an older one as before', async () => {
    expect(secretsOf('auth').PALISADE_AUTH_ADMIN_MFA).toBe('required');
    const upgraded = mkdtempSync(path.join(tmpdir(), 'palisade-upgraded-'));
    try {
      const { adminMfa, ...before } = await containerSecrets(upgraded);
      expect(adminMfa).toBe('required');
      writeFileSync(path.join(upgraded, 'installation', 'secrets.json'), JSON.stringify(before));
      expect((await containerSecrets(upgraded)).adminMfa).toBe('optional');
      expect((await containerSecrets(upgraded)).adminMfa).toBe('optional');
    } finally {
      rmSync(upgraded, { recursive: true });
    }
  });

  it('take unsigned events for an hour where the installation is older than its keys, and otherwise never', async () => {
    const until = () => secretsOf('auth').PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL;
    expect(until()).toBeUndefined();
    const upgraded = mkdtempSync(path.join(tmpdir(), 'palisade-upgraded-'));
    try {
      const { eventKeys, eventsUnsignedUntil, ...before } = await containerSecrets(upgraded);
      const file = path.join(upgraded, 'installation', 'secrets.json');
      writeFileSync(file, JSON.stringify(before));
      const now = await containerSecrets(upgraded);
      expect(Date.parse(now.eventsUnsignedUntil) - Date.now()).toBeGreaterThan(59 * 60_000);
      expect(Date.parse(now.eventsUnsignedUntil) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
      expect(await containerSecrets(upgraded)).toEqual(now);
    } finally {
      rmSync(upgraded, { recursive: true });
    }
  });

  it('let one service sign as itself only', () => {
    const keys = Object.keys(ROOMS).map((name) => secretsOf(name).PALISADE_INTERNAL_PRIVATE_KEY);
    expect(new Set(keys).size).toBe(keys.length);
    expect(secretsOf('edge').PALISADE_CONFIG_SIGNING_KEY).toBeUndefined();
    expect(secretsOf('domains').PALISADE_EDGE_SEAL_KEY).toBeUndefined();
  });
});

describe('an edge on a machine of its own (deploy/docker/edge.yml)', () => {
  const { services: there } = parse(readFileSync(path.join(root, 'deploy/docker/edge.yml'), 'utf8')) as {
    services: Record<string, Container & { entrypoint?: string[]; cap_add?: string[] }>;
  };
  const named = (container: Container): string[] => Object.keys(container.environment ?? {});

  it('runs as the one beside the services does', () => {
    const [own, other] = [services.edge!, there.edge!];
    for (const fact of [
      'image',
      'command',
      'ports',
      'read_only',
      'cap_drop',
      'security_opt',
      'mem_limit',
    ] as const)
      expect([fact, other[fact]]).toEqual([fact, own[fact]]);
    expect(other.healthcheck?.test).toEqual(own.healthcheck?.test);
    expect(named(other).filter((name) => !named(own).includes(name))).toEqual([]);
  });

  it('has its settings from the command that joins, and nobody else writes them', () => {
    const join = there['join-edge']!;
    expect(join.entrypoint).toEqual([
      'node',
      'deploy/installation/dist/operator/main.js',
      'join-edge',
      '--to',
      '/run/palisade',
    ]);
    expect(join.cap_drop).toEqual(['ALL']);
    expect(there.edge!.volumes).toContain('secrets:/run/palisade:ro');
    expect(Object.keys(there)).toEqual(['join-edge', 'edge']);
  });
});
