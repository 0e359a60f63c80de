import { eventually as retried } from '@palisade/testing';
import { type FirstFlightRelay, startFirstFlightRelay } from '../../test-support/first-flight-relay.ts';
import type { Http3Request } from '../../test-support/http3-client.ts';
import { type Http3Edge, http3Programs, startHttp3Edge } from '../../test-support/http3-edge.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const programs = await http3Programs();
const describeHttp3 = (title: string, tests: () => void) =>
  programs === null ? describe.skip(`${title} [skipped: no Go]`, tests) : describe(title, tests);

const EARLY = /^early-data: 1\r$/im;

describeHttp3('a request in early data (0-RTT)', () => {
  let origin: RecordingOrigin;
  let http3: Http3Edge;
  let relay: FirstFlightRelay;
  let connections = 0;

  beforeAll(async () => {
    origin = await startRecordingOrigin(({ head }) =>
      head.startsWith('GET /careful ') && EARLY.test(head)
        ? 'HTTP/1.1 425 Too Early\r\nContent-Length: 0\r\n\r\n'
        : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    );
    http3 = await startHttp3Edge(programs!, origin.port);
    // As a node's supervisor does: a site's next document does not end its sessions.
    http3.front.useTicketKey(Buffer.alloc(48, 1));
    relay = await startFirstFlightRelay(http3.port);
  });
  afterAll(async () => {
    relay.close();
    await http3.stop();
    await origin.close();
  });

  const switchTo = (earlyData: boolean) =>
    http3.edge.configure((config) => {
      config.delivery!.earlyData = earlyData;
    });

  const targets = () => origin.requests.map(({ head }) => head.split(' ').slice(0, 2).join(' '));

  /** A connection that is not taken up for others; the second answer comes behind ticket and token. */
  const visit = async () => {
    const connection = `visit-${connections++}`;
    await http3.client.ask({ connection, keepsSession: true });
    await http3.client.ask({ connection, keepsSession: true, closes: true });
  };

  /** Every connection begins with a ticket that nobody has used. */
  const askEarly = async (request: Http3Request = {}) => {
    await visit();
    origin.requests.length = 0;
    return http3.client.ask({ keepsSession: true, isEarly: true, ...request });
  };

  /** Until the front's tickets offer it, which they do once a site that takes it has been asked for. */
  const becomesPossible = () =>
    retried('early data', async () => expect((await askEarly()).early).toBe(true));

  it('waits for the handshake where the owner has not switched it on', async () => {
    for (let visits = 0; visits < 3; visits++)
      expect(await askEarly()).toMatchObject({ status: 200, early: false });
    expect(origin.requests[0]!.head).not.toMatch(EARLY);
    expect(http3.front.count('earlyRequests', true)).toBe(0);
  });

  describe('where the owner has switched it on', () => {
    beforeAll(async () => {
      switchTo(true);
      await becomesPossible();
    });
    beforeEach(async () => {
      await visit();
      origin.requests.length = 0;
      relay.firstFlights.length = 0;
    });
    afterEach(() => relay.release());

    const overRelay = (request: Http3Request) =>
      http3.client.ask({ keepsSession: true, isEarly: true, address: relay.address, ...request });

    it('reaches the origin before the handshake has completed, and says so', async () => {
      relay.hold();
      expect(await overRelay({ path: '/soon' })).toMatchObject({ status: 200, early: true });
      expect(targets()).toEqual(['GET /soon']);
      expect(origin.requests[0]!.head).toMatch(EARLY);
      await eventually(() => http3.front.count('earlyRequests', true) > 0);
    });

    it.each([
      ['of an unsafe method', ['POST', 'shop.example', '/order']],
      ['for another name than that of the handshake', ['GET', 'www.shop.example', '/order']],
    ])('waits %s', async (_which, [method, authority, path]) => {
      relay.hold();
      const connection = `held-${connections++}`;
      const fields = [':method', method!, ':scheme', 'https', ':authority', authority!, ':path', path!];
      const waiting = overRelay({ connection, fields });
      expect(await overRelay({ connection, path: '/soon' })).toMatchObject({ status: 200, early: true });
      expect(targets()).toEqual(['GET /soon']);
      relay.release();
      await waiting;
      expect(origin.requests.slice(1).filter(({ head }) => EARLY.test(head))).toEqual([]);
      if (method === 'POST') expect(targets()).toEqual(['GET /soon', 'POST /order']);
    });

    it('is asked again after the handshake when the origin says that it is too early', async () => {
      relay.hold();
      const answer = overRelay({ path: '/careful' });
      await eventually(() => origin.requests.length === 1);
      expect(origin.requests[0]!.head).toMatch(EARLY);
      relay.release();
      expect(await answer).toMatchObject({ status: 200, body: 'ok' });
      expect(targets()).toEqual(['GET /careful', 'GET /careful']);
      expect(origin.requests[1]!.head).not.toMatch(EARLY);
    });

    it('is not taken a second time from whoever has recorded it', async () => {
      expect(await overRelay({ path: '/once' })).toMatchObject({ status: 200, early: true });
      const recorded = [...relay.firstFlights];
      const begun = http3.front.count('handshakes', true);
      // The names of a connection are taken for some seconds after it has ended.
      await retried('a handshake with the recorded datagrams', async () => {
        relay.replay(recorded);
        expect(http3.front.count('handshakes', true)).toBeGreaterThan(begun);
      });
      expect(await overRelay({ path: '/after' })).toMatchObject({ status: 200 });
      expect(targets()).toEqual(['GET /once', 'GET /after']);
    });

    it('waits where the client has not proven its address', async () => {
      expect(await overRelay({ hidesToken: true })).toMatchObject({ status: 200, early: false });
      expect(origin.requests[0]!.head).not.toMatch(EARLY);
    });

    it('waits once the owner has switched it off, whatever tickets clients hold', async () => {
      switchTo(false);
      expect(await overRelay({})).toMatchObject({ status: 200, early: false });
      expect(origin.requests[0]!.head).not.toMatch(EARLY);
      switchTo(true);
    });
  });
});
