// As much of Palisade's API as the controller asks for, with one account and the key of another, over real HTTP.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyUpdate, defaultSitePolicy, type SitePolicy } from '@palisade/site-policy';

interface KeptSite {
  id: string;
  domain_name: string;
  dns_verified: boolean;
  is_active: boolean;
  cname_target: string;
  config: SitePolicy & { version: number };
}

export const API_KEY = 'pk_test_key';
/** Key of another account, which has one site of its own. */
export const OTHERS_KEY = 'pk_key_of_others';

export class Dashboard {
  readonly sites = new Map<string, KeptSite>();
  readonly calls: string[] = [];
  /** Sites that are answered at this moment, and the most there were. */
  busy = { now: 0, most: 0 };
  /** Number of the next calls that are refused as unavailable. */
  unavailable = 0;
  /** Nobody is answered any more. */
  isHung = false;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<URL> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await ended;
  }

  add(domain: string): KeptSite {
    const site = {
      ...{
        id: randomUUID(),
        domain_name: domain,
        dns_verified: false,
        is_active: true,
        cname_target: 'edge.palisade.test',
      },
      config: {
        ...defaultSitePolicy({ origin_host: 'origin.example', origin_port: 80, origin_protocol: 'http' }),
        version: 1,
      },
    };
    this.sites.set(site.id, site);
    return site;
  }

  named(domain: string): KeptSite | undefined {
    return [...this.sites.values()].find((site) => site.domain_name === domain);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.busy.now++;
    this.busy.most = Math.max(this.busy.most, this.busy.now);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (this.isHung) {
      this.calls.push(`${request.method} ${request.url}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { status, body } = this.answered(request, text === '' ? null : JSON.parse(text));
    this.busy.now--;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? '' : JSON.stringify(body));
  }

  private answered(
    { method = '', url = '', headers }: IncomingMessage,
    body: unknown,
  ): { status: number; body: unknown } {
    this.calls.push(`${method} ${url}`);
    if (this.unavailable > 0) {
      this.unavailable--;
      return problem(503, 'service_unavailable', 'Later, please.');
    }
    if (headers.authorization === `Bearer ${OTHERS_KEY}` && method === 'GET' && url === '/api/domains')
      return { status: 200, body: [{ id: randomUUID(), domain_name: 'elsewhere.example' }] };
    if (headers.authorization !== `Bearer ${API_KEY}`)
      return problem(401, 'unauthorized', 'Nobody knows this key.');
    const [, id, config] = /^\/api\/domains(?:\/([^/]+))?(\/waf-config)?$/.exec(url) ?? [];
    if (id === undefined) return this.ofAll(method, body);
    const site = this.sites.get(id);
    if (site === undefined) return problem(404, 'domain_not_found', 'There is no such site.');
    return config === undefined ? this.ofOne(method, site) : ofConfig(method, site, body);
  }

  private ofAll(method: string, body: unknown): { status: number; body: unknown } {
    if (method === 'GET') return { status: 200, body: [...this.sites.values()] };
    const { domain_name: domain } = body as { domain_name: string };
    if (domain.endsWith('.taken')) return problem(409, 'domain_taken', 'Somebody else has it.');
    return { status: 201, body: this.add(domain) };
  }

  private ofOne(method: string, site: KeptSite): { status: number; body: unknown } {
    if (method === 'DELETE') {
      this.sites.delete(site.id);
      return { status: 204, body: null };
    }
    return { status: 200, body: site };
  }
}

function ofConfig(method: string, site: KeptSite, body: unknown): { status: number; body: unknown } {
  if (method === 'GET') return { status: 200, body: site.config };
  const { version, ...changes } = body as { version: number };
  if (version !== site.config.version) return problem(409, 'configuration_changed', 'Somebody was quicker.');
  site.config = { ...applyUpdate(site.config, changes), version: version + 1 };
  return { status: 200, body: site.config };
}

const problem = (status: number, code: string, detail: string) => ({
  status,
  body: { status, code, detail },
});
