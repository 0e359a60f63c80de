import type { LogEntry } from '../../shared/api/types.ts';
import { shellWord } from '../../shared/lib/shell-word.ts';

/** The request as a command for a shell, as far as the log knows it: bodies are not kept. */
export function curlCommand(
  log: Pick<LogEntry, 'scheme' | 'host' | 'request_method' | 'request_uri' | 'user_agent' | 'referer'>,
): string {
  const { scheme, host, request_method, request_uri, user_agent, referer } = log;
  // A target that is no path, such as "*" or a whole address, is sent as it was.
  const isPath = request_uri.startsWith('/');
  return [
    'curl --include --globoff --path-as-is',
    `--request ${shellWord(request_method)}`,
    ...(user_agent === '' ? [] : [`--user-agent ${shellWord(user_agent)}`]),
    ...(referer === null ? [] : [`--referer ${shellWord(referer)}`]),
    ...(isPath ? [] : [`--request-target ${shellWord(request_uri)}`]),
    `--url ${shellWord(`${scheme === 'http' ? 'http' : 'https'}://${host}${isPath ? request_uri : '/'}`)}`,
  ].join(' ');
}
