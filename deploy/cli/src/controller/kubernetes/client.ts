// As much of the Kubernetes API as a controller of its own two kinds wants, by plain HTTP: the official client brings sixteen packages for what
// list, watch and four writes do not touch (docs/decisions/2026-11-27-sites-on-kubernetes.md).
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const ANSWER_MS = 30_000;
/** etcd takes 1.5 MiB of an object. */
const MAX_LINE = 4 * 1024 * 1024;
/** A watch ends after this by itself; one that says nothing for longer than a bookmark takes is dead. */
const WATCH_SECONDS = 300;
const SILENT_MS = 330_000;

const statusSchema = z.object({
  code: z.number().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
});

/** The API server said no. */
export class KubeRefusal extends Error {
  override readonly name = 'KubeRefusal';

  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

export const isGone = (error: unknown): boolean => error instanceof KubeRefusal && error.status === 410;
export const isConflict = (error: unknown): boolean => error instanceof KubeRefusal && error.status === 409;
export const isMissing = (error: unknown): boolean => error instanceof KubeRefusal && error.status === 404;
export const isForbidden = (error: unknown): boolean => error instanceof KubeRefusal && error.status === 403;

export interface Metadata {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  finalizers?: string[];
}
export interface KubeObject {
  apiVersion?: string;
  kind?: string;
  metadata: Metadata;
}
export interface ListOf<T> {
  metadata: { resourceVersion: string; continue?: string };
  items: T[];
}
export type WatchEvent<T> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T }
  | { type: 'BOOKMARK'; object: { metadata: { resourceVersion: string } } }
  | { type: 'ERROR'; object: unknown };

export interface KubeAccess {
  url: URL;
  /** Asked for each call: the kubelet renews it. */
  token(): string;
}

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Credentials of the pod's service account; Node gets its authority from NODE_EXTRA_CA_CERTS. */
export function accessOfPod(environment: NodeJS.ProcessEnv): KubeAccess {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  if (host === '')
    throw new Error('KUBERNETES_SERVICE_HOST is not set: this runs in a pod with a service account');
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: new URL(`https://${shown}:${port}`),
    token: () => readFileSync(`${ACCOUNT}/token`, 'utf8').trim(),
  };
}

export class KubeClient {
  constructor(
    private readonly access: KubeAccess,
    private readonly ended: AbortSignal[] = [],
  ) {}

  /** The same server; `signal` ends every call that runs, and lets none begin. */
  until(signal: AbortSignal): KubeClient {
    return new KubeClient(this.access, [...this.ended, signal]);
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  async call<T>(method: string, path: string, body?: unknown, type = 'application/json'): Promise<T> {
    const response = await this.fetched(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    if (!response.ok) throw refusalOf(response.status, text);
    return JSON.parse(text) as T;
  }

  /** Changes since a version, until the server ends it. @throws KubeRefusal 410 where that version is too old */
  async *watch<T>(path: string, resourceVersion: string): AsyncGenerator<WatchEvent<T>> {
    const query = new URLSearchParams({
      watch: '1',
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(WATCH_SECONDS),
      resourceVersion,
    });
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('the watch has fallen silent')), SILENT_MS);
    try {
      const response = await this.fetched(`${path}?${query}`, { signal: silence.signal });
      if (!response.ok || response.body === null) throw refusalOf(response.status, await response.text());
      for await (const line of linesOf(response.body, () => timer.refresh())) {
        const event = JSON.parse(line) as WatchEvent<T>;
        if (event.type === 'ERROR') throw refusalOf(0, JSON.stringify(event.object));
        yield event;
      }
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  private fetched(path: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
    const headers = { accept: 'application/json', authorization: `Bearer ${this.access.token()}` };
    return fetch(new URL(path, this.access.url), {
      ...init,
      signal: AbortSignal.any([...this.ended, init.signal]),
      headers: { ...headers, ...(init.headers as Record<string, string>) },
      redirect: 'error',
    });
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    onBytes();
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    if (rest.length > MAX_LINE) throw new Error(`a change has more than ${MAX_LINE} characters`);
    for (const line of lines) if (line !== '') yield line;
  }
}

function refusalOf(status: number, text: string): KubeRefusal {
  let kubeStatus: z.infer<typeof statusSchema> = {};
  try {
    kubeStatus = statusSchema.parse(JSON.parse(text));
  } catch {
    // A proxy answered; its status says enough.
  }
  const code = kubeStatus.code ?? status;
  return new KubeRefusal(
    code,
    kubeStatus.reason ?? 'Unknown',
    kubeStatus.message ?? `the API server answered ${code}`,
  );
}
