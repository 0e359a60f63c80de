import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { ClickhouseConnection } from './clickhouse-connection.ts';

/** Longer than the client keeps an idle connection. */
const STARVED_MS = 60_000;

describe('the connection to ClickHouse', () => {
  let server: Server;
  let clickhouse: ClickhouseConnection;
  /** The client's port of each request. */
  const ports: (number | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      ports.push(request.socket.remotePort);
      request.resume();
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    clickhouse = new ClickhouseConnection(`http://user:password@127.0.0.1:${port}/logs`);
    await clickhouse.rows('SELECT 1');
  });
  afterAll(async () => {
    await clickhouse.close();
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(() => jest.restoreAllMocks());

  const portOf = async (): Promise<number> => {
    await clickhouse.rows('SELECT 1');
    return ports.at(-1)!;
  };

  it('keeps a connection from one statement to the next', async () => {
    expect(await portOf()).toBe(await portOf());
  });
  it('opens another one after the process stood still for so long that the server has closed it', async () => {
    const before = await portOf();
    const now = Date.now();
    // Its timer has had no turn yet.
    jest.spyOn(Date, 'now').mockImplementation(() => now + STARVED_MS);
    expect(await portOf()).not.toBe(before);
  });
});
