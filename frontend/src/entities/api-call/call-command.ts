import { shellWord } from '../../shared/lib/shell-word.ts';
import type { ApiCall } from './calls.ts';

/** The call as a command for a shell that has a key in `KEY`, as the documentation's examples have it. */
export function callCommand({ method, path, body }: ApiCall, origin: string): string {
  return [
    'curl -sS --fail-with-body',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $KEY"',
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shellWord(JSON.stringify(body))}`]),
    shellWord(`${origin}${path}`),
  ].join(' \\\n  ');
}
