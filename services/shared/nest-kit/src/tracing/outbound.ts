import { inSpan, type NewSpan } from './spans.ts';

/** A request to another server: where to, and nothing of its path, which may hold ids and tokens. */
export function outboundSpan(method: string, { hostname, port, protocol }: URL): NewSpan {
  const standardPort = protocol === 'https:' ? 443 : 80;
  return {
    kind: 'client',
    name: method,
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': port === '' ? standardPort : Number(port),
    },
  };
}

/** `fetch` as a span of the current trace. The trace is not propagated: it is the installation's own. */
export function fetchInSpan(url: URL, init: RequestInit = {}): Promise<Response> {
  return inSpan(outboundSpan(init.method ?? 'GET', url), async (span) => {
    const response = await fetch(url, init);
    span?.set({ 'http.response.status_code': response.status });
    if (response.status >= 400) span?.fail(String(response.status));
    return response;
  });
}
