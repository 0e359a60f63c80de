import type { CurrentUser, Domain, Plan } from '../shared/api/openapi.gen.ts';

export interface FakeCall {
  key: string;
  /** As in the address, with its question mark; empty without one. */
  query: string;
  body: unknown;
  authorization: string | null;
  /** The support view that it is made in. */
  view: string | null;
}
interface Given {
  status?: number;
  body?: unknown;
  /** In place of a body: server-sent events, as a test writes them. */
  events?: ReadableStream<Uint8Array>;
}
type Answer = Given | ((call: FakeCall) => Given | Promise<Given>);

/** Stands where the network is: answers by method and path, and remembers what was asked. */
export function installFakeApi(answers: Record<string, Answer>) {
  const calls: FakeCall[] = [];
  globalThis.fetch = async (input: RequestInfo | URL) => {
    const request = input as Request;
    const text = await request.text();
    // A request aborted before it is sent never arrives.
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const key = `${request.method} ${pathname.replace(/\/$/, '')}`;
    const call = {
      key,
      query: search,
      body: text === '' ? undefined : JSON.parse(text),
      authorization: request.headers.get('authorization'),
      view: request.headers.get('x-palisade-support-view'),
    };
    calls.push(call);
    const answer = answers[key] ?? { status: 404, body: { detail: `Nothing answers ${key}` } };
    const {
      status = 200,
      body = null,
      events,
    } = await (typeof answer === 'function' ? answer(call) : answer);
    if (events) return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
  return { calls, asked: (key: string) => calls.filter((call) => call.key === key) };
}

const none = {
  max_domains: 1,
  rate_limiting: false,
  max_rate_limit_requests: 0,
  ddos_protection: false,
  ip_management: false,
  bot_protection: false,
  geo_blocking: false,
  edge_caching: false,
  rule_set_choice: false,
  max_custom_rules: 5,
  max_inspected_upload_mb: 10,
  max_recorded_requests: 1_000,
  max_log_streams: 0,
  log_retention_days: 7,
  bandwidth_bytes: 5e9,
};
const starter = {
  ...none,
  rate_limiting: true,
  max_rate_limit_requests: 100,
  ddos_protection: true,
  ip_management: true,
};
const business = {
  ...starter,
  bot_protection: true,
  geo_blocking: true,
  rule_set_choice: true,
  max_rate_limit_requests: 500,
};

const plan = (id: number, slug: string, price: number, entitlements: typeof none): Plan => ({
  id,
  slug,
  name: slug.charAt(0).toUpperCase() + slug.slice(1),
  description: `The ${slug} plan`,
  price,
  currency: 'USD',
  features: [`✓ Feature of ${slug}`, '❌ Something else'],
  entitlements,
});

export const fakePlans: Plan[] = [
  plan(1, 'free', 0, none),
  plan(2, 'starter', 29, starter),
  plan(3, 'business', 79, business),
  plan(4, 'enterprise', 199, { ...business, edge_caching: true }),
];

export function fakeUser(over: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: '0195a000-0000-7000-8000-000000000001',
    email: 'ada@strangers.example',
    username: 'ada',
    full_name: 'Ada Stranger',
    is_admin: false,
    is_active: true,
    email_confirmed: true,
    mfa_enabled: false,
    mfa_setup_required: false,
    plan: 'free',
    plan_name: 'Free',
    plan_status: 'active',
    entitlements: none,
    trial_ends_at: null,
    paid_until: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...over,
  };
}

export function fakeDomain(over: Partial<Domain> = {}): Domain {
  return {
    id: '0195a000-0000-7000-8000-000000000010',
    domain_name: 'castle.example',
    hosts: ['castle.example'],
    origin_host: '203.0.113.7',
    origin_port: 80,
    origin_protocol: 'http',
    dns_verified: false,
    is_active: false,
    paused: false,
    created_at: '2026-01-02T00:00:00.000Z',
    total_requests: 0,
    allowed_requests: 0,
    blocked_requests: 0,
    mode: 'On',
    certificate: null,
    dns: null,
    cname_target: 'edge.palisade.example',
    verification_subdomain: 'waf-abc.castle.example',
    verification_token: 'abc',
    verification_txt: {
      name: '_palisade-challenge.castle.example',
      value: 'palisade-domain-verification=abc',
    },
    txt_reason: null,
    release_at: null,
    ownership_requests: [],
    ...over,
  };
}
