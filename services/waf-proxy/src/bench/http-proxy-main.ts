// http-proxy, the proxy library that Node services use most, in the plainest set-up that it is fast in.
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import httpProxy from 'http-proxy';

const [originPort = '0'] = process.argv.slice(2);
const proxy = httpProxy.createProxyServer({
  target: `http://127.0.0.1:${originPort}`,
  agent: new Agent({ keepAlive: true, maxSockets: 64 }),
  xfwd: true,
});
proxy.on('error', (error) => console.error(error));
const server = createServer((request, response) => proxy.web(request, response));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, tlsPort: 0 });
});
