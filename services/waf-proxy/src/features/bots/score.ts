import type { HeadSigns } from '../../http/head-signs.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { UserAgentFacts } from './user-agent.ts';

export interface BotScore {
  points: number;
  /** The sign that weighs most, as it stands in the log. */
  sign: string;
}

/** From here on a client proves that it is none. */
export const CHALLENGE_FROM = 50;
/** From here on nothing that it could prove would help. */
export const REFUSE_FROM = 100;

/** Browsers of the Chromium family say where a request comes from since 80, and who they are since 89 (TLS only). */
const FETCH_METADATA_SINCE = 80;
const CLIENT_HINTS_SINCE = 89;

export interface Suspect {
  agent: UserAgentFacts;
  signs: HeadSigns;
  /** Null: nothing is remembered of the client. */
  client: ClientBehaviour | null;
  protocol: string;
  secure: boolean;
  /** The path belongs to programs: that the client is one is no sign there. */
  programsWelcome: boolean;
}

/** Adds up what speaks against a client being a person's browser. Signs that a browser may have by chance weigh little. */
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

/** The client says that it is a browser; these are what every browser does. */
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
  // Browsers leave both out on clear-text connections.
  if (secure && agent.chromium >= FETCH_METADATA_SINCE && signs.fetchMode === '')
    add(30, 'no_fetch_metadata');
  if (secure && agent.chromium >= CLIENT_HINTS_SINCE && !signs.hasClientHints) add(10, 'no_client_hints');
}
