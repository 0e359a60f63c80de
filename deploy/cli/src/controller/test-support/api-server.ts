// A stand-in for a Kubernetes API server, over real HTTP, written from the conventions of the Kubernetes API (resource versions, watches with bookmarks, 410 Gone,
// conflicts, generations, the status subresource, finalizers). It is no API server: it checks no schema, no RBAC and no admission.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { KubeAccess, KubeObject } from '../kubernetes/client.ts';

interface Stored extends KubeObject {
  spec?: unknown;
  status?: unknown;
  data?: unknown;
}
interface Change {
  version: number;
  collection: string;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: Stored;
}
interface Watcher {
  collection: string;
  response: ServerResponse;
}

class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
  ) {
    super(`${reason} (stand-in)`);
  }
}

const TOKEN = 'token-of-the-service-account';
/** Of a namespace, or of the cluster. */
const PLACE =
  /^((?:\/api\/v1|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[^/]+)(?:\/([^/]+))?(\/status)?$/;

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const NAMESPACES = '/api/v1/namespaces';
/** Of the Sites in tests. */
export const NAMESPACE = 'palisade';
export const SITES_DEFINITION = 'sites.palisade.internal';
/** Holds a definition until its objects are gone. */
const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

export class ApiServer {
  /** Of each call: "GET /apis/…". */
  readonly calls: string[] = [];
  /** Answers that come before any other, each once: a status, for a call that begins so. */
  readonly faults: { begins: string; code: number }[] = [];
  /** Calls that begin so are never answered. */
  readonly hung: string[] = [];
  /** Watches begin well and end at once, as behind a proxy that closes them. */
  endsWatches = false;
  /** Kinds whose watches stay open without events, like half-open connections. */
  readonly silent = new Set<string>();
  private readonly objects = new Map<string, Map<string, Stored>>();
  private readonly changes: Change[] = [];
  private readonly watchers = new Set<Watcher>();
  private version = 1;
  /** Changes up to this version are forgotten. */
  private compacted = 0;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  constructor() {
    this.put(DEFINITIONS, { metadata: { name: SITES_DEFINITION, finalizers: [CLEANUP] } });
    // Stays, once it is deleted, until nothing is left in it.
    this.put(NAMESPACES, { metadata: { name: NAMESPACE, finalizers: ['kubernetes'] } });
  }

  async start(): Promise<KubeAccess> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return { url: new URL(`http://127.0.0.1:${port}`), token: () => TOKEN };
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await ended;
  }

  /** As `kubectl apply` does it. */
  put(collection: string, object: Stored): Stored {
    const known = this.objects.get(collection)?.get(object.metadata.name);
    return known === undefined
      ? this.create(collection, object)
      : this.replace(
          collection,
          { ...object, metadata: { ...known.metadata, ...object.metadata, resourceVersion: undefined } },
          false,
        );
  }

  setStatus(collection: string, name: string, status: unknown): void {
    this.replace(collection, { ...this.known(collection, name), status }, true);
  }

  read<T>(collection: string, name: string): T | undefined {
    return this.objects.get(collection)?.get(name) as T | undefined;
  }

  /** As `kubectl delete` does it: with a finalizer it only begins. */
  delete(collection: string, name: string): void {
    const known = this.known(collection, name);
    if ((known.metadata.finalizers ?? []).length === 0) this.remove(collection, known);
    else
      this.store(
        collection,
        { ...known, metadata: { ...known.metadata, deletionTimestamp: new Date().toISOString() } },
        'MODIFIED',
      );
  }

  /** Forgets all changes so far and ends all watches: clients at earlier versions have to list again. */
  compact(): void {
    this.compacted = this.version;
    this.endWatches();
  }

  endWatches(): void {
    for (const { response } of this.watchers) response.end();
    this.watchers.clear();
  }

  bookmark(): void {
    for (const { response } of this.watchers)
      response.write(
        `${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: String(this.version) } } })}\n`,
      );
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { method = 'GET', url = '/' } = request;
      this.calls.push(`${method} ${url}`);
      if (request.headers.authorization !== `Bearer ${TOKEN}`) throw new Refusal(401, 'Unauthorized');
      if (this.hung.some((begins) => `${method} ${url}`.startsWith(begins))) return;
      const fault = this.faults.findIndex(({ begins }) => `${method} ${url}`.startsWith(begins));
      if (fault >= 0) throw new Refusal(this.faults.splice(fault, 1)[0]!.code, 'Fault');
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { pathname, searchParams } = new URL(url, 'http://x');
      const [, collection, name, sub] = PLACE.exec(pathname) ?? [];
      if (collection === undefined) throw new Refusal(404, 'NotFound');
      if (searchParams.get('watch') === '1')
        return this.watch(collection, Number(searchParams.get('resourceVersion')), response);
      const body = text === '' ? null : (JSON.parse(text) as Stored);
      json(
        response,
        method === 'POST' ? 201 : 200,
        this.called(method, collection, name, sub !== undefined, body, searchParams),
      );
    } catch (error) {
      const { code = 500, reason = 'InternalError', message } = error as Refusal;
      json(response, code, { kind: 'Status', status: 'Failure', code, reason, message });
    }
  }

  private called(
    method: string,
    collection: string,
    name: string | undefined,
    isStatus: boolean,
    body: Stored | null,
    query: URLSearchParams,
  ): unknown {
    switch (method) {
      case 'GET':
        return name === undefined ? this.list(collection, query) : this.known(collection, name);
      case 'POST':
        return this.create(collection, body!);
      case 'PUT':
        return this.replace(collection, body!, isStatus);
      case 'PATCH': {
        const known = this.known(collection, name!);
        return this.replace(
          collection,
          { ...known, metadata: { ...known.metadata, ...body!.metadata } },
          false,
        );
      }
      default:
        throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  private list(collection: string, query: URLSearchParams): unknown {
    const all = [...(this.objects.get(collection)?.values() ?? [])];
    const from = Number(query.get('continue') ?? 0);
    const to = from + Number(query.get('limit') ?? all.length);
    const more = to < all.length ? { continue: String(to) } : {};
    return { metadata: { resourceVersion: String(this.version), ...more }, items: all.slice(from, to) };
  }

  private watch(collection: string, since: number, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    // A watch that is too old begins well, and says so in its first line.
    if (since < this.compacted) {
      response.end(
        `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' } })}\n`,
      );
      return;
    }
    response.flushHeaders();
    if (this.endsWatches) {
      response.end();
      return;
    }
    const watcher = { collection, response };
    for (const change of this.changes) if (change.version > since) tell(watcher, change);
    this.watchers.add(watcher);
    response.on('close', () => this.watchers.delete(watcher));
  }

  private create(collection: string, object: Stored): Stored {
    if (this.objects.get(collection)?.has(object.metadata.name)) throw new Refusal(409, 'AlreadyExists');
    const { status: _, ...rest } = object;
    const metadata = {
      ...object.metadata,
      uid: randomUUID(),
      generation: 1,
      creationTimestamp: new Date(Date.now() + this.version * 1_000).toISOString(),
    };
    return this.store(collection, { ...rest, metadata }, 'ADDED');
  }

  private replace(collection: string, object: Stored, isStatus: boolean): Stored {
    const known = this.known(collection, object.metadata.name);
    const { resourceVersion } = object.metadata;
    if (resourceVersion !== undefined && resourceVersion !== known.metadata.resourceVersion)
      throw new Refusal(409, 'Conflict');
    if (isStatus)
      return isDeepStrictEqual(object.status, known.status)
        ? known
        : this.store(collection, { ...known, status: object.status }, 'MODIFIED');
    const isOther = !isDeepStrictEqual(object.spec, known.spec);
    const metadata = {
      ...known.metadata,
      ...object.metadata,
      generation: (known.metadata.generation ?? 0) + (isOther ? 1 : 0),
    };
    const next = { ...object, metadata, ...(known.status !== undefined && { status: known.status }) };
    if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0)
      return this.remove(collection, next);
    return this.store(collection, next, 'MODIFIED');
  }

  private remove(collection: string, object: Stored): Stored {
    this.objects.get(collection)!.delete(object.metadata.name);
    return this.note(collection, object, 'DELETED');
  }

  private store(collection: string, object: Stored, type: Change['type']): Stored {
    const stored = this.note(collection, object, type);
    const all = this.objects.get(collection) ?? new Map<string, Stored>();
    this.objects.set(collection, all.set(object.metadata.name, stored));
    return stored;
  }

  private note(collection: string, object: Stored, type: Change['type']): Stored {
    const version = ++this.version;
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
    const change = { version, collection, type, object: stored };
    this.changes.push(change);
    if (!this.silent.has(collection)) for (const watcher of this.watchers) tell(watcher, change);
    return stored;
  }

  private known(collection: string, name: string): Stored {
    const object = this.objects.get(collection)?.get(name);
    if (object === undefined) throw new Refusal(404, 'NotFound');
    return object;
  }
}

function tell({ collection, response }: Watcher, change: Change): void {
  if (collection === change.collection)
    response.write(`${JSON.stringify({ type: change.type, object: change.object })}\n`);
}

function json(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
