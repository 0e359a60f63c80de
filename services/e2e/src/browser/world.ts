import { randomBytes } from 'node:crypto';
import { newPassword } from '@palisade/testing';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { ApiClient } from '../api-client.ts';
import type { Account, RunningStack } from '../running-stack.ts';
import { Inbox, linkIn } from './inbox.ts';
import { signInAsBrowser } from './sign-in.ts';
import { Visitor } from './visitor.ts';

interface VisitorOptions extends BrowserContextOptions {
  /** Let the newsletter pop-up come, as it does for a stranger. */
  newsletter?: boolean;
}

/** The running product, people in front of it, and their mail. */
export class World {
  private visitors: Visitor[] = [];
  private strangers = 0;

  constructor(
    readonly stack: RunningStack,
    private readonly browser: Browser,
  ) {}

  get inbox(): Inbox {
    return new Inbox(this.stack.urls.inbox);
  }

  /** A person with a browser of their own: no cookies, nothing stored. */
  async visitor({ newsletter = false, ...options }: VisitorOptions = {}): Promise<Visitor> {
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
    this.strangers++;
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

  /** Closes every browser that a test opened. @returns the errors that their pages logged */
  async sendEverybodyHome(): Promise<string[]> {
    const visitors = this.visitors;
    this.visitors = [];
    const problems = visitors.flatMap((visitor) => visitor.takeProblems());
    await Promise.all(visitors.map((visitor) => visitor.close()));
    return problems;
  }
}
