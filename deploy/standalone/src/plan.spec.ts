import { PortRanges } from '@palisade/edge-state';
import { readOptions } from './options.ts';
import { internalPorts, ownPorts } from './plan.ts';

const refused = (...args: string[]) => {
  const options = readOptions([...args, '--clamd', '127.0.0.1:3310'], {}, '/nowhere')!;
  return { ports: options.ports, has: new PortRanges(ownPorts(options)) };
};

describe('ports that no origin may have', () => {
  it('are all of the installation itself, wherever they were moved to, but not the demo’s shop', () => {
    const { ports, has } = refused('--port-offset', '300');
    const { origin, postgres, redis, edgeAdmin, auth, acme } = internalPorts(ports.internal);
    const { internal: _first, ...open } = ports;
    for (const port of [...Object.values(open), postgres, redis, edgeAdmin, auth.http, auth.grpc, acme]) {
      expect({ port, refused: has.has(port) }).toEqual({ port, refused: true });
    }
    for (const port of [origin, 80, 3000, 8080]) {
      expect({ port, refused: has.has(port) }).toEqual({ port, refused: false });
    }
  });

  it('are those of servers that it was told to use, too', () => {
    const { has } = refused('--redis-url', 'redis://:pw@127.0.0.1:7000', '--kafka-brokers', 'a:9092,b:9093');
    expect([3310, 7000, 9092, 9093].filter((port) => !has.has(port))).toEqual([]);
  });
});
