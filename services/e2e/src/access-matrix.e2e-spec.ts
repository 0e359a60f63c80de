import { ACTORS, type Actor } from './access/actors.ts';
import { committedRoutes, type Route, routesOf, suggestedEntry } from './access/routes.ts';
import { ACCESS_TABLE, NOBODYS_ID } from './access/table.ts';
import { World } from './access/world.ts';
import { ApiClient } from './api-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

const TABLE_FILE = 'services/e2e/src/access/table.ts';
const routes = committedRoutes();

/** Every route of the API as each kind of caller, against the whole product. */
describe('who may call what', () => {
  const stack = new SharedStack('records');
  let world: World;

  beforeAll(async () => {
    await stack.start();
    world = await World.of(stack);
    await world.traffic();
  }, 180_000);
  afterAll(() => stack.dispose());

  it('is stated for every route', () => {
    const missing = routes.filter(({ key }) => !(key in ACCESS_TABLE)).map(suggestedEntry);
    if (missing.length > 0) throw new Error(`Add to ${TABLE_FILE}:\n  ${missing.join('\n  ')}`);
    expect(routes.length).toBeGreaterThan(90);
  });

  it('is stated for no route that has gone', () => {
    const known = new Set(routes.map(({ key }) => key));
    const gone = Object.keys(ACCESS_TABLE).filter((key) => !known.has(key));
    if (gone.length > 0) throw new Error(`Remove from ${TABLE_FILE}: ${gone.join(', ')}`);
  });

  it('agrees with what the routes declare', () => {
    const wrong = routes.filter(({ key, operation }) => {
      const isPublic = operation['x-palisade-access']?.level === 'public';
      const entry = ACCESS_TABLE[key];
      return entry !== undefined && isPublic === (entry.anonymous === 401);
    });
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  it('is stated for what really runs', async () => {
    const { body } = await ApiClient.anonymous(stack.api).call<Parameters<typeof routesOf>[0]>(
      'GET',
      '/openapi.json',
    );
    expect(
      routesOf(body)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(routes.map(({ key }) => key).sort());
  });

  it.each(routes.filter(({ key }) => key in ACCESS_TABLE))('$key', async (route) => {
    const { call: _make, tells = [], ...expected } = ACCESS_TABLE[route.key]!;
    const seen: Partial<Record<Actor, number>> = {};
    const details: string[] = [];
    for (const actor of ACTORS) {
      const { status, text } = await callAs(route, actor);
      seen[actor] = status;
      if (status !== expected[actor]) details.push(`${actor}: ${status} ${text.slice(0, 300)}`);
      if (actor === 'stranger' || actor === 'anonymous' || actor === 'deactivated') {
        expect(world.marks.filter((mark) => text.includes(mark))).toEqual(tells);
      }
    }
    if (details.length > 0) throw new Error(`${route.key} answered otherwise:\n${details.join('\n')}`);
    expect(seen).toEqual(expected);
  });

  it('reports unknown fields, each at its name', async () => {
    const wrong: string[] = [];
    const withBodies = routes.filter(
      ({ key, operation }) => operation.requestBody !== undefined && key in ACCESS_TABLE,
    );
    expect(withBodies.length).toBeGreaterThan(60);
    for (const route of withBodies) {
      const actor = route.operation['x-palisade-access']?.level === 'admin' ? 'admin' : 'owner';
      const { status, body } = await callAs(route, actor, undefined, { field_of_nobody: 1 });
      const { code, errors } = body as { code?: string; errors?: unknown };
      const named = JSON.stringify(errors ?? null).includes(
        '{"path":"field_of_nobody","message":"There is no such field"}',
      );
      if (status !== 422 || code !== 'validation_failed' || !named)
        wrong.push(`${route.key}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('lets no API key in that lacks the scope of the route', async () => {
    const wrong: string[] = [];
    const guarded = routes.flatMap((route) => {
      const scope = route.operation['x-palisade-access']?.scope;
      return scope === undefined ? [] : [{ ...route, scope }];
    });
    expect(guarded.length).toBeGreaterThan(70);
    const withoutScope = await world.apiKeysWithout(new Set(guarded.map(({ scope }) => scope)));
    for (const { key, method, path, scope } of guarded) {
      const target = path.replaceAll(/\{\w+\}/g, NOBODYS_ID);
      const { status, body } = await withoutScope(scope).call<{ code?: string }>(method, target);
      if (status !== 403 || body.code !== 'scope_missing') wrong.push(`${key}: ${status} ${body.code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('asks an old session for the password before each sensitive action, and before nothing else', async () => {
    const stale = await world.staleAdmin();
    const answers = await Promise.all(
      routes.map(async ({ key, method, path, operation }) => {
        const confirmedBy = operation['x-palisade-sensitive']?.confirmed_by;
        const asked = confirmedBy === 'session' || confirmedBy === 'session_or_key';
        // Logging out would end what the others call with.
        if (key === 'POST /auth/logout') return { key, asked: false, wanted: false };
        const target = path.replaceAll(/\{\w+\}/g, NOBODYS_ID);
        const { status, body } = await stale.call<{ code?: string }>(method, target);
        return { key, asked: status === 403 && body.code === 'reauthentication_required', wanted: asked };
      }),
    );
    expect(answers.filter(({ wanted }) => wanted).length).toBeGreaterThan(20);
    expect(answers.filter(({ asked, wanted }) => asked !== wanted)).toEqual([]);
  });

  it('opens no sensitive action to an API key with every scope, but those that keys have a scope for', async () => {
    const keyed = await world.apiKeyWithEveryScope();
    const wrong: string[] = [];
    const sensitive = routes.filter(({ operation }) => {
      const confirmedBy = operation['x-palisade-sensitive']?.confirmed_by;
      return confirmedBy !== undefined && confirmedBy !== 'session_or_key';
    });
    for (const { key, method, path } of sensitive) {
      const target = path.replaceAll(/\{\w+\}/g, NOBODYS_ID);
      const { status, body } = await keyed.call<{ code?: string }>(method, target);
      const refused = status === 403 && ['session_required', 'scope_missing'].includes(body.code ?? '');
      if (!refused) wrong.push(`${key}: ${status} ${body.code}`);
    }
    expect(sensitive.length).toBeGreaterThan(25);
    expect(wrong).toEqual([]);
  });

  it('shows an administrator whom the owner allowed it what the owner sees, and lets them change nothing', async () => {
    const looking = await world.supportView();
    const wrong: string[] = [];
    const shown: string[] = [];
    for (const route of routes) {
      const level = route.operation['x-palisade-access']?.level;
      const reads = route.method === 'GET' && level === 'user';
      const { status, body, text } = reads
        ? await callAs(route, 'owner', looking)
        : await callAt(
            looking,
            route.method,
            route.path.replaceAll(/\{\w+\}/g, NOBODYS_ID),
            route.method === 'GET' ? undefined : {},
          );
      const answer = `${route.key}: ${status} ${text.slice(0, 200)}`;
      const code = (body as { code?: string } | null)?.code;
      if (route.method !== 'GET') {
        if (status !== 403 || code !== 'support_view_read_only') wrong.push(answer);
      } else if (reads && code !== 'support_view_not_shown') {
        shown.push(route.key);
        if (status !== ACCESS_TABLE[route.key]?.owner) wrong.push(answer);
      } else if (level !== 'public' && (status !== 403 || code !== 'support_view_not_shown')) {
        wrong.push(answer);
      }
    }
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(25);
    expect(shown).toEqual(expect.arrayContaining(['GET /domains', 'GET /dashboard/now', 'GET /auth/me']));
    for (const kept of ['GET /api-keys', 'GET /auth/sessions', 'GET /dashboard/logs/export', 'GET /invoices'])
      expect(shown).not.toContain(kept);
  }, 120_000);

  async function callAt(as: ApiClient, method: string, target: string, sent?: unknown) {
    const { status, body } = await as.call(method, target, sent);
    return { status, body, text: typeof body === 'string' ? body : JSON.stringify(body) };
  }

  async function callAs(
    route: Route,
    actor: Actor,
    as?: ApiClient,
    more?: object,
  ): Promise<{ status: number; body: unknown; text: string }> {
    const call = (await ACCESS_TABLE[route.key]?.call?.(world, actor)) ?? {};
    const target = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = call.path?.[name];
      if (value === undefined) throw new Error(`the table gives no ${name} for ${route.key}`);
      return encodeURIComponent(value);
    });
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    return callAt(
      as ?? call.as ?? world.actors[actor],
      route.method,
      target + query,
      more ? { ...(call.body as object | undefined), ...more } : call.body,
    );
  }
});
