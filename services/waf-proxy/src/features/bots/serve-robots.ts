import { valuesOf, withoutFields } from '../../http/header-lines.ts';
import type { ResponseHead } from '../../http/response-head.ts';
import { askForEverybody } from '../../request/origin-request.ts';
import type { HeaderList } from '../../request/reply.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { completeHeaders, respondWithVerdict } from '../../request/respond.ts';
import type { BodyTaker, OriginValve, ResponseHooks } from '../../request/response-hooks.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction } from '../../request/verdict.ts';
import type { CrawlersPart } from './crawler-policy.ts';
import { isRobotsTxt } from './robots-txt.ts';

type RobotsRequest = RequestContext<Site & CrawlersPart>;

const CONTENT_TYPE = 'text/plain; charset=utf-8';

export const servesRobots = (request: RobotsRequest): boolean =>
  (request.site!.crawlers?.robots ?? null) !== null &&
  isRobotsTxt(request) &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  request.body === null &&
  request.upgrade === null;

/** Answers for robots.txt with what the site's policy says to crawlers, followed by what the origin has there. */
export function serveRobots(request: RobotsRequest, forward: (hooks: ResponseHooks) => void): void {
  request.originRequest = {
    authority: request.head.authority,
    target: request.originTarget,
    rawHeaders: askForEverybody(request.rawHeaders, 'identity'),
  };
  forward(new RobotsAnswer(request, request.site!.crawlers!.robots!));
}

/** What tells of the origin's bytes alone. */
const OF_THE_BYTES: ReadonlySet<string> = new Set([
  'etag',
  'last-modified',
  'accept-ranges',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
]);
const ABSENT: ReadonlySet<number> = new Set([404, 410]);
const IS_HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/** The origin has no such file, or answers every path with a page of its own. */
const lacksFile = ({ status, headers }: ResponseHead): boolean =>
  ABSENT.has(status) || (status === 200 && IS_HTML.test(valuesOf(headers, 'content-type')[0] ?? ''));

class RobotsAnswer implements ResponseHooks, BodyTaker {
  private readonly context: RequestContext;
  private readonly rules: Buffer;
  private valve: OriginValve | null = null;

  constructor(context: RequestContext, rules: string) {
    this.context = context;
    this.rules = Buffer.from(rules);
  }

  bind(valve: OriginValve): void {
    this.valve = valve;
  }

  takesHead(head: ResponseHead): boolean {
    if (!lacksFile(head)) return false;
    this.valve!.stopOrigin();
    respondWithVerdict(this.context, {
      status: 200,
      action: EdgeAction.ALLOW,
      reason: 'robots_rules',
      page: { contentType: CONTENT_TYPE, body: this.rules },
    });
    return true;
  }

  /** Any other answer, and one that is coded all the same, goes as it is. */
  store(head: ResponseHead, endToEnd: HeaderList): BodyTaker | null {
    const isCoded = endToEnd.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'content-encoding');
    if (head.status !== 200 || isCoded) return null;
    const { context } = this;
    const headers = withoutFields(endToEnd, OF_THE_BYTES);
    if (head.contentLength !== null)
      headers.push('Content-Length', String(head.contentLength + this.rules.length));
    completeHeaders(context, headers);
    context.status = head.status;
    context.reply.head(head.status, head.reason, headers);
    context.reply.onDrain(() => this.valve!.resumeOrigin());
    if (context.method !== 'HEAD') this.append(this.rules);
    return this;
  }

  append(chunk: Buffer): boolean {
    this.context.responseBytes += chunk.length;
    return this.context.reply.write(chunk);
  }

  complete(): void {
    this.context.reply.end(null, null);
  }

  takesFailure(): boolean {
    if (!this.context.reply.started) return false;
    this.context.reply.abort();
    return true;
  }

  refused(): void {
    // Nothing is kept that would have to be given back.
  }

  abandoned(): void {
    // Nor here.
  }
}
