import path from 'node:path';
import {
  edgeSecretSettings,
  keysFile,
  type Servers,
  type ServiceName,
  type Settings,
  secretSettings,
} from '@palisade/installation';
import { programs } from '@palisade/local-servers';
import type { Secrets } from './config/secrets.ts';
import { DEMO_COMPANY, SAMPLE_NOTICE } from './demo-company.ts';
import type { LauncherOptions } from './options.ts';
import type { ChildSpec } from './supervisor.ts';

/** Loopback ports that only our own processes use. */
export function internalPorts(first: number) {
  const service = (index: number) => ({ http: first + 2 * index, grpc: first + 2 * index + 1 });
  return {
    auth: service(0),
    billing: service(1),
    domains: service(2),
    logs: service(3),
    mailer: service(4),
    edgeAdmin: first + 10,
    postgres: first + 11,
    redis: first + 12,
    dns: first + 13,
    origin: first + 14,
    originHealth: first + 15,
    inboxSmtp: first + 16,
    acme: first + 17,
  } as const;
}

/**
 * Ports on this machine that no site may have as its origin: all of ours but the demo's shop, and those of the servers
 * that we were told to use.
 */
export function ownPorts({ ports, redisUrl, kafkaBrokers, clamd }: LauncherOptions): string {
  const { origin, ...internal } = internalPorts(ports.internal);
  const servers = [redisUrl ?? '', ...(kafkaBrokers ?? '').split(','), clamd ?? ''];
  const givenPorts = servers.map((server) => Number(/:(\d+)(?:\/\d*)?$/.exec(server)?.[1] ?? 0));
  const { internal: _first, ...open } = ports;
  const services = Object.values(internal).flatMap((port) =>
    typeof port === 'number' ? [port] : Object.values(port),
  );
  const all = new Set([...Object.values(open), ...services, ...givenPorts]);
  return [...all].filter((port) => port > 0 && port !== origin).join(',');
}

/** Where the demo's certificate authority keeps its root. */
export const acmeFolder = ({ dataDirectory }: LauncherOptions): string => path.join(dataDirectory, 'acme');

/** What a demo site's CNAME points to, and the name of the edge as its owner sees it. */
export const CNAME_TARGET = 'edge.palisade.test';
export const DEMO_DOMAIN = 'shop.localhost';

/**
 * Where the sample visitors' connections come from, and their database of places. On Linux all of 127.0.0.0/8 is this
 * machine: an address of their own, so that the edge believes nobody else on it who somebody is.
 */
export const VISITORS_FROM = '127.0.18.18';
export const placesFile = ({ dataDirectory }: LauncherOptions): string =>
  path.join(dataDirectory, 'edge', 'sample-places.mmdb');

/** Every process of the control plane and the edge, with its environment. */
/** @param http3Front the program that speaks HTTP/3; null: the edge does not */
export function plan(
  options: LauncherOptions,
  secrets: Secrets,
  servers: Servers,
  root: string,
  http3Front: string | null,
) {
  const ports = internalPorts(options.ports.internal);
  const script = programs(root, options.dev);
  const at = (port: number) => `127.0.0.1:${port}`;
  const bus: Settings =
    options.kafkaBrokers === null
      ? {}
      : { PALISADE_BUS: 'kafka', PALISADE_BUS_KAFKA_BROKERS: options.kafkaBrokers };
  const common = (service: ServiceName) => ({
    PALISADE_PROFILE: 'standalone',
    PALISADE_BIND: '127.0.0.1',
    PALISADE_LOG_LEVEL: options.logLevel,
    ...bus,
    ...secretSettings(service, secrets, servers),
    PALISADE_KEYS_FILE: keysFile(options.dataDirectory, service),
    PALISADE_AUTH_GRPC: at(ports.auth.grpc),
    PALISADE_BILLING_GRPC: at(ports.billing.grpc),
    PALISADE_DOMAINS_GRPC: at(ports.domains.grpc),
    PALISADE_LOGS_GRPC: at(ports.logs.grpc),
    PALISADE_MAILER_GRPC: at(ports.mailer.grpc),
    PALISADE_PUBLIC_URL: `http://localhost:${options.ports.dashboard}`,
    ...DEMO_COMPANY,
    ...(options.demoTraffic && SAMPLE_NOTICE),
  });
  const stateful = (service: ServiceName) => ({
    ...common(service),
    [`PALISADE_${service.toUpperCase()}_HTTP_PORT`]: String(servicePorts(ports, service).http),
    [`PALISADE_${service.toUpperCase()}_GRPC_PORT`]: String(servicePorts(ports, service).grpc),
  });
  const service = (name: Exclude<ServiceName, 'gateway'>, env: Record<string, string> = {}): ChildSpec => ({
    name,
    script: script(name),
    env: { ...stateful(name), ...env },
    readyUrl: `http://${at(ports[name].http)}/readyz`,
  });
  const upstreams = Object.fromEntries(
    (['auth', 'billing', 'domains', 'logs', 'mailer'] as const).map((name) => [
      name,
      `http://${at(ports[name].http)}`,
    ]),
  );
  const paypal = {
    PALISADE_PAYPAL_CLIENT_ID: secrets.paypal.clientId,
    PALISADE_PAYPAL_CLIENT_SECRET: secrets.paypal.clientSecret,
    PALISADE_PAYPAL_WEBHOOK_ID: secrets.paypal.webhookId,
  };
  const paypalOrigin = `http://localhost:${options.ports.paypal}`;
  const control: ChildSpec[] = [
    // Who looks around has no second factor at hand.
    service('auth', {
      PALISADE_AUTH_ADMIN_MFA: 'optional',
      ...(options.accessTokenSeconds !== null && {
        PALISADE_AUTH_ACCESS_TOKEN_SECONDS: String(options.accessTokenSeconds),
      }),
    }),
    service('billing', {
      ...paypal,
      PALISADE_PAYPAL_API_URL: `http://${at(options.ports.paypal)}`,
      PALISADE_PAYPAL_SCRIPT_URL: `${paypalOrigin}/sdk/js`,
    }),
    {
      name: 'paypal-stand-in',
      script: path.join(root, 'deploy/paypal-stand-in/dist/main.js'),
      env: {
        ...paypal,
        PALISADE_PROFILE: 'standalone',
        PALISADE_PAYPAL_STAND_IN_PORT: String(options.ports.paypal),
        PALISADE_PAYPAL_STAND_IN_WEBHOOK_URL: `http://${at(options.ports.dashboard)}/api/paypal/webhook`,
      },
      readyUrl: `http://${at(options.ports.paypal)}/`,
    },
    service('domains', {
      PALISADE_CNAME_TARGET: CNAME_TARGET,
      PALISADE_ORIGIN_REFUSED_PORTS: ownPorts(options),
      PALISADE_DNS_SERVERS: at(ports.dns),
      PALISADE_ACME_DIRECTORY: `http://${at(ports.acme)}/dir`,
      PALISADE_ACME_TERMS_AGREED: 'true',
      PALISADE_ACME_HTTP_PORT: String(options.ports.edgeHttp),
    }),
    {
      name: 'acme-stand-in',
      script: path.join(root, 'deploy/acme-stand-in/dist/main.js'),
      args: [String(ports.acme), String(options.ports.edgeHttp), acmeFolder(options)],
      env: { PALISADE_PROFILE: 'standalone' },
      readyUrl: `http://${at(ports.acme)}/dir`,
    },
    service('logs', {
      PALISADE_LOGS_DEMO_HOST: DEMO_DOMAIN,
      PALISADE_LOGS_DEMO_EDGE: `http://${at(options.ports.edgeHttp)}`,
      ...(options.alertSeconds !== null && {
        PALISADE_LOGS_ALERT_INTERVAL_MS: String(options.alertSeconds * 1000),
      }),
    }),
    service('mailer', {
      PALISADE_MAIL_DEFAULT_SMTP_HOST: '127.0.0.1',
      PALISADE_MAIL_DEFAULT_SMTP_PORT: String(ports.inboxSmtp),
    }),
    {
      name: 'local-inbox',
      script: path.join(root, 'deploy/local-inbox/dist/main.js'),
      args: [
        String(ports.inboxSmtp),
        String(options.ports.inbox),
        path.join(options.dataDirectory, 'inbox'),
        String(options.inboxMails),
      ],
      env: {},
      readyUrl: `http://${at(options.ports.inbox)}/readyz`,
    },
    {
      name: 'gateway',
      script: script('gateway'),
      env: {
        ...common('gateway'),
        PALISADE_GATEWAY_PORT: String(options.ports.dashboard),
        PALISADE_GATEWAY_UPSTREAMS: JSON.stringify(upstreams),
        PALISADE_PAYMENT_ORIGINS: paypalOrigin,
        PALISADE_SPA_DIR: path.join(root, 'frontend', 'dist'),
        PALISADE_DOCS_DIR: path.join(root, 'docs', 'dist'),
        ...(options.rateLimit !== null && {
          PALISADE_GATEWAY_RATE_LIMIT: String(options.rateLimit),
          PALISADE_GATEWAY_STRICT_RATE_LIMIT: String(options.rateLimit),
          PALISADE_GATEWAY_DEMO_RATE_LIMIT: String(options.rateLimit),
        }),
      },
      readyUrl: `http://${at(options.ports.dashboard)}/readyz`,
    },
  ];
  const edge: ChildSpec = {
    name: 'edge',
    script: script('waf-proxy'),
    env: {
      ...bus,
      ...edgeSecretSettings(secrets, servers),
      PALISADE_KEYS_FILE: keysFile(options.dataDirectory, 'edge'),
      PALISADE_EDGE_BIND: options.edgeBind,
      PALISADE_EDGE_HTTP_PORT: String(options.ports.edgeHttp),
      PALISADE_EDGE_HTTPS_PORT: String(options.ports.edgeHttps),
      PALISADE_EDGE_ADMIN_PORT: String(ports.edgeAdmin),
      PALISADE_EDGE_WORKERS: String(options.workers),
      PALISADE_EDGE_DATA_DIR: path.join(options.dataDirectory, 'edge'),
      PALISADE_EDGE_NODE_ID: 'standalone',
      PALISADE_EDGE_ORIGIN_ALLOW: '127.0.0.1/32',
      PALISADE_EDGE_ORIGIN_REFUSED_PORTS: ownPorts(options),
      PALISADE_EDGE_TRUSTED_PROXIES: [options.trustedProxies, options.demoTraffic ? VISITORS_FROM : '']
        .filter((address) => address !== '')
        .join(','),
      ...(options.demoTraffic && { PALISADE_EDGE_GEO_CITY: placesFile(options) }),
      PALISADE_EDGE_CLAMD: options.clamd ?? '',
      PALISADE_EDGE_LEAKED_PASSWORDS: options.leakedPasswords ?? '',
      PALISADE_EDGE_SELF_SIGNED: 'true',
      PALISADE_EDGE_HTTP3_PROGRAM: http3Front ?? '',
    },
    readyUrl: `http://${at(ports.edgeAdmin)}/readyz`,
  };
  return { control, edge, ports, createUser: script('create-user') };
}

function servicePorts(
  ports: ReturnType<typeof internalPorts>,
  service: ServiceName,
): { http: number; grpc: number } {
  if (service === 'gateway') throw new Error('the gateway has no internal ports');
  return ports[service];
}
