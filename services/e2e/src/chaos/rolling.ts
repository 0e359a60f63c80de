import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import { visit } from '../edge-client.ts';
import type { Stack } from '../stack.ts';
import { LaggingBalancer } from './balancer.ts';
import { asksServicesToEnd, type Fault } from './faults.ts';
import { MoreEdge } from './more-edges.ts';
import { SITE } from './visitors.ts';

export interface RollingOptions {
  /** How late the balancer is. */
  lagMs: number;
  /** How long a stopped edge still serves, ms; longer than the balancer needs to notice. */
  drainDelayMs: number;
}

/**
 * Two edges behind a balancer, and everything of the product replaced under visitors, one after the other. What stands behind the demo's
 * site is of this process, so that the launcher may be replaced as well.
 */
export class Rolling {
  private constructor(
    private readonly stack: Stack,
    private readonly edges: readonly MoreEdge[],
    private readonly balancer: LaggingBalancer,
    private readonly origin: Origin,
    /** Where visitors come in. */
    readonly port: number,
  ) {}

  static async begin(stack: Stack, { lagMs, drainDelayMs }: RollingOptions): Promise<Rolling> {
    const origin = await Origin.start();
    await origin.standBehind(stack);
    const edges: MoreEdge[] = [];
    for (const name of ['edge-a', 'edge-b'])
      edges.push(
        await MoreEdge.start(stack, {
          ...{ name, within: [], host: '127.0.0.1', replace: ['127.0.0.1', '127.0.0.1'] },
          settings: { PALISADE_EDGE_DRAIN_DELAY_MS: String(drainDelayMs) },
        }),
      );
    const balancer = new LaggingBalancer(edges, lagMs);
    const port = await balancer.listen();
    await eventually('visitors at the origin', () => origin.refuseUnlessReached(port));
    return new Rolling(stack, edges, balancer, origin, port);
  }

  /** Each edge, then each service, ends in order and starts again. */
  restarts(): Fault[] {
    return [...this.edgesReplaced(), ...asksServicesToEnd(this.stack)];
  }

  /** The control plane, its servers and the schemas, then each edge: of another version, where `stack` starts one now. */
  upgrade(to: () => void): Fault[] {
    return [
      {
        process: 'control plane',
        what: 'replaced, schemas migrated',
        costs: 'nothing',
        begin: async () => {
          await this.stack.stop();
          to();
          await this.stack.start('--rate-limit', '1000000');
        },
        end: async () => undefined,
      },
      ...this.edgesReplaced(),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.edges.map((edge) => edge.stop()));
    this.balancer.stop();
    this.origin.stop();
  }

  private edgesReplaced(): Fault[] {
    return this.edges.map((edge) => ({
      process: edge.name,
      what: 'replaced',
      costs: 'nothing',
      begin: async () => {
        await edge.stop();
        await edge.start();
      },
      end: () =>
        eventually('the balancer giving it visitors', async () => {
          if (!this.balancer.isGiven(edge)) throw new Error('not yet');
        }),
    }));
  }
}

/** A server of the demo's customer that is no part of the product. */
class Origin {
  private asked = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Origin> {
    const server = createServer((request, response) => {
      origin.asked++;
      request.resume();
      response.end('a page');
    });
    const origin = new Origin(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return origin;
  }

  async standBehind(stack: Stack): Promise<void> {
    const owner = await ApiClient.signIn(stack.api, stack.accounts.customer);
    const { body } = await owner.call<{ id: string; domain_name: string }[]>('GET', '/domains/');
    const { id } = body.find(({ domain_name }) => domain_name === SITE)!;
    const { port } = this.server.address() as AddressInfo;
    const answer = await owner.call('PUT', `/domains/${id}/waf-config`, {
      originConfig: { origin_port: port },
    });
    if (answer.status !== 200) throw new Error(`the origin was answered ${JSON.stringify(answer)}`);
  }

  async refuseUnlessReached(port: number): Promise<void> {
    const before = this.asked;
    const { status } = await visit(`http://127.0.0.1:${port}`, SITE, '/');
    if (status !== 200 || this.asked === before) throw new Error(`status ${status}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
