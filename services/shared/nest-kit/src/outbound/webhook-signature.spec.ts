import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newWebhookSecret, signatureHeaders } from './webhook-signature.ts';

type IsGenuine = (headers: object, body: string, secret: string, nowMs?: number) => boolean;

/** The receiver's program, as the guide has it. */
async function guidesReceiver(): Promise<IsGenuine> {
  const guide = readFileSync(
    path.resolve(import.meta.dirname, '../../../../../docs/guides/alerts.md'),
    'utf8',
  );
  const [, program = ''] = /```js\n([\s\S]+?)```/.exec(guide) ?? [];
  const module: { isGenuine: IsGenuine } = await import(
    `data:text/javascript,${encodeURIComponent(program)}`
  );
  return module.isGenuine;
}

describe('a webhook’s signature', () => {
  const body = '{"type":"alert.fired"}';
  const sentAt = 1_764_000_000;
  const secret = newWebhookSecret();
  const headers = signatureHeaders({ id: 'msg_1', timestamp: sentAt, body }, [newWebhookSecret(), secret]);

  it('is found genuine by the program in the guide, and nothing else is', async () => {
    const isGenuine = await guidesReceiver();
    const now = sentAt * 1_000;
    expect(isGenuine(headers, body, secret, now)).toBe(true);
    expect(isGenuine(headers, `${body} `, secret, now)).toBe(false);
    expect(isGenuine(headers, body, newWebhookSecret(), now)).toBe(false);
    expect(isGenuine({ ...headers, 'webhook-id': 'msg_2' }, body, secret, now)).toBe(false);
    expect(isGenuine(headers, body, secret, now + 301_000)).toBe(false);
  });
});
