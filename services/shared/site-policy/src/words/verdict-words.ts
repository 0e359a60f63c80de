/** What the edge decided about a request; names as in the log. */
export interface DecidedRequest {
  action: string;
  reason: string;
  /** Name of the custom rule, entry of the list or subject of the certificate that decided, as the edge reports it; null: not known. */
  message: string | null;
}

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
  path_rate_limit: 'This address sent more requests to this path than the limit allows.',
  https_redirect: 'The domain redirects HTTP to HTTPS.',
  redirect: 'One of the domain’s redirects matches this request.',
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

/** By the edge's action. */
const actions: Readonly<Record<string, string>> = {
  reject: malformedText(''),
  challenge: 'The client gets a browser challenge, which browsers solve automatically.',
  rate_limit: 'This address sent more requests than the rate limit allows.',
  ban: 'This address exceeded the rate limit, or was banned manually. The ban lasts until it expires or is lifted.',
  geo: 'Requests from this country are blocked in the domain’s WAF policy.',
  ip_list: 'This address is on the block list of the domain’s WAF policy.',
  bot: botText(''),
  ddos: 'This address took part in a flood that DDoS protection stopped.',
  custom_rule: 'One of the domain’s custom rules matches this request.',
};
/** The action that a reason has where the policy does more than log. */
const actionsOfReasons: Readonly<Record<string, string>> = {
  banned: 'ban',
  blocked_address: 'ip_list',
  blocked_country: 'geo',
  challenge: 'challenge',
  custom: 'custom_rule',
  ddos: 'ddos',
  limit: 'rate_limit',
  rate_limit: 'rate_limit',
};

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

/** Results of the leaked-password check of a sign-in. */
const passwordOutcomes: Readonly<Record<string, string>> = {
  found: 'The password of this sign-in is known from a data breach.',
  unknown:
    'The password of this sign-in could not be checked against data breaches: the list did not respond.',
  unreadable:
    'The password of this sign-in could not be checked against data breaches: the body is too long, unreadable, or has many passwords.',
  busy: 'This client sent too many sign-ins at once, so the password of this one was not checked against data breaches.',
};

/** Traps that a program touched and people do not see. */
const touched: Readonly<Record<string, string>> = {
  link: 'The client followed a hidden link that robots.txt tells crawlers not to follow.',
  field: 'The client filled in a hidden form field that browsers do not send.',
  remembered:
    'The client followed a hidden link or filled in a hidden field earlier, and the period set in the domain’s WAF policy has not ended.',
  let_alone:
    'A hidden link or field was used, without consequences: a browser prefetched it, another site’s page sent the visitor, or the client identifies itself, as crawlers and link checkers do.',
};

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

/** Why a request that no managed rule stopped was treated as it was, in whole sentences for the site's owner; undefined where nothing is to be said. */
export function decisionText({ action, reason, message }: DecidedRequest): string | undefined {
  const [kind = '', detail = ''] = reason.split(/:(.*)/s);
  switch (kind) {
    case 'blocked_list':
    case 'challenged_list':
      return listText(kind, detail, message);
    case 'client_certificate':
      return certificateText(detail, message);
    case 'crawler':
      return crawlerText(detail);
    case 'csp_report': {
      const outcome = reportOutcomes[detail];
      return outcome && `A browser’s report of a Content-Security-Policy: ${outcome}.`;
    }
    case 'leaked_password':
      return passwordOutcomes[detail];
    case 'deception':
      return touched[detail];
    case 'origin':
      return originFailures[detail];
    case 'websocket':
      return `The WebSocket was closed because of a message from the client (code ${detail}).`;
    case 'bot':
      return botText(detail);
    case 'bad_framing':
      return malformedText(detail);
    case 'custom':
      return message ? `The domain’s custom rule “${message}” matches this request.` : actions.custom_rule;
    default:
      return exactReasons[reason] ?? actions[action === 'log_only' ? (actionsOfReasons[kind] ?? '') : action];
  }
}

function botText(sign: string): string {
  return `The client identifies as a bot, or behaves like one${inBrackets(sign)}, and bot protection is on.`;
}

function malformedText(fault: string): string {
  return `The request was malformed${inBrackets(fault)}, so it was refused before any rule ran.`;
}

function inBrackets(code: string): string {
  return code === '' ? '' : ` (${code.replaceAll(/[_:]/g, ' ')})`;
}

function certificateText(fault: string, message: string | null): string | undefined {
  if (fault === 'outdated') return CERTIFICATE_OUTDATED;
  const text = certificateFaults[fault];
  if (text === undefined) return undefined;
  return `${text}${message ? ` (${message.replace('Client certificate ', '')})` : ''}, and this path requires one.`;
}

/** @param detail kind, name and proof, separated by colons */
function crawlerText(detail: string): string {
  const [kind = '', name, proof] = detail.split(':');
  const who = `A crawler (${kind.replaceAll('_', ' ')}, ${name})`;
  const known = proof === 'verified' ? 'whose address is its operator’s' : 'by what it says itself';
  return `${who} ${known}. The domain’s WAF policy sets the action for its kind.`;
}

/** The edge reports the entry as `List NAME: ENTRY`. */
function listText(kind: string, list: string, message: string | null): string {
  const prefix = `List ${list}: `;
  const entry = message?.startsWith(prefix) ? message.slice(prefix.length) : '';
  const by = entry === '' ? '' : `, by its entry ${entry}`;
  const meaning = kind === 'blocked_list' ? 'is refused' : 'has to prove that it is a browser';
  return `This address is on the list “${list}”${by}. Under the domain’s WAF policy a client on that list ${meaning}.`;
}
