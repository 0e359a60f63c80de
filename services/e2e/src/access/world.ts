import { randomBytes } from 'node:crypto';
import { eventually, newPassword } from '@palisade/testing';
import { generate } from 'otplib';
import pg from 'pg';
import { ApiClient } from '../api-client.ts';
import { visit } from '../edge-client.ts';
import type { Account, RunningStack } from '../running-stack.ts';
import type { Actor } from './actors.ts';
import { committedRoutes } from './routes.ts';

interface WithId {
  id: string;
}

interface MfaSetup {
  secret: string;
  backup_codes: string[];
}

/** Somebody with an account of their own that a call may end or change. */
export interface Newcomer {
  as: ApiClient;
  account: Account;
}

/** The actors, and what their calls are about: made by the same API that is tested. */
export class World {
  private count = 0;
  private readonly once = new Map<string, Promise<unknown>>();
  private readonly latest = new Map<string, string>();

  private constructor(
    readonly stack: RunningStack,
    readonly actors: Readonly<Record<Actor, ApiClient>>,
    readonly accounts: Readonly<Record<'owner' | 'stranger' | 'admin' | 'deactivated', Account>>,
    /** Contained in everything that the owner made; nobody else's response may contain it. */
    readonly marks: readonly string[],
  ) {}

  static async of(stack: RunningStack): Promise<World> {
    const { customer, admin } = stack.accounts;
    const adminClient = await ApiClient.signIn(stack.api, admin);
    const owner = await ApiClient.signIn(stack.api, customer);
    const stranger = newAccount('stranger');
    const deactivated = newAccount('deactivated');
    const actors = {
      anonymous: ApiClient.anonymous(stack.api),
      owner,
      admin: adminClient,
      stranger: await ApiClient.register(stack.api, stranger),
      deactivated: await ApiClient.register(stack.api, deactivated),
    };
    const deactivatedId = await idOfMe(actors.deactivated);
    await expectOk(adminClient.call('POST', `/admin/users/${deactivatedId}/deactivate`));
    await eventually('the deactivated user being refused', async () => {
      const { status } = await actors.deactivated.call('GET', '/auth/me');
      if (status !== 401) throw new Error(`still ${status}`);
    });
    // The largest plan, so that no route of the owner's is refused for what the plan lacks.
    const ownerId = await idOfMe(owner);
    await expectOk(adminClient.call('PUT', `/admin/users/${ownerId}`, { plan: 'enterprise' }));
    const marks = [customer.email, 'shop.localhost', `mark-${randomBytes(6).toString('hex')}`];
    return new World(stack, actors, { owner: customer, stranger, admin, deactivated }, marks);
  }

  /** Part of every name that the owner gives. */
  get mark(): string {
    return this.marks[2] ?? '';
  }

  /** A name that nothing else has. */
  unique(prefix: string): string {
    this.count++;
    return `${prefix}-${this.count}`;
  }

  /** For calls that ask for the password again. */
  passwordOf(actor: Actor): string {
    return actor === 'anonymous' ? 'nobodys-password' : this.accounts[actor].password;
  }

  isSignedOut = (actor: Actor): boolean => actor === 'anonymous' || actor === 'deactivated';

  /** An account like the actor's, for calls that end it or change its keys. Who is signed out stays as they are. */
  async newcomer(actor: Actor): Promise<Newcomer> {
    if (this.isSignedOut(actor)) {
      return { as: this.actors[actor], account: this.accounts.deactivated };
    }
    const account = newAccount(actor === 'owner' ? this.unique(this.mark) : actor);
    if (actor !== 'admin') return { as: await ApiClient.register(this.stack.api, account), account };
    await this.made('POST', '/admin/users', { ...account, is_admin: true }, this.actors.admin);
    return { as: await ApiClient.signIn(this.stack.api, account), account };
  }

  /** A newcomer who signs in with a second factor, and that factor's id. */
  async newcomerWithMfa(actor: Actor): Promise<Newcomer & { configId: string; setup: MfaSetup }> {
    const newcomer = await this.newcomer(actor);
    const { body: setup } = await expectOk(newcomer.as.call<MfaSetup>('GET', '/settings/mfa/setup'));
    const token = await generate({ secret: setup.secret });
    await expectOk(newcomer.as.call('POST', '/settings/mfa/enable', { token }));
    const list = await expectOk(newcomer.as.call<{ configs: WithId[] }>('GET', '/settings/mfa/configs'));
    return { ...newcomer, setup, configId: firstId(list.body.configs) };
  }

  /** A domain of the owner's that tests only read. */
  domain = (): Promise<string> => this.shared('domain', () => this.newDomain());

  /** A domain of the owner's that a call may change or remove. */
  async newDomain(): Promise<string> {
    const { id } = await this.made<WithId>('POST', '/domains', this.domainBody());
    return id;
  }

  /** A new domain of the owner with this address banned. */
  async bannedDomain(address: string): Promise<string> {
    const id = await this.newDomain();
    await this.made('POST', `/domains/${id}/bans`, { address });
    return id;
  }

  domainBody(name = this.mark) {
    return {
      domain_name: `${this.unique(name)}.example.com`,
      origin_host: '127.0.0.1',
      origin_port: this.stack.originPort,
      origin_protocol: 'http',
    };
  }

  /** A paid order of the owner's. Demo orders are paid at once. */
  async newOrder(): Promise<string> {
    const body = { plan_id: 'enterprise', payment_method: 'paypal' };
    return (await this.made<WithId>('POST', '/orders/create', body)).id;
  }

  /** An order of the owner's at PayPal that is not paid yet. */
  async newPayPalOrder(): Promise<string> {
    const body = { plan_id: 'starter', billing_period: 'monthly' };
    const made = await this.made<{ paypal_order_id: string }>('POST', '/paypal/create-order', body);
    return made.paypal_order_id;
  }

  invoice = (): Promise<string> =>
    this.shared('invoice', async () => {
      await this.newOrder();
      const { body } = await expectOk(this.actors.owner.call<WithId[]>('GET', '/invoices'));
      return firstId(body);
    });

  async newApiKey(): Promise<string> {
    const body = { name: this.mark, scopes: ['domains:read'] };
    return (await this.made<WithId>('POST', '/api-keys', body)).id;
  }

  /** For each scope an API key of the administrator's that has all scopes but this one. */
  async apiKeysWithout(scopes: ReadonlySet<string>): Promise<(scope: string) => ApiClient> {
    // No key can have this one: it stands for browser sessions.
    const grantable = [...scopes].filter((scope) => scope !== 'session');
    const clients = new Map<string, ApiClient>();
    for (const scope of scopes) {
      const body = { name: `without ${scope}`, scopes: grantable.filter((other) => other !== scope) };
      const { api_key } = await this.made<{ api_key: string }>('POST', '/api-keys', body, this.actors.admin);
      clients.set(scope, ApiClient.withToken(this.stack.api, api_key));
    }
    return (scope) => clients.get(scope) ?? this.actors.anonymous;
  }

  /** Of the administrator's, with all that a key can be given. */
  async apiKeyWithEveryScope(): Promise<ApiClient> {
    const scopes = [
      ...new Set(committedRoutes().flatMap(({ operation }) => operation['x-palisade-access']?.scope ?? [])),
    ].filter((scope) => scope !== 'session');
    const body = { name: 'every scope', scopes };
    const { api_key } = await this.made<{ api_key: string }>('POST', '/api-keys', body, this.actors.admin);
    return ApiClient.withToken(this.stack.api, api_key);
  }

  /** An administrator who has signed in two hours ago, and whose password the caller does not know. */
  async staleAdmin(): Promise<ApiClient> {
    const { token } = await ApiClient.session(this.stack.api, this.accounts.admin);
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      jti: string;
    };
    const client = new pg.Client(this.stack.databaseUrl);
    await client.connect();
    try {
      const change = `UPDATE auth.sessions SET authenticated_at = now() - interval '2 hours' WHERE id = $1`;
      const { rowCount } = await client.query(change, [jti]);
      if (rowCount !== 1) throw new Error('the session is not there');
    } finally {
      await client.end();
    }
    return ApiClient.withToken(this.stack.api, token);
  }

  /** A session of the owner's besides the one that calls. */
  async newSession(): Promise<string> {
    const other = await ApiClient.signIn(this.stack.api, this.accounts.owner);
    const { body } = await expectOk(other.call<(WithId & { current: boolean })[]>('GET', '/auth/sessions'));
    return firstId(body.filter((session) => session.current));
  }

  async newUser(): Promise<string> {
    const made = await this.made<WithId>('POST', '/admin/users', newAccount('user'), this.actors.admin);
    return made.id;
  }

  async newNote(userId: string): Promise<string> {
    const path = `/admin/users/${userId}/notes`;
    return (await this.made<WithId>('POST', path, { text: 'Called.' }, this.actors.admin)).id;
  }

  /** A separate customer, whom the administrator has asked for a support view. */
  async newSupportView(): Promise<{ as: ApiClient; userId: string; viewId: string }> {
    const { as } = await this.newcomer('stranger');
    const userId = await idOfMe(as);
    return { as, userId, viewId: await this.askToSee(userId) };
  }

  async askToSee(userId: string): Promise<string> {
    const body = { reason: 'You asked why your shop is slow.' };
    const path = `/admin/users/${userId}/support-views`;
    return (await this.made<WithId>('POST', path, body, this.actors.admin)).id;
  }

  /** An administrator who sees the owner's dashboard, as the owner allowed. */
  async supportView(): Promise<ApiClient> {
    const { owner } = this.actors;
    const userId = await idOfMe(owner);
    const viewId = await this.askToSee(userId);
    await this.made('POST', `/settings/support-views/${viewId}/answer`, { allow: true });
    const { token } = await ApiClient.session(this.stack.api, this.accounts.admin);
    const as = ApiClient.withToken(this.stack.api, token);
    await this.made('POST', `/admin/users/${userId}/support-views/${viewId}/open`, {}, as);
    return ApiClient.inSupportView(this.stack.api, token, viewId);
  }

  async edgeControlsVersion(): Promise<number> {
    const as = this.actors.admin;
    return (await expectOk(as.call<{ version: number }>('GET', '/admin/edge/controls'))).body.version;
  }

  async newPlan(): Promise<number> {
    return Number((await this.made<WithId>('POST', '/admin/plans', this.planBody(), this.actors.admin)).id);
  }

  planBody() {
    return { name: 'Matrix', slug: this.unique('matrix'), price: 5, features: ['{domains}'] };
  }

  async newSmtpServer(): Promise<number> {
    return Number((await this.made<WithId>('POST', '/admin/smtp', this.smtpBody(), this.actors.admin)).id);
  }

  /** Inactive, so that no mail of anybody's goes there. */
  smtpBody() {
    return {
      name: this.unique('smtp'),
      host: '127.0.0.1',
      port: 1,
      username: 'matrix',
      password: newPassword(),
      from_email: 'matrix@example.com',
      use_tls: false,
      is_active: false,
    };
  }

  async newCampaign(): Promise<number> {
    return Number(
      (await this.made<WithId>('POST', '/admin/campaigns', this.campaignBody(), this.actors.admin)).id,
    );
  }

  newAlertRule(): Promise<string> {
    return this.inPlace('/alert-rules', async () => {
      return (await this.made<WithId>('POST', '/alert-rules', this.alertRuleBody())).id;
    });
  }

  alertRuleBody() {
    const condition = {
      measure: 'requests',
      window_minutes: 5,
      compare: 'threshold',
      direction: 'above',
      value: 1_000_000,
    };
    return { name: this.unique('rule'), condition };
  }

  alertPreviewBody() {
    const { condition } = this.alertRuleBody();
    return { condition };
  }

  /** The owner's, with nothing sent yet. */
  newAlertChannel(): Promise<string> {
    const body = { name: this.unique('channel'), kind: 'mail' };
    return this.inPlace('/alert-channels', async () => {
      return (await this.made<{ channel: WithId }>('POST', '/alert-channels', body)).channel.id;
    });
  }

  clientListBody() {
    return { source: 'hand', name: this.unique('list'), text: '192.0.2.1' };
  }

  newClientList(): Promise<string> {
    return this.inPlace('/lists', async () => {
      return (await this.made<WithId>('POST', '/lists', this.clientListBody())).id;
    });
  }

  newOperatorClientList(): Promise<string> {
    const path = '/admin/edge/lists';
    const make = async () =>
      (await this.made<WithId>('POST', path, this.clientListBody(), this.actors.admin)).id;
    return this.inPlace(path, make, this.actors.admin);
  }

  /** To where nothing is ever sent. */
  logStreamBody() {
    return { name: this.unique('stream'), kind: 'http', target: { url: 'https://127.0.0.1/' } };
  }

  newLogStream(): Promise<string> {
    return this.inPlace('/log-streams', async () => {
      const body = { ...this.logStreamBody(), domain: await this.domain() };
      return (await this.made<{ stream: WithId }>('POST', '/log-streams', body)).stream.id;
    });
  }

  statusIncidentBody() {
    return {
      ...{ kind: 'incident', title: this.unique(this.mark), impact: 'degraded' },
      ...{ state: 'investigating', text: 'We look' },
    };
  }

  /** On the page of a domain that tests only read, which is off. */
  async newStatusIncident(): Promise<{ domain: string; id: string }> {
    const domain = await this.domain();
    const path = `/status-pages/${domain}`;
    const page = { is_on: false, name: 'Shop', shows_uptime: true, shows_outages: true };
    await expectOk(this.actors.owner.call('PUT', path, page));
    type Page = { preview: { incidents: { id: string; title: string }[] } };
    const incident = this.statusIncidentBody();
    const { body } = await expectOk(this.actors.owner.call<Page>('POST', `${path}/incidents`, incident));
    const id = body.preview.incidents.find(({ title }) => title === incident.title)?.id;
    if (id === undefined) throw new Error('the incident is not on its page');
    return { domain, id };
  }

  newLogExport(): Promise<string> {
    return this.inPlace('/dashboard/log-exports', async () => {
      return (await this.made<WithId>('POST', '/dashboard/log-exports', {})).id;
    });
  }

  async finishedLogExport(): Promise<string> {
    const id = await this.newLogExport();
    return await eventually('the export is finished', async () => {
      const path = '/dashboard/log-exports';
      const { body } = await expectOk(
        this.actors.owner.call<{ exports: { id: string; state: string }[] }>('GET', path),
      );
      const state = body.exports.find((one) => one.id === id)?.state;
      if (state !== 'finished') throw new Error(`the export is ${state}`);
      return id;
    });
  }

  async newOperatorLogStream(): Promise<string> {
    const { admin } = this.actors;
    const path = '/admin/logs/streams';
    return (await this.made<{ stream: WithId }>('POST', path, this.logStreamBody(), admin)).stream.id;
  }

  /** A test that was sent. */
  async newAlertDelivery(channelId: string): Promise<string> {
    const path = `/alert-channels/${channelId}/test`;
    return (await this.made<WithId>('POST', path, {}, this.actors.owner)).id;
  }

  campaignBody() {
    return {
      name: this.unique('campaign'),
      subject: 'News',
      body_html: '<p>News</p>',
      target_audience: 'custom',
      custom_emails: 'reader@example.com',
    };
  }

  /** One blocked and one allowed request to the owner's demo site, with the mark in them. */
  async traffic(): Promise<void> {
    for (const query of [this.mark, `${this.mark}%27%20OR%201=1--`]) {
      await visit(this.stack.urls.demo_site, 'shop.localhost', `/?q=${query}`);
    }
  }

  /** A new one of what the owner may have few of; the last one goes, if it is still there. */
  private async inPlace(path: string, make: () => Promise<string>, as = this.actors.owner): Promise<string> {
    const last = this.latest.get(path);
    if (last !== undefined) await as.call('DELETE', `${path}/${last}`);
    const id = await make();
    this.latest.set(path, id);
    return id;
  }

  private shared(name: string, make: () => Promise<string>): Promise<string> {
    const known = this.once.get(name) ?? make();
    this.once.set(name, known);
    return known as Promise<string>;
  }

  async made<T>(method: string, path: string, body: object, as = this.actors.owner): Promise<T> {
    return (await expectOk(as.call<T>(method, path, body))).body;
  }
}

export const newAccount = (prefix: string): Account => {
  const name = `${prefix}-${randomBytes(5).toString('hex')}`;
  return { email: `${name}@example.com`, username: name, password: newPassword() };
};

async function idOfMe(client: ApiClient): Promise<string> {
  return (await expectOk(client.call<WithId>('GET', '/auth/me'))).body.id;
}

async function expectOk<T>(answer: Promise<{ status: number; body: T }>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`what the test needs was refused: ${status} ${JSON.stringify(body)}`);
  return { status, body };
}

function firstId(list: readonly WithId[]): string {
  const [first] = list;
  if (first === undefined) throw new Error('what the test needs is not there');
  return first.id;
}
