import type { LogEntry } from '../../shared/api/types.ts';

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * A word for a shell. What attackers sent must neither end the word nor reach a terminal as it is: in quotes where all can be
 * seen, else by the numbers of its bytes.
 */
function quoted(text: string): string {
  if (PLAIN.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = [...new TextEncoder().encode(text)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${bytes.join('')}'`;
}

/** The request as a command for a shell, as far as the log knows it: bodies are not kept. */
export function curlCommand(
  log: Pick<LogEntry, 'scheme' | 'host' | 'request_method' | 'request_uri' | 'user_agent' | 'referer'>,
): string {
  const { scheme, host, request_method, request_uri, user_agent, referer } = log;
  // A target that is no path, such as "*" or a whole address, is sent as it was.
  const isPath = request_uri.startsWith('/');
  return [
    'curl --include --globoff --path-as-is',
    `--request ${quoted(request_method)}`,
    ...(user_agent === '' ? [] : [`--user-agent ${quoted(user_agent)}`]),
    ...(referer === null ? [] : [`--referer ${quoted(referer)}`]),
    ...(isPath ? [] : [`--request-target ${quoted(request_uri)}`]),
    `--url ${quoted(`${scheme === 'http' ? 'http' : 'https'}://${host}${isPath ? request_uri : '/'}`)}`,
  ].join(' ');
}
