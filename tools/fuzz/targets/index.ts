import type { Target } from '../target.ts';

/** By name. Loaded by the thread that runs it, when the product's modules are to be counted. */
export const LOADERS: Readonly<Record<string, () => Promise<Target>>> = {
  http1: async () => (await import('./http1.ts')).http1,
  http2: async () => (await import('./http2.ts')).http2,
  hpack: async () => (await import('./hpack.ts')).hpack,
  chunked: async () => (await import('./chunked.ts')).chunked,
  'client-hello': async () => (await import('./client-hello.ts')).clientHelloTarget,
  websocket: async () => (await import('./websocket.ts')).websocket,
  response: async () => (await import('./response.ts')).response,
  urlencoded: async () => (await import('./urlencoded.ts')).urlencoded,
  multipart: async () => (await import('./multipart.ts')).multipart,
  json: async () => (await import('./json.ts')).json,
  xml: async () => (await import('./xml.ts')).xml,
  cookies: async () => (await import('./cookies.ts')).cookies,
  seclang: async () => (await import('./seclang.ts')).seclang,
  'custom-rules': async () => (await import('./custom-rules.ts')).customRules,
  'site-documents': async () => (await import('./site-documents.ts')).siteDocuments,
};
