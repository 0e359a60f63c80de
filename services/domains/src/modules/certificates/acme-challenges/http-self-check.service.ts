import { get } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ACME_CHALLENGE_PATH } from '@palisade/edge-state';
import { CONFIG, type DomainsConfig } from '../../../config/config.ts';
import { DnsLookupService } from '../../dns/dns-lookup.service.ts';
import { IssuanceError } from '../acme/acme.errors.ts';
import { poll } from '../acme/poll.ts';

const LIMIT_MS = 15_000;
const REQUEST_MS = 3_000;
const MAX_EDGES = 8;
const MAX_ANSWER = 1_024;

type Look = 'shown' | 'other' | 'unreachable';

/**
 * Requests a challenge from our own edges before the authority does, whose failed validations count against the domain.
 * By the edges' addresses, as the customer's DNS records could direct this service anywhere.
 */
@Injectable()
export class HttpSelfCheckService {
  private readonly logger = new Logger(HttpSelfCheckService.name);

  constructor(
    private readonly lookup: DnsLookupService,
    @Inject(CONFIG)
    private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET' | 'PALISADE_ACME_HTTP_PORT'>,
  ) {}

  /** @throws IssuanceError `edge_not_ready` if a reachable edge does not serve the proof */
  async shown(host: string, token: string, proof: string): Promise<void> {
    const edges = (await this.lookup.addresses(this.config.PALISADE_CNAME_TARGET)).records.slice(
      0,
      MAX_EDGES,
    );
    let looks: Look[] = [];
    const all = await poll(LIMIT_MS, async () => {
      looks = await Promise.all(edges.map((edge) => this.look(edge, host, token, proof)));
      return looks.length > 0 && looks.every((look) => look === 'shown') ? true : null;
    });
    if (all === true) return;
    if (looks.includes('other')) {
      throw new IssuanceError({
        code: 'edge_not_ready',
        message: 'Our servers were not ready to respond to the certificate authority.',
        mendedBy: 'time',
        retryAfter: 0,
      });
    }
    // The edges may be unreachable from this service; then the authority decides.
    this.logger.warn(
      { host, edges: edges.length },
      'edges cannot be reached to check an answer to a challenge',
    );
  }

  private look(edge: string, host: string, token: string, proof: string): Promise<Look> {
    return new Promise((resolve) => {
      const request = get(
        {
          host: edge,
          port: this.config.PALISADE_ACME_HTTP_PORT,
          path: ACME_CHALLENGE_PATH + token,
          headers: { host },
          agent: false,
          timeout: REQUEST_MS,
        },
        (response) => {
          let body = '';
          response.setEncoding('latin1');
          response.on('data', (chunk: string) => {
            body += chunk;
            if (body.length > MAX_ANSWER) request.destroy();
          });
          response.on('close', () => resolve(body === proof ? 'shown' : 'other'));
          response.on('error', () => resolve('other'));
        },
      );
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve('unreachable'));
    });
  }
}
