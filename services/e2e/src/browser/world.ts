import { randomBytes } from 'node:crypto';
import { newPassword } from '@palisade/testing';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ApiClient } from '../api-client.ts';
import { launchBrowser } from '../browser.ts';
import type { Account } from '../running-stack.ts';
import type { Group } from '../shared/groups.ts';
import { SharedStack } from '../shared/shared-stack.ts';
import { Inbox, linkIn } from './inbox.ts';
import { signInAsBrowser } from './sign-in.ts';
import { Visitor } from './visitor.ts';

interface VisitorOptions extends BrowserContextOptions {
  /** Let the newsletter pop-up come, as it does for a stranger. */
  newsletter?: boolean;
}

/** The running product, people in front of it, and their mail. */
export class World {
  readonly stack: SharedStack;
  private browser: Browser | null = null;
  private readonly visitors: Visitor[] = [];
  private strangers = 0;

  constructor(group: Group) {
    this.stack = new SharedStack(group);
  }

  async start(): Promise<void> {
    await this.stack.start();
    this.browser = await launchBrowser();
  }

  async dispose(): Promise<void> {
    await this.browser?.close();
    await this.stack.dispose();
  }

  get inbox(): Inbox {
    return new Inbox(this.stack.urls.inbox);
  }

  /** A person with a browser of their own: no cookies, nothing stored. */
  async visitor({ newsletter = false, ...options }: VisitorOptions = {}): Promise<Visitor> {
    if (this.browser === null) throw new Error('The world has not started');
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 900 },
      acceptDownloads: true,
      ...options,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (!newsletter) {
      await context.addInitScript(() => {
        if (window.top === window) localStorage.setItem('newsletter_subscribed', 'true');
      });
    }
    const visitor = await Visitor.open(context, this.stack.urls.dashboard, options.javaScriptEnabled);
    this.visitors.push(visitor);
    return visitor;
  }

  /** Another tab of somebody's browser. */
  async anotherTab(visitor: Visitor): Promise<Visitor> {
    const tab = await Visitor.open(visitor.page.context(), this.stack.urls.dashboard);
    this.visitors.push(tab);
    return tab;
  }

  /** A visitor with a session, as if they had signed in a while ago. */
  async signedIn(account: Account, options: VisitorOptions = {}): Promise<Visitor> {
    const { token, user, cookies } = await signInAsBrowser(this.stack.urls.dashboard, account);
    const visitor = await this.visitor(options);
    await visitor.page.context().addCookies(cookies);
    await visitor.page.context().addInitScript(
      ([storedToken, storedUser]) => {
        // Once, and not in frames: what the page does with its session afterwards must last.
        if (window.top !== window || sessionStorage.getItem('seeded') !== null) return;
        sessionStorage.setItem('seeded', 'true');
        localStorage.setItem('token', String(storedToken));
        localStorage.setItem('user', String(storedUser));
      },
      [token, JSON.stringify(user)],
    );
    return visitor;
  }

  /** Facts of somebody whom the product does not know yet. */
  stranger(): Account {
    this.strangers += 1;
    const username = `stranger${this.strangers}${randomBytes(3).toString('hex')}`;
    return { username, email: `${username}@strangers.example`, password: newPassword() };
  }

  /** Somebody with an account, on the plan if one is named (an administrator gave it). */
  async customer(plan?: 'starter' | 'business' | 'enterprise'): Promise<Account> {
    const account = this.stranger();
    const api = await ApiClient.register(this.stack.api, account);
    if (plan) await this.grant(api, plan);
    return account;
  }

  /** Follows the link that confirms the address: API keys are for those who have. */
  async confirm(account: Account): Promise<Account> {
    const mail = await this.inbox.latest(account.email, /welcome|confirm/i);
    const link = new URL(linkIn(mail, '/confirm-email'), this.stack.urls.inbox);
    const token = link.searchParams.get('token');
    const { status } = await ApiClient.anonymous(this.stack.api).call('POST', '/auth/confirm-email', {
      token,
      password: account.password,
    });
    if (status !== 200) throw new Error(`the address was not confirmed: ${status}`);
    return account;
  }

  /** Puts an account on a plan by the demo profile's orders, which cost nothing. */
  private async grant(api: ApiClient, plan: string): Promise<void> {
    const { status, body } = await api.call('POST', '/orders/create', {
      plan_id: plan,
      payment_method: 'paypal',
      billing_period: 'monthly',
    });
    if (status !== 201) throw new Error(`the plan was not given: ${status} ${JSON.stringify(body)}`);
  }

  /** What every page has complained about since the last call. */
  takeProblems(): string[] {
    return this.visitors.flatMap((visitor) => visitor.takeProblems());
  }
}

/**
 * A world for the tests of one file, in the product that the files of the group share. After each test every page that
 * anybody has open must have been silent: no console error, no uncaught exception, nothing that the content security
 * policy refused.
 */
export function useWorld(group: Group = 'customers'): World {
  const world = new World(group);
  beforeAll(() => world.start(), 180_000);
  afterAll(() => world.dispose(), 60_000);
  afterEach(() => expect(world.takeProblems()).toEqual([]));
  return world;
}
