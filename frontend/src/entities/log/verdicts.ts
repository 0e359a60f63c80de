import type { LogEntry } from '../../shared/api/types.ts';
import { configurationLink } from '../page/paths.ts';

/** By the edge's reason, where the action alone would say too little, or something else. */
const exactReasons: Readonly<Record<string, string>> = {
  unknown_host: 'No domain of this installation has that host name.',
  too_many_sites:
    'This client asked for very many domains within seconds, so the edge refused to load another for it.',
  misdirected: 'The connection was opened for another host name. Browsers repeat the request on a new one.',
  tls_version: 'The connection uses an older TLS version than the domain accepts.',
  tls_cipher: 'The connection uses a cipher that the domain’s TLS settings exclude.',
  http3_off:
    'HTTP/3 is switched off for the domain. Browsers repeat the request over a connection of another kind.',
  site_inactive: 'The domain is paused or not active.',
  loop_detected: 'The request has already passed through this edge: the origin server points back at it.',
  body_too_large: 'The request’s body is larger than the edge accepts.',
  body_bomb: 'The request’s body unpacks to far more than was sent.',
  body_coding_malformed: 'The request’s body is not encoded as its Content-Encoding header says.',
  engine_failure:
    'An error occurred on the edge while the rules ran. The domain’s WAF policy sets what happens then. The operator can see why.',
  websocket_not_enabled: 'WebSocket is not enabled for the domain.',
  client_left: 'The client closed the connection before the response was complete.',
  client_too_slow: 'The client did not read the response while other requests waited for your server.',
  request_timeout: 'The client did not send the whole request in time.',
  malware: 'The malware scanner found something in an uploaded file.',
  upload_over_limit: 'An upload is larger than the malware scanner accepts.',
  upload_scan_failed:
    'The malware scanner did not respond, and the domain’s WAF policy refuses unscanned uploads.',
  upload_not_scanned:
    'The malware scanner did not check this upload, and the domain’s WAF policy allows that.',
  maintenance: 'The domain is in maintenance mode.',
  not_cached: 'The response was not in the cache, and the request asked for nothing else.',
  overloaded: 'The edge had more work than it can do, so it refused this request.',
};
const WEBSOCKET = 'websocket:';

/** By the edge's action. */
const verdictReasons: Readonly<Record<string, string>> = {
  reject: 'The request was malformed, so it was refused before any rule ran.',
  challenge: 'The visitor got a browser challenge and did not solve it.',
  rate_limit: 'This address sent more requests than the rate limit allows.',
  ban: 'This address exceeded the rate limit, or was banned manually. The ban lasts until it expires or is lifted.',
  geo: 'Requests from this country are blocked in the domain’s WAF policy.',
  ip_list: 'This address is on the block list of the domain’s WAF policy.',
  bot: 'The client identifies as a bot, or behaves like one, and bot protection is on.',
  ddos: 'This address took part in a flood that DDoS protection stopped.',
  custom_rule: 'One of the domain’s custom rules matches this request.',
};

const CERTIFICATE = 'client_certificate:';
/** Faults of a client certificate. */
const certificateFaults: Readonly<Record<string, string>> = {
  missing: 'The visitor sent no client certificate',
  untrusted: 'The visitor’s certificate is not signed by any of the domain’s certificate authorities',
  expired: 'The visitor’s certificate has expired',
  revoked: 'The visitor’s certificate is on a revocation list of the domain',
  not_allowed: 'The visitor’s certificate is not one that the domain accepts',
};
const CERTIFICATE_OUTDATED =
  'The connection is older than the domain’s current certificate settings; the visitor was asked to open a new one.';

const CSP_REPORT = 'csp_report:';
/** Results of a browser's Content-Security-Policy report. */
const reportOutcomes: Readonly<Record<string, string>> = {
  taken: 'it is counted',
  known: 'the same one came from this client within the hour',
  malformed: 'it is no report as browsers send them',
  not_ours: 'it is about pages of another host',
  no_such_page: 'it was not sent as one',
  too_large: 'it is longer than any report',
  not_a_report: 'it is of another type',
  too_many: 'this client, or the domain, has reached the hourly limit',
};

const LEAKED_PASSWORD = 'leaked_password:';
/** Results of the leaked-password check of a sign-in. */
const passwordOutcomes: Readonly<Record<string, string>> = {
  found: 'The password of this sign-in is known from a data breach.',
  unknown:
    'The password of this sign-in could not be checked against data breaches: the list did not respond.',
  unreadable:
    'The password of this sign-in could not be checked against data breaches: the body is too long, unreadable, or has many passwords.',
  busy: 'This client sent too many sign-ins at once, so the password of this one was not checked against data breaches.',
};

const DECEPTION = 'deception:';
/** Traps that a program touched and people do not see. */
const touched: Readonly<Record<string, string>> = {
  link: 'The client followed a hidden link that robots.txt tells crawlers not to follow.',
  field: 'The client filled in a hidden form field that browsers do not send.',
  remembered:
    'The client followed a hidden link or filled in a hidden field earlier, and the period set in the domain’s WAF policy has not ended.',
  let_alone:
    'A hidden link or field was used, without consequences: a browser prefetched it, another site’s page sent the visitor, or the client identifies itself, as crawlers and link checkers do.',
};

const ORIGIN = 'origin:';
/** Why no origin answered as it should. */
const originFailures: Readonly<Record<string, string>> = {
  address_refused:
    'Your server’s name resolves to an address that the edge does not forward to, such as a private one.',
  unresolvable: 'Your server’s name was not found in DNS.',
  connect_failed: 'Your server refused the connection, or nothing listens at its address and port.',
  connect_timeout:
    'Your server did not accept the connection in time: it is down, or a firewall blocks the edge.',
  tls_failed:
    'The TLS connection to your server failed: its certificate is untrusted or for another name, or it does not speak TLS on that port.',
  certificate_refused:
    'Your server refused the edge’s certificate, or asks for one that the edge does not have: see Certificate for the origin in the domain’s settings.',
  no_connection_free: 'All connections that the edge keeps to your server were busy.',
  reset: 'Your server closed the connection before it responded.',
  response_timeout: 'Your server did not start to respond within the timeout set for the origin.',
  idle_timeout: 'Your server stopped in the middle of its response.',
  malformed_response: 'Your server’s response is not HTTP.',
  head_too_large: 'The headers of your server’s response are too large.',
  truncated_response: 'Your server ended its response before it was complete.',
  websocket_handshake: 'Your server did not complete the WebSocket handshake.',
  edge_failure: 'An error occurred on the edge itself. Its operator can see why.',
};
/** Requests that the log has under one of these. */
export const ALL_ORIGIN_FAILURES = `${ORIGIN}*`;

const CRAWLER = 'crawler:';
/** Lists stored outside of the domain, by their effect in a policy. */
const LIST_REASON = /^(?<kind>blocked|challenged)_list:(?<list>.+)$/;

type Judged = Pick<LogEntry, 'action' | 'reason' | 'modsec_message'>;

/** Why a request without a rule behind it was judged as it was. */
export function verdictReason({ action, reason, modsec_message }: Judged): string | undefined {
  const listed = LIST_REASON.exec(reason)?.groups;
  if (listed !== undefined) return listReason(listed, modsec_message);
  if (reason.startsWith(CERTIFICATE))
    return certificateReason(reason.slice(CERTIFICATE.length), modsec_message);
  if (reason.startsWith(CSP_REPORT)) {
    const outcome = reportOutcomes[reason.slice(CSP_REPORT.length)];
    return outcome && `A browser’s report of a Content-Security-Policy: ${outcome}.`;
  }
  if (reason.startsWith(LEAKED_PASSWORD)) return passwordOutcomes[reason.slice(LEAKED_PASSWORD.length)];
  if (reason.startsWith(DECEPTION)) return touched[reason.slice(DECEPTION.length)];
  if (reason.startsWith(ORIGIN)) return originFailures[reason.slice(ORIGIN.length)];
  if (reason.startsWith(WEBSOCKET))
    return `The WebSocket was closed because of a message from the client (code ${reason.slice(WEBSOCKET.length)}).`;
  if (!reason.startsWith(CRAWLER)) return exactReasons[reason] ?? verdictReasons[action];
  const [, kind = '', name, proof] = reason.split(':');
  const who = `A crawler (${kind.replaceAll('_', ' ')}, ${name})`;
  const known = proof === 'verified' ? 'whose address is its operator’s' : 'by what it says itself';
  return `${who} ${known}. The domain’s WAF policy sets the action for its kind.`;
}

function certificateReason(fault: string, message: string | null): string | undefined {
  if (fault === 'outdated') return CERTIFICATE_OUTDATED;
  const text = certificateFaults[fault];
  if (text === undefined) return undefined;
  return `${text}${message ? ` (${message.replace('Client certificate ', '')})` : ''}, and this path requires one.`;
}

/** The edge reports the entry as `List NAME: ENTRY`. */
function listReason({ kind, list }: Record<string, string>, message: string | null): string {
  const prefix = `List ${list}: `;
  const entry = message?.startsWith(prefix) ? message.slice(prefix.length) : '';
  const by = entry === '' ? '' : `, by its entry ${entry}`;
  const meaning = kind === 'blocked' ? 'is refused' : 'has to prove that it is a browser';
  return `This address is on the list “${list}”${by}. Under the domain’s WAF policy a client on that list ${meaning}.`;
}

const CUSTOM = 'custom:';
const decidedBy: Readonly<Record<string, { tab: 'policy' | 'bans'; text: string }>> = {
  rate_limit: { tab: 'policy', text: 'Change the rate limit' },
  ban: { tab: 'bans', text: 'See the bans' },
  geo: { tab: 'policy', text: 'Change the blocked countries' },
  ip_list: { tab: 'policy', text: 'Change the block list' },
  bot: { tab: 'policy', text: 'Change bot protection' },
  challenge: { tab: 'policy', text: 'Change who is challenged' },
  ddos: { tab: 'policy', text: 'Change DDoS protection' },
};

/** Where that can be changed which decided about a request; null where nothing of the domain did. */
export function settingOf({
  action,
  reason,
  domain_name,
}: Pick<LogEntry, 'action' | 'reason' | 'domain_name'>): { to: string; text: string } | null {
  if (domain_name === '') return null;
  if (reason.startsWith(CUSTOM))
    return {
      to: configurationLink(domain_name, 'rules', reason.slice(CUSTOM.length)),
      text: 'Show the custom rule',
    };
  if (reason.startsWith(ORIGIN))
    return { to: configurationLink(domain_name, 'origin'), text: 'Check the origin' };
  if (reason.startsWith(CERTIFICATE))
    return { to: configurationLink(domain_name, 'origin'), text: 'Change client certificates' };
  if (reason.startsWith(DECEPTION) && action !== 'allow')
    return { to: configurationLink(domain_name, 'policy'), text: 'Change hidden links and fields' };
  const setting = decidedBy[action];
  return setting ? { to: configurationLink(domain_name, setting.tab), text: setting.text } : null;
}
