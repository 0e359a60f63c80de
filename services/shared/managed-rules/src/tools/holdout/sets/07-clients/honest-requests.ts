// biome-ignore-all lint/suspicious/noTemplateCurlyInString: clients send it

import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import type { Place } from '../01-injections/places.ts';
import { TEXT_PLACES } from '../02-encodings/honest-requests.ts';
import { CLIENT_PROGRAM_REQUESTS } from './client-requests.ts';
import { CLIENT_TEXTS } from './honest-texts.ts';

const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);

/** Where these clients put texts, beside where people type them. */
const CLIENT_PLACES = {
  'message of a chat with a model': (text) =>
    json(
      {
        model: 'a-large',
        stream: true,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: text },
        ],
      },
      '/v1/chat/completions',
    ),
  'argument of a tool': (text) =>
    json({
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: {
                name: 'write_file',
                arguments: JSON.stringify({ path: 'notes.md', content: text }),
              },
            },
          ],
        },
      ],
    }),
  'body of an issue': (text) =>
    json({ title: 'It fails', body: text, labels: ['bug'], assignees: [] }, '/repos/a/b/issues'),
  'line of a log shipper': (text) =>
    json(
      { streams: [{ stream: { app: 'web' }, values: [['1790000000000000000', text]] }] },
      '/loki/api/v1/push',
    ),
} as const satisfies Record<string, Place>;

/** Each text in each place where people and their clients send texts, and what clients send by themselves. */
export const CLIENT_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(CLIENT_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries({ ...TEXT_PLACES, ...CLIENT_PLACES }).flatMap(([place, send]) => {
        const sent = send(text);
        return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent] as const];
      }),
    ),
  ...Object.entries(CLIENT_PROGRAM_REQUESTS),
  ['start page', request('/')] as const,
]);
