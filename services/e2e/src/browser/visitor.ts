import type { BrowserContext, ConsoleMessage, Locator, Page } from '@playwright/test';
import type { Account } from '../stack.ts';
import { Messages } from './messages.ts';

/** Chromium reports every answer from 400 on as an error of the console. */
const FAILED_CALL = 'Failed to load resource';
/**
 * What records traces runs a script of its own in every frame, also in a mail's preview, in which none may: before it has a
 * mail, and in a browser without windows also afterwards.
 */
const RECORDER_REFUSED = /^Blocked script execution in 'about:(blank|srcdoc)'/;
/** Pages of a machine that is busy with other tests take their time. */
const LONG_WAIT_MS = 60_000;
/** How many times slower than this machine's the visitors' processors are: finds tests that count on a quick page. */
const SLOWDOWN = Number(process.env.PALISADE_E2E_SLOWDOWN ?? 1);

/** Somebody in front of a browser: finds things as people do, by label, role and text. */
export class Visitor {
  private problems: string[] = [];
  private readonly refusals = new Set<string>();
  private readonly messages = new Messages();

  private constructor(
    readonly page: Page,
    private readonly base: string,
    private readonly runsScripts: boolean,
  ) {}

  static async open(context: BrowserContext, base: string, runsScripts = true): Promise<Visitor> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`content security policy: ${violatedDirective} refused ${blockedURI}`);
      });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(LONG_WAIT_MS);
    if (SLOWDOWN > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    const visitor = new Visitor(page, base, runsScripts);
    await visitor.messages.listenTo(page);
    page.on('pageerror', (error) => visitor.problems.push(`uncaught: ${error.message}`));
    page.on('console', (message) => visitor.heard(message));
    return visitor;
  }

  /** Says which paths of the API answer with a refusal in this test, so that the browser's note of it is no problem. */
  expectsRefusalBy(...paths: string[]): void {
    for (const path of paths) this.refusals.add(path);
  }

  takeProblems(): string[] {
    const taken = this.problems;
    this.problems = [];
    return taken;
  }

  private heard(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : url;
    if (message.text().startsWith(FAILED_CALL) && this.refusals.has(path)) return;
    if (RECORDER_REFUSED.test(message.text())) return;
    this.problems.push(`${message.text()} (${url})`);
  }

  /** Opens a page and waits until it runs. What people do before that is the matter of `static-pages`. */
  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.base).href);
    await this.runs();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.runs();
  }

  async runs(): Promise<void> {
    if (this.runsScripts) await this.page.locator('html[data-running]').waitFor();
  }

  /** For who waits until a page asks for nothing any more: what comes by itself is a call without an end. */
  async withoutLiveFigures(): Promise<void> {
    for (const stream of ['**/api/dashboard/live*', '**/api/dashboard/logs/live*'])
      await this.page.route(stream, (route) => route.fulfill({ status: 204 }));
  }

  /** Path and query of the page that shows. */
  get at(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  async arrivesAt(path: string | RegExp): Promise<void> {
    await this.page.waitForURL((url) => {
      const at = url.pathname + url.search;
      return typeof path === 'string' ? at === path : path.test(at);
    });
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  async press(name: string | RegExp, within?: Page | Locator): Promise<void> {
    await this.button(name, within).first().click();
  }

  async follow(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByRole('link', { name, exact: true }).first().click();
  }

  async fill(fields: Readonly<Record<string, string>>, within: Page | Locator = this.page): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await within.getByLabel(label, { exact: true }).fill(value);
    }
  }

  /** Waits for a text anywhere on the page: a message, a figure. */
  async sees(text: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    // Panels that are kept while another one shows have texts as well.
    await within.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Waits for a passing message, or takes note of one that has passed since. */
  isTold(text: string | RegExp): Promise<void> {
    return this.messages.take(text);
  }

  async seesHeading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** What the browser keeps under a key. */
  stored(key: string): Promise<string | null> {
    return this.page.evaluate((name) => localStorage.getItem(name), key);
  }

  /** The cookies that the browser sends with a call of the API, as in a Cookie header. */
  async cookies(path = '/api/'): Promise<string> {
    const cookies = await this.page.context().cookies(new URL(path, this.base).href);
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  async fillsAccount({ username, email, password }: Account, fullName = ''): Promise<void> {
    await this.fill({
      'Full Name': fullName,
      Username: username,
      'Email address': email,
      Password: password,
      'Confirm Password': password,
    });
  }

  async logsIn({ email, password }: Account): Promise<void> {
    await this.open('/login');
    await this.fill({ 'Email address': email, Password: password });
    await this.press('Sign in');
  }

  /** Presses PayPal's button and, in the stand-in's window, what the buyer decides. */
  async paysByPaypal(decision: string): Promise<void> {
    await this.page.getByTestId('paypal-button').click();
    await this.page
      .frameLocator('iframe[title="PayPal stand-in"]')
      .getByRole('button', { name: decision, exact: true })
      .click();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
