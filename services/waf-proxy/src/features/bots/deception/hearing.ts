import { type HeadSigns, readHeadSigns } from '../../../http/head-signs.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import type { BotVerifier } from '../bot-verifier.ts';
import { isVerifiable } from '../known-bots.ts';
import { CHALLENGE_FROM, scoreOf } from '../score.ts';
import { readUserAgent } from '../user-agent.ts';

/**
 * Classification of a client that touched a honeypot.
 *
 * `let alone`: nobody followed the link, or the client is an honest program. `person`: it may be a person whom somebody
 * sent there, so it is challenged at most. `program`: it does not even look like a person's browser.
 */
export type Hearing = 'let alone' | 'person' | 'program';

/** Link checkers of owners follow all links of their site, under names of their own. */
const LINK_CHECKERS =
  /\b(?:w3c[-_](?:checklink|validator)|link[-_ ]?checker|linkinator|lychee|muffet|broken-link-checker|brokenlinkcheck|xenu link sleuth|dead ?link ?checker|siteimprove|screaming frog|sitebulb)/i;
const READ_CHARACTERS = 512;

/** Headers of requests that a browser makes in advance, as Chromium, Safari and Firefox send them. */
const AHEAD: Readonly<Record<string, RegExp>> = {
  'sec-purpose': /\bprefetch\b/i,
  purpose: /^\s*(?:prefetch|preview)\b/i,
  'x-purpose': /^\s*(?:prefetch|preview)\b/i,
  'x-moz': /^\s*prefetch\b/i,
};

/** Classifies a client that requested a hidden link. */
export function hearWhoFollowed(context: RequestContext, verifier: BotVerifier): Hearing | Promise<Hearing> {
  // Link checkers use HEAD, and prefetching is no visit.
  if (context.method !== 'GET' || isAhead(context.rawHeaders)) return 'let alone';
  const signs = readHeadSigns(context.rawHeaders);
  // Somebody may have used the address for an image or script, so that visitors of that page request it unknowingly.
  if (signs.fetchDestination !== '' && signs.fetchDestination !== 'document') return 'let alone';
  return hearWhoSays(context, verifier, signs);
}

/** Classifies a client that sent a hidden field. */
export function hearWhoSent(context: RequestContext, verifier: BotVerifier): Hearing | Promise<Hearing> {
  // Another site may make its visitors send a form to this one.
  if (comesFromElsewhere(context)) return 'let alone';
  return hearWhoSays(context, verifier, readHeadSigns(context.rawHeaders));
}

/** Classifies a remembered client; what it now claims to be does not help it. */
export const looksOf = (context: RequestContext): 'person' | 'program' =>
  looks(context, readHeadSigns(context.rawHeaders));

function hearWhoSays(
  context: RequestContext,
  verifier: BotVerifier,
  signs: HeadSigns,
): Hearing | Promise<Hearing> {
  const { userAgent } = context.head;
  const { crawler } = readUserAgent(userAgent);
  if (crawler !== null) {
    // A crawler that names itself deceives nobody; the policy for its kind decides.
    if (!isVerifiable(crawler)) return 'let alone';
    const identity = verifier.identify(crawler, context.client);
    const hear = (known: Awaited<typeof identity>): Hearing =>
      known === 'impostor' ? 'program' : 'let alone';
    return identity instanceof Promise ? identity.then(hear) : hear(identity);
  }
  if (LINK_CHECKERS.test(userAgent.slice(0, READ_CHARACTERS))) return 'let alone';
  return looks(context, signs);
}

function looks(context: RequestContext, signs: HeadSigns): 'person' | 'program' {
  const agent = readUserAgent(context.head.userAgent);
  if (agent.kind !== 'browser') return 'program';
  const { points } = scoreOf({
    agent,
    signs,
    client: null,
    protocol: context.protocol,
    secure: context.connection.secure,
    programsWelcome: false,
  });
  return points >= CHALLENGE_FROM ? 'program' : 'person';
}

function isAhead(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (Object.hasOwn(AHEAD, name) && AHEAD[name]!.test(rawHeaders[index + 1]!)) return true;
  }
  return false;
}

function comesFromElsewhere({ rawHeaders, head }: RequestContext): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!.toLowerCase();
    if (name === 'sec-fetch-site' && value !== 'same-origin') return true;
    if (
      name === 'origin' &&
      value !== 'null' &&
      hostOf(value) !== hostOf(`//${head.authority.toLowerCase()}`)
    )
      return true;
  }
  return false;
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2).replace(/:\d+$/, '');
