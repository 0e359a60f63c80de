import { eventually } from '@palisade/testing';
import type { Locator } from '@playwright/test';
import { ApiClient } from '../api-client.ts';
import { type EdgeAnswer, visit } from '../edge-client.ts';
import type { Account } from '../running-stack.ts';
import { openConfiguration } from './configuration.ts';
import { verifiedDomain } from './domain-of.ts';
import { test as base } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** Addresses in China and in Germany, as the edge's country data knows them. */
export const FROM_CHINA = '1.2.4.8';
export const FROM_GERMANY = '85.214.132.117';

/** Requests to somebody's domain through the edge. */
export class Edge {
  constructor(
    private readonly url: string,
    private readonly domain: string,
  ) {}

  /** One request, from wherever a proxy in front of the edge says. */
  knock(target = '/', from = FROM_GERMANY): Promise<EdgeAnswer> {
    return visit(this.url, this.domain, target, { headers: { 'x-forwarded-for': from } });
  }

  /** Asks until the edge has the configuration under which it answers so. */
  answersWith(status: number, target: string, from?: string): Promise<EdgeAnswer> {
    return eventually(`${status} for ${target} from ${from}`, async () => {
      const answer = await this.knock(target, from);
      if (answer.status !== status) throw new Error(`it answered ${answer.status}`);
      return answer;
    });
  }
}

/** A domain on the Business plan that is proved and served under the defaults, and its owner in front of it. */
export class OwnedSite {
  readonly edge: Edge;

  private constructor(
    readonly account: Account,
    readonly domain: string,
    readonly visitor: Visitor,
    edgeUrl: string,
    private readonly api: string,
  ) {
    this.edge = new Edge(edgeUrl, domain);
  }

  static async make(world: World): Promise<OwnedSite> {
    const account = await world.customer('business');
    const domain = await verifiedDomain(world, account, world.stack.originPort);
    return new OwnedSite(
      account,
      domain,
      await world.signedIn(account),
      world.stack.urls.demo_site,
      world.stack.api,
    );
  }

  get dialog(): Locator {
    return this.visitor.dialog('Configure WAF');
  }

  toggle(name: string): Locator {
    return this.dialog.getByRole('switch', { name, exact: true });
  }

  configure(): Promise<Locator> {
    return openConfiguration(this.visitor, this.domain);
  }

  /** Opens the configuration at its policy. */
  async policy(): Promise<Locator> {
    const dialog = await this.configure();
    await dialog.getByRole('tab', { name: 'WAF Policy' }).click();
    return dialog;
  }

  async save(): Promise<void> {
    await this.visitor.press('Save WAF Policy', this.dialog);
    await this.saved();
  }

  saved(): Promise<void> {
    return this.visitor.isTold('WAF configuration saved successfully!');
  }

  /** Saves it as another session of the same account would, without the page knowing. */
  async has(policyConfig: Record<string, string | string[]>): Promise<void> {
    const api = await ApiClient.signIn(this.api, this.account);
    const { status } = await api.call('PUT', `/domains/${await this.id()}/waf-config`, { policyConfig });
    if (status !== 200) throw new Error(`the policy was not saved: ${status}`);
  }

  async id(): Promise<string> {
    const api = await ApiClient.signIn(this.api, this.account);
    const { body } = await api.call<{ id: string }[]>('GET', '/domains/');
    return String(body[0]?.id);
  }
}

export const test = base.extend<{ site: OwnedSite }>({
  site: async ({ world }, use) => use(await OwnedSite.make(world)),
});
