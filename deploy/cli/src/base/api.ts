import { CommandError } from '@palisade/command-line';
import { type SitePolicy, type SitePolicyChanges, toHostName } from '@palisade/site-policy';
import type { PolicyReplay } from '@palisade/site-policy/replay';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import type { Credentials } from './credentials.ts';

/** For an answer; streams say every fifteen seconds that they live. */
const TIMEOUT_MS = 30_000;

const problemSchema = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** The API refused a call, in its own code and words. */
export class ApiRefusal extends CommandError {
  override readonly name = 'ApiRefusal';

  constructor(readonly problem: Problem) {
    super(problem.code, sentences(problem), TODO[problem.status] ?? '');
  }
}

const sentences = ({ detail, errors = [] }: Problem): string =>
  [detail, ...errors.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');

const TODO: Readonly<Record<number, string>> = {
  401: 'The key is unknown or has ended: palisade login.',
  403: 'The key lacks the scope for this; Settings → Security → API keys makes another.',
};

export interface Site {
  id: string;
  domain_name: string;
}

/** A domain in the API's response; null: it is not one. */
export const canonicalDomain = (domain: string): string | null => toHostName(domain.replace(/\.$/, ''));

export type LiveConfig = SitePolicy & { version: number };

/** The API of one installation, with one key. */
export class Api {
  constructor(
    private readonly credentials: Credentials,
    /** Ends every call that runs, and lets none begin. */
    private readonly ended?: AbortSignal,
  ) {}

  get origin(): string {
    return this.credentials.url.origin;
  }

  sites(): Promise<Site[]> {
    return this.call('GET', '/api/domains');
  }

  /** @throws CommandError `site_unknown` */
  async siteNamed(domain: string): Promise<Site> {
    const sites = await this.sites();
    const wanted = canonicalDomain(domain);
    const site = sites.find(({ domain_name, id }) => domain_name === wanted || id === domain);
    if (site !== undefined) return site;
    const names = sites.map(({ domain_name }) => domain_name).join(', ');
    throw new CommandError(
      'site_unknown',
      `This account has no site ${domain}.`,
      names === '' ? 'It has none at all.' : `It has ${names}.`,
    );
  }

  async remove(siteId: string): Promise<void> {
    const response = await this.send('DELETE', `/api/domains/${siteId}`, undefined);
    if (!response.ok) throw refusalOf(response.status, await response.text());
    await response.body?.cancel();
  }

  config(siteId: string): Promise<LiveConfig> {
    return this.call('GET', `/api/domains/${siteId}/waf-config`);
  }

  configVersion(siteId: string, version: number): Promise<LiveConfig> {
    return this.call('GET', `/api/domains/${siteId}/waf-config/versions/${version}`);
  }

  change(siteId: string, changes: SitePolicyChanges & { version: number }): Promise<LiveConfig> {
    return this.call('PUT', `/api/domains/${siteId}/waf-config`, changes);
  }

  /** A change that holds for nobody until somebody applies it, in place of the one of that name. */
  async keepDraft(
    siteId: string,
    draft: SitePolicyChanges & { name: string; version: number },
  ): Promise<void> {
    const drafts = `/api/domains/${siteId}/drafts`;
    const known = await this.call<{ id: string; name: string; revision: number }[]>('GET', drafts);
    const same = known.find(({ name }) => name === draft.name);
    await (same === undefined
      ? this.call('POST', drafts, draft)
      : this.call('PUT', `${drafts}/${same.id}`, { ...draft, revision: same.revision }));
  }

  /** A stretch of the recorded requests, judged by a change that is not saved. */
  tryChange(domain: string, change: SitePolicyChanges, after: string | null): Promise<PolicyReplay> {
    const asked = { domain, change: JSON.stringify(change), ...(after !== null && { after }) };
    return this.call('POST', '/api/dashboard/policy-replays', asked);
  }

  async call<T>(method: string, address: string, body?: unknown): Promise<T> {
    const response = await this.send(method, address, body);
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as T;
    throw refusalOf(response.status, text);
  }

  /** Server-sent events, until the connection ends or is silent for longer than the server ever is. */
  async *events(address: string, lastEventId: string | undefined): AsyncGenerator<EventSourceMessage> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('it has fallen silent')), TIMEOUT_MS);
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      };
      const response = await this.fetched(address, { headers, signal: silence.signal });
      if (!response.ok || response.body === null) throw refusalOf(response.status, await response.text());
      const heard = new TransformStream<Uint8Array, Uint8Array>({
        transform: (bytes, to) => {
          timer.refresh();
          to.enqueue(bytes);
        },
      });
      yield* response.body
        .pipeThrough(heard)
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  private send(method: string, address: string, body: unknown): Promise<Response> {
    return this.fetched(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  private async fetched(
    address: string,
    init: { headers: Record<string, string>; signal: AbortSignal; method?: string; body?: string },
  ): Promise<Response> {
    const url = new URL(address, this.credentials.url);
    try {
      return await fetch(url, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${this.credentials.apiKey}` },
        signal: this.ended === undefined ? init.signal : AbortSignal.any([this.ended, init.signal]),
        // A key goes to the address that was named, and to no other.
        redirect: 'error',
      });
    } catch (cause) {
      const { message } = ((cause as Error).cause as Error | undefined) ?? (cause as Error);
      throw new CommandError(
        'api_away',
        `${url.origin} does not answer: ${message}`,
        'Is PALISADE_URL right?',
        {
          cause,
        },
      );
    }
  }
}

function refusalOf(status: number, text: string): CommandError {
  try {
    return new ApiRefusal(problemSchema.parse(JSON.parse(text)));
  } catch {
    return new CommandError('api_answer', `The API answered ${status} with what is no problem report.`);
  }
}
