import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CollectedSpan, eventually, type SpanCollector, startSpanCollector } from '@palisade/testing';
import { Prometheus } from './alerts-proof/prometheus.ts';
import { ApiClient } from './api-client.ts';
import { makeSecrets } from './at-rest/make-secrets.ts';
import { formsOf, foundIn } from './at-rest/secret-forms.ts';
import { Inbox } from './browser/inbox.ts';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACE_OF_CHANGE = '0af7651916cd43dd8448eb211c80319c';
const account = {
  email: 'traced.newcomer@palisade.test',
  username: 'traced-newcomer',
  password: 'Traced-Horse-Battery-7',
};

/** What a sign-up sets off, in every process, as its operator sees it. */
describe('a trace', () => {
  const stack = new Stack();
  let collector: SpanCollector;

  beforeAll(async () => {
    collector = await startSpanCollector();
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.endpoint;
    process.env.OTEL_TRACES_SAMPLER_ARG = '1';
    await stack.start('--log-level', 'debug');
  }, 200_000);
  afterAll(async () => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_TRACES_SAMPLER_ARG;
    await stack.dispose();
    await collector?.close();
  });

  const register = () =>
    fetch(`${stack.api}/auth/register`, {
      method: 'POST',
      // A stranger's flag not to sample is ignored: only the id is used.
      headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-00f067aa0ba902b7-00` },
      body: JSON.stringify({ ...account, full_name: account.username }),
    });

  it('of a sign-up goes from the gateway to its mail, each span under the one that it came of', async () => {
    expect((await register()).status).toBe(201);
    await new Inbox(stack.urls.inbox).latest(account.email, /confirm/i);
    // Each process sends what it has once a second.
    await eventually('the whole way', async () =>
      expect(wayTo(TRACE, { service: 'palisade-mailer', name: 'send mail' })).toEqual([
        'palisade-mailer client send mail',
        'palisade-mailer consumer process mailer-mails',
        'palisade-mailer producer send mailer-mails',
        expect.stringMatching(/^palisade-mailer consumer process [a-z_.]+v1$/),
        expect.stringMatching(/^palisade-auth producer create [a-z_.]+v1$/),
        'palisade-auth server POST /api/auth/register',
        'palisade-gateway client POST',
        'palisade-gateway server POST /api/*',
      ]),
    );
    expect(found(ofTrace(), { name: 'INSERT users' })).toMatchObject({
      service: 'palisade-auth',
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.collection.name': 'users',
      },
      parentId: found(ofTrace(), { name: 'POST /api/auth/register' }).spanId,
    });
    // It asks for plans; a call stands under the one that makes it.
    const asked = await eventually('the other side of a call', async () =>
      found(ofTrace(), { kind: 'server', rpc: true }),
    );
    const asking = found(ofTrace(), { service: 'palisade-auth', kind: 'client', name: asked.name });
    expect(asked).toMatchObject({
      parentId: asking.spanId,
      attributes: { 'rpc.system.name': 'grpc', 'rpc.response.status_code': 'OK' },
    });
  });

  it('has the id that is in the log of each process which had to do with it', () => {
    for (const service of ['gateway', 'auth', 'mailer'])
      expect([service, logOf(service).includes(`"trace_id":"${TRACE}"`)]).toEqual([service, true]);
  });

  it('is found from the histograms, by a Prometheus as it is shipped', async () => {
    await visit(stack.urls.demo_site, 'shop.localhost', '/');
    const prometheus = new Prometheus();
    await prometheus.start(stack, '1s');
    try {
      const registering = 'http_server_request_duration_seconds_bucket{http_route="/api/auth/register"}';
      await eventually('the sign-up', async () =>
        expect(await prometheus.exemplars(registering)).toContain(TRACE),
      );
      for (const histogram of [
        'http_server_request_duration_seconds_bucket{job="gateway"}',
        'rpc_server_call_duration_seconds_bucket',
        'messaging_process_duration_seconds_bucket',
        'db_client_operation_duration_seconds_bucket{db_collection_name="users"}',
        'palisade_job_duration_seconds_bucket{queue="mailer-mails"}',
        'palisade_edge_request_duration_seconds_bucket',
      ])
        await eventually(`one of ${histogram}`, async () =>
          expect((await prometheus.exemplars(histogram)).length).toBeGreaterThan(0),
        );
    } finally {
      await prometheus.stop();
    }
  }, 60_000);

  it('of a changed policy goes from the gateway to the edge that takes it over', async () => {
    const { token } = await ApiClient.session(stack.api, stack.accounts.customer);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE_OF_CHANGE}-00f067aa0ba902b7-00`,
    };
    const sites = await fetch(`${stack.api}/domains/`, { headers });
    const [site] = (await sites.json()) as { id: string }[];
    const body = JSON.stringify({ policyConfig: { mode: 'DetectionOnly' } });
    const changed = await fetch(`${stack.api}/domains/${site!.id}/waf-config`, {
      method: 'PUT',
      headers,
      body,
    });
    expect({ status: changed.status, text: await changed.text() }).toMatchObject({ status: 200 });
    await eventually('the whole way', async () =>
      expect(wayTo(TRACE_OF_CHANGE, { service: 'palisade-edge', name: 'take site config' })).toEqual([
        'palisade-edge consumer take site config',
        'palisade-domains producer publish site config',
        expect.stringMatching(/^palisade-domains server PUT /),
        'palisade-gateway client PUT',
        'palisade-gateway server PUT /api/*',
      ]),
    );
  });

  it('holds no address, no password, no token and no value of a statement', async () => {
    const secrets = await makeSecrets(stack);
    const planted = [
      { name: 'address', text: account.email },
      { name: 'name', text: account.username },
      { name: 'password', text: account.password },
      ...secrets,
    ];
    // What was done last has arrived with the batch after it.
    const spans = collector.spans.length;
    await fetch(`${stack.api}/plans`);
    await eventually('a later batch', async () => expect(collector.spans.length).toBeGreaterThan(spans));
    const { payload } = collector;
    expect(payload.includes('POST /api/auth/register')).toBe(true);
    expect(foundIn(payload, planted.flatMap(formsOf))).toEqual([]);
  }, 120_000);

  it('costs nothing but its spans while the collector is away', async () => {
    await collector.close();
    const metrics = async () => (await fetch(`${stack.urls.dashboard}metrics`)).text();
    for (let round = 0; round < 20; round++) expect((await fetch(`${stack.api}/plans`)).status).toBe(200);
    await eventually('the spans being counted as lost', async () =>
      expect(await metrics()).toMatch(/^palisade_spans_total\{result="failed"\} [1-9]/m),
    );
  }, 60_000);

  const wayTo = (trace: string, last: Wanted) =>
    [...ancestors(ofTrace(trace), found(ofTrace(trace), last))].map(
      ({ service, kind, name }) => `${service} ${kind} ${name}`,
    );

  const ofTrace = (trace = TRACE) => collector.spans.filter(({ traceId }) => traceId === trace);

  function logOf(service: string): string {
    const folder = path.join(stack.dataDirectory, 'logs');
    const files = readdirSync(folder).filter((file) => file.startsWith(service));
    return files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  }
});

interface Wanted {
  service?: string;
  kind?: string;
  name?: string;
  rpc?: boolean;
}

function found(spans: readonly CollectedSpan[], { service, kind, name, rpc }: Wanted): CollectedSpan {
  const span = spans.find(
    (each) =>
      (service === undefined || each.service === service) &&
      (kind === undefined || each.kind === kind) &&
      (name === undefined || each.name === name) &&
      (rpc === undefined || 'rpc.method' in each.attributes === rpc),
  );
  if (span === undefined) {
    const there = spans.map((each) => `${each.service} ${each.kind} ${each.name}`).sort();
    throw new Error(`no ${service} ${kind} ${name} among ${there.join(', ')}`);
  }
  return span;
}

/** A span and all above it. */
function* ancestors(spans: readonly CollectedSpan[], from: CollectedSpan): Generator<CollectedSpan> {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (let span: CollectedSpan | undefined = from; span !== undefined; span = byId.get(span.parentId))
    yield span;
}
