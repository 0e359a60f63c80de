import { type HeadSigns, readHeadSigns } from '../../../http/head-signs.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import type { BotVerifier } from '../bot-verifier.ts';
import { isVerifiable } from '../known-bots.ts';
import { CHALLENGE_FROM, scoreOf } from '../score.ts';
import { readUserAgent } from '../user-agent.ts';

/**
 * What a client is that has touched what people do not see.
 *
 * `let alone`: nobody has followed a link, or whoever did says what he is. `person`: it may be one after all, whom somebody has
 * sent there, so it is asked for a proof at most. `program`: it does not even look like a person's browser.
 */
export type Hearing = 'let alone' | 'person' | 'program';

/** Programs that owners have look at all links of their site, by names that they give themselves. */
const LINK_CHECKERS =
  /\b(?:w3c[-_](?:checklink|validator)|link[-_ ]?checker|linkinator|lychee|muffet|broken-link-checker|brokenlinkcheck|xenu link sleuth|dead ?link ?checker|siteimprove|screaming frog|sitebulb)/i;
const READ_CHARACTERS = 512;

/** Headers with which a browser fetches what nobody has asked for yet, as Chromium, Safari and Firefox spell it. */
const AHEAD: Readonly<Record<string, RegExp>> = {
  'sec-purpose': /\bprefetch\b/i,
  purpose: /^\s*(?:prefetch|preview)\b/i,
  'x-purpose': /^\s*(?:prefetch|preview)\b/i,
  'x-moz': /^\s*prefetch\b/i,
};

/** Of who has asked for a hidden link. */
export function hearWhoFollowed(context: RequestContext, verifier: BotVerifier): Hearing | Promise<Hearing> {
  // Link checkers ask whether something is there; nobody reads an answer without a body.
  if (context.method !== 'GET' || isAhead(context.rawHeaders)) return 'let alone';
  const signs = readHeadSigns(context.rawHeaders);
  // Somebody has put the address into an image or a script; that his visitors are sent there tells nothing of them.
  if (signs.fetchDestination !== '' && signs.fetchDestination !== 'document') return 'let alone';
  return hearWhoSays(context, verifier, signs);
}

/** Of who has sent a hidden field. */
export function hearWhoSent(context: RequestContext, verifier: BotVerifier): Hearing | Promise<Hearing> {
  // Another site has its visitors send a form to this one.
  if (comesFromElsewhere(context)) return 'let alone';
  return hearWhoSays(context, verifier, readHeadSigns(context.rawHeaders));
}

/** Of a client that is remembered: what it says of itself, and of its purpose, is no way past that. */
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
    // Who says what it is deceives nobody; what becomes of it is said of its kind.
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
