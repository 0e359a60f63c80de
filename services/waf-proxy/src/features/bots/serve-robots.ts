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
import { RobotsLines } from './robots-lines.ts';
import { isRobotsTxt } from './robots-txt.ts';

/** The folder of hidden links, which no crawler should visit. */
interface HiddenLinks {
  readonly deception: { readonly links: boolean; readonly names: { readonly folder: string } } | null;
}

type RobotsRequest = RequestContext<Site & CrawlersPart & HiddenLinks>;

const CONTENT_TYPE = 'text/plain; charset=utf-8';

export const servesRobots = (request: RobotsRequest): boolean =>
  (request.site!.crawlers?.robots != null || request.site!.deception?.links === true) &&
  isRobotsTxt(request) &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  request.body === null &&
  request.upgrade === null;

/** Answers robots.txt with the site's crawler policy, followed by the origin's file. */
export function serveRobots(request: RobotsRequest, forward: (hooks: ResponseHooks) => void): void {
  request.originRequest = {
    authority: request.head.authority,
    target: request.originTarget,
    rawHeaders: askForEverybody(request.rawHeaders, 'identity'),
  };
  const { crawlers, deception } = request.site!;
  const shut = deception?.links === true ? deception.names.folder : null;
  forward(new RobotsAnswer(request, crawlers?.robots ?? '', shut));
}

/** Headers about the origin's exact bytes. */
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

/** The origin has no such file, or answers every path with a page. */
const lacksFile = ({ status, headers }: ResponseHead): boolean =>
  ABSENT.has(status) || (status === 200 && IS_HTML.test(valuesOf(headers, 'content-type')[0] ?? ''));

class RobotsAnswer implements ResponseHooks, BodyTaker {
  private readonly context: RequestContext;
  private readonly rules: string;
  /** Null: nothing to disallow, so the origin's lines pass unchanged. */
  private readonly lines: RobotsLines | null;
  private valve: OriginValve | null = null;

  constructor(context: RequestContext, rules: string, shut: string | null) {
    this.context = context;
    this.rules = rules;
    this.lines = shut === null ? null : new RobotsLines(shut);
  }

  bind(valve: OriginValve): void {
    this.valve = valve;
  }

  takesHead(head: ResponseHead): boolean {
    if (!lacksFile(head)) return false;
    this.valve!.stopOrigin();
    const { rules, lines } = this;
    respondWithVerdict(this.context, {
      status: 200,
      action: EdgeAction.ALLOW,
      reason: 'robots_rules',
      page: {
        contentType: CONTENT_TYPE,
        body: Buffer.from(lines === null ? rules : lines.write(rules) + lines.end(), 'latin1'),
      },
    });
    return true;
  }

  /** Any other response, and one that is compressed nevertheless, passes unchanged. */
  store(head: ResponseHead, endToEnd: HeaderList): BodyTaker | null {
    const isCoded = endToEnd.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'content-encoding');
    if (head.status !== 200 || isCoded) return null;
    const { context, rules, lines } = this;
    const headers = withoutFields(endToEnd, OF_THE_BYTES);
    if (head.contentLength !== null && lines === null)
      headers.push('Content-Length', String(head.contentLength + rules.length));
    completeHeaders(context, headers);
    context.status = head.status;
    context.reply.head(head.status, head.reason, headers);
    context.reply.onDrain(() => this.valve!.resumeOrigin());
    if (context.method !== 'HEAD' && rules !== '') this.append(Buffer.from(rules, 'latin1'));
    return this;
  }

  append(chunk: Buffer): boolean {
    return this.send(
      this.lines === null ? chunk : Buffer.from(this.lines.write(chunk.toString('latin1')), 'latin1'),
    );
  }

  complete(): void {
    if (this.lines !== null && this.context.method !== 'HEAD')
      this.send(Buffer.from(this.lines.end(), 'latin1'));
    this.context.reply.end(null, null);
  }

  private send(piece: Buffer): boolean {
    if (piece.length === 0) return true;
    this.context.responseBytes += piece.length;
    return this.context.reply.write(piece);
  }

  takesFailure(): boolean {
    if (!this.context.reply.started) return false;
    this.context.reply.abort();
    return true;
  }

  refused(): void {
    // Holds nothing that would have to be released.
  }

  abandoned(): void {
    // As above.
  }
}
