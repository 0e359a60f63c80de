import { recordRequests } from '../../test-support/server-ports.ts';
import { type ExchangeChannel, Http1Exchange } from './http1-exchange.ts';

describe('interim answers over HTTP/1', () => {
  it('are dropped while the client takes nothing', () => {
    const sent: string[] = [];
    let isBehind = false;
    const channel: ExchangeChannel = {
      send: (data) => sent.push(String(data)) > 0,
      get isBehind() {
        return isBehind;
      },
      cork: () => undefined,
      uncork: () => undefined,
      abort: () => undefined,
      responseWritten: () => undefined,
    };
    const requests = recordRequests();
    const exchange = new Http1Exchange(channel, requests.ports, {
      minorVersion: 1,
      isHead: false,
      persistent: true,
      body: null,
    });
    exchange.informational(103, ['Link', '</a.css>']);
    isBehind = true;
    exchange.informational(103, ['Link', '</b.css>']);
    isBehind = false;
    exchange.informational(103, ['Link', '</c.css>']);
    requests.stop();
    expect(sent.map((text) => /<(.*)>/.exec(text)![1])).toEqual(['/a.css', '/c.css']);
  });
});
