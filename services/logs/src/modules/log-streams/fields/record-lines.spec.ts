import { randomUUID } from 'node:crypto';
import type { LogRow } from '../../log-store/log-row.types.ts';
import { toLogEntry } from '../../request-logs/log-entry.rules.ts';
import { recordOf } from './record-lines.ts';

const row = (client_address: string) =>
  ({
    ...{ request_id: randomUUID(), received_at: new Date(), client_address, target: '/', rule_id: '0' },
    ...{ protocol: 'HTTP/2.0', rule_message: '', threat: 0, matches: [] },
  }) as unknown as LogRow;
const recorded = (address: string, format: 'raw' | 'ecs' | 'ocsf') =>
  recordOf(toLogEntry(row(address), 'shop.example'), format);

describe('the client of a streamed record', () => {
  it('is an address where the vocabulary wants one', () => {
    expect(recorded('192.0.2.7', 'raw')).toMatchObject({ remote_addr: '192.0.2.7' });
    expect(recorded('192.0.2.7', 'ecs')).toMatchObject({ source: { ip: '192.0.2.7', address: '192.0.2.7' } });
    expect(recorded('192.0.2.7', 'ocsf')).toMatchObject({
      src_endpoint: { ip: '192.0.2.7', name: '192.0.2.7' },
    });
  });

  it.each(['192.0.2.0/24', 'anon-0123456789abcdef'])('is %s, and no address', (client) => {
    expect(recorded(client, 'raw')).toMatchObject({ remote_addr: client });
    const { source } = recorded(client, 'ecs') as { source: object };
    expect(source).toMatchObject({ address: client });
    expect(source).not.toHaveProperty('ip');
    const { src_endpoint } = recorded(client, 'ocsf') as { src_endpoint: object };
    expect(src_endpoint).toMatchObject({ name: client });
    expect(src_endpoint).not.toHaveProperty('ip');
  });
});
