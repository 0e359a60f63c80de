import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import {
  type ClientUnaryCall,
  Metadata,
  makeGenericClientConstructor,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { DomainError, type ErrorKind } from '../errors/domain-error.ts';
import { IDENTITY_HEADER } from '../identity/identity.ts';
import type { InternalTokenSigner } from '../identity/internal-tokens.ts';
import { inSpan, type OpenSpan } from '../tracing/spans.ts';
import { currentTraceparent } from '../tracing/trace-scope.ts';
import type { InternalChannel } from './channel.ts';
import { ownerOf, serviceDefinition } from './definitions.ts';
import { rpcSpan, TRACEPARENT } from './trace.interceptor.ts';

/** Another service's methods as promises, typed by its contract. */
export type GrpcClient<Service extends DescService> = {
  [Name in keyof Service['method']]: Service['method'][Name] extends DescMethodUnary<infer In, infer Out>
    ? (request: MessageInitShape<In>, options?: GrpcCallOptions) => Promise<MessageShape<Out>>
    : never;
} & { close(): void };

export interface GrpcCallOptions {
  /** Milliseconds until a call is given up: of one call, or of all that name none. */
  timeout?: number;
}

export interface GrpcClientOptions extends GrpcCallOptions {
  /** host:port */
  address: string;
  signer: InternalTokenSigner;
  channel: InternalChannel;
}

type UnaryCall = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: unknown) => void,
) => Pick<ClientUnaryCall, 'cancel'>;

const TIMEOUT_MS = 3_000;
/** Time is counted in rounds of the event loop: while this process stood still, it has not waited for anybody. */
const ROUND_MS = 100;
/** The deadline sent to the other side, which may have stalled as well. */
const MAX_PAUSE_MS = 10_000;

/** How another service's refusal looks to ours. What is not here is that service's failure, and so "unavailable". */
const KIND_BY_STATUS: Readonly<Partial<Record<status, ErrorKind>>> = {
  [status.INVALID_ARGUMENT]: 'invalid',
  [status.NOT_FOUND]: 'not_found',
  [status.ALREADY_EXISTS]: 'conflict',
  [status.PERMISSION_DENIED]: 'forbidden',
  [status.RESOURCE_EXHAUSTED]: 'too_many',
  [status.FAILED_PRECONDITION]: 'payment_required',
};

/**
 * A client of another service. Each call carries a fresh service token.
 * @throws DomainError, with the other service's code and detail where it refused, else `service_unavailable`
 */
export function grpcClient<Service extends DescService>(
  service: Service,
  options: GrpcClientOptions,
): GrpcClient<Service> {
  const definition = serviceDefinition(service);
  const Client = makeGenericClientConstructor(definition as never, service.name);
  const client = new Client(options.address, options.channel.toward(ownerOf(service)), {
    // The address may be an IP, which TLS does not take for a name.
    'grpc.ssl_target_name_override': `${ownerOf(service)}.palisade.internal`,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
  const tokens = new ServiceTokenCache(options.signer, ownerOf(service));
  const methods = service.methods.map((method) => {
    const call = (client as unknown as Record<string, UnaryCall>)[method.name]?.bind(client);
    if (!call) {
      throw new Error(`${service.typeName} has no method ${method.name}`);
    }
    const span = rpcSpan('client', `${service.typeName}/${method.name}`);
    const invoke = async (
      request: unknown,
      { timeout = options.timeout }: GrpcCallOptions,
      open: OpenSpan | null,
    ): Promise<unknown> => {
      const metadata = new Metadata({ waitForReady: false });
      metadata.set(IDENTITY_HEADER, await tokens.get());
      const traceparent = currentTraceparent();
      if (traceparent !== undefined) metadata.set(TRACEPARENT, traceparent);
      return new Promise((resolve, reject) => {
        let remainingMs = timeout ?? TIMEOUT_MS;
        const deadline = Date.now() + remainingMs + MAX_PAUSE_MS;
        const rounds = setInterval(() => {
          remainingMs -= ROUND_MS;
          if (remainingMs <= 0) underWay.cancel();
        }, ROUND_MS);
        const underWay = call(request, metadata, { deadline }, (error, response) => {
          clearInterval(rounds);
          open?.set({ 'rpc.response.status_code': status[error?.code ?? status.OK] });
          if (error) reject(toDomainError(error, service.typeName));
          else resolve(response);
        });
      });
    };
    const ask = (request: unknown, call: GrpcCallOptions = {}) =>
      inSpan(span, (open) => invoke(request, call, open));
    return [method.localName, ask] as const;
  });
  return { ...Object.fromEntries(methods), close: () => client.close() } as GrpcClient<Service>;
}

function toDomainError(error: ServiceError, service: string): DomainError {
  const kind = KIND_BY_STATUS[error.code];
  if (kind === undefined) {
    const detail = 'Part of the service is not available right now. Please try again.';
    return new DomainError('unavailable', 'service_unavailable', detail, {
      cause: new Error(`${service}: ${error.message}`),
    });
  }
  const code = error.metadata.get('code')[0];
  return new DomainError(kind, typeof code === 'string' ? code : kind, error.details, { cause: error });
}

/** Signing costs more than the call; a token serves for half of its life. */
class ServiceTokenCache {
  private token: Promise<string> | null = null;
  private renewAt = 0;

  constructor(
    private readonly signer: InternalTokenSigner,
    private readonly audience: string,
  ) {}

  get(): Promise<string> {
    const now = Date.now();
    if (this.token === null || now >= this.renewAt) {
      this.token = this.signer.sign({ kind: 'service' }, this.audience);
      this.renewAt = now + 30_000;
    }
    return this.token;
  }
}
