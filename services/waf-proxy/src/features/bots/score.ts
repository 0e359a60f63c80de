import type { HeadSigns } from '../../http/head-signs.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { UserAgentFacts } from './user-agent.ts';

export interface BotScore {
  points: number;
  /** The sign with the most weight, for the log. */
  sign: string;
}

/** Score from which a client is challenged. */
export const CHALLENGE_FROM = 50;
/** Score from which a client is refused, as a challenge would prove nothing. */
export const REFUSE_FROM = 100;

/** Chromium browsers send Sec-Fetch headers since version 80, and client hints since 89 (TLS only). */
const FETCH_METADATA_SINCE = 80;
const CLIENT_HINTS_SINCE = 89;

export interface Suspect {
  agent: UserAgentFacts;
  signs: HeadSigns;
  /** Null: nothing is remembered of the client. */
  client: ClientBehaviour | null;
  protocol: string;
  secure: boolean;
  /** The path belongs to an API, where being a program is no sign. */
  programsWelcome: boolean;
}

/** Adds up signs that a client is not a person's browser. Signs that browsers may show by chance have little weight. */
export function scoreOf(suspect: Suspect): BotScore {
  const score: BotScore = { points: 0, sign: '' };
  let heaviest = 0;
  const add = (points: number, sign: string) => {
    score.points += points;
    if (points <= heaviest) return;
    heaviest = points;
    score.sign = sign;
  };
  const { agent, client } = suspect;
  if (agent.kind === 'scanner') add(REFUSE_FROM, `scanner:${agent.name}`);
  if (!suspect.programsWelcome) {
    if (agent.kind === 'library') add(CHALLENGE_FROM, `library:${agent.name}`);
    else if (agent.kind === 'headless') add(CHALLENGE_FROM, `headless:${agent.name}`);
    else if (agent.kind === 'none') add(CHALLENGE_FROM, 'no_user_agent');
    else if (agent.kind === 'browser') addPretence(suspect, add);
  }
  if (client !== null) {
    if (client.searches) add(CHALLENGE_FROM, 'searches');
    if (client.readsPagesOnly) add(30, 'pages_only');
    if (client.isSteady) add(30, 'steady');
  }
  return score;
}

/** Signs of a client that claims to be a browser but behaves unlike every browser. */
function addPretence(suspect: Suspect, add: (points: number, sign: string) => void): void {
  const { agent, signs, secure, protocol } = suspect;
  if (!signs.hasAcceptLanguage) add(30, 'no_accept_language');
  if (!signs.hasAcceptEncoding) add(30, 'no_accept_encoding');
  if (signs.accept === '') add(20, 'no_accept');
  if (protocol === 'HTTP/1.0') add(30, 'http_1_0');
  if (protocol === 'HTTP/1.1') {
    if (signs.lowerCase) add(20, 'lower_case_fields');
    if (!signs.hostFirst) add(15, 'field_order');
  }
  // Browsers send neither on clear-text connections.
  if (secure && agent.chromium >= FETCH_METADATA_SINCE && signs.fetchMode === '')
    add(30, 'no_fetch_metadata');
  if (secure && agent.chromium >= CLIENT_HINTS_SINCE && !signs.hasClientHints) add(10, 'no_client_hints');
}
