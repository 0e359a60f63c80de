import { create, type DescService, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import type { MethodDefinition } from '@grpc/grpc-js';

/** The service that answers a contract, which its package names: `palisade.auth.v1` is auth's. */
export function ownerOf({ typeName }: DescService): string {
  const [, owner] = typeName.split('.');
  if (owner === undefined) throw new Error(`${typeName} does not say whose it is`);
  return owner;
}

/** gRPC's view of services whose messages were generated from proto/: one source of types on both ends. */
export function packageDefinition(
  ...services: readonly DescService[]
): Record<string, Record<string, MethodDefinition<object, object>>> {
  return Object.fromEntries(services.map((service) => [service.typeName, serviceDefinition(service)]));
}

/** Method definitions by name, as grpc-js wants them. Only unary calls are in use. */
export function serviceDefinition(service: DescService): Record<string, MethodDefinition<object, object>> {
  return Object.fromEntries(
    service.methods.map((method) => {
      if (method.methodKind !== 'unary') {
        throw new Error(`${service.typeName}.${method.name}: only unary methods are supported`);
      }
      const codec = (schema: typeof method.input) => ({
        serialize: (value: object) =>
          Buffer.from(toBinary(schema, create(schema, value as MessageInitShape<typeof schema>))),
        deserialize: (bytes: Buffer): object => fromBinary(schema, bytes),
      });
      const input = codec(method.input);
      const output = codec(method.output);
      return [
        method.name,
        {
          path: `/${service.typeName}/${method.name}`,
          requestStream: false,
          responseStream: false,
          requestSerialize: input.serialize,
          requestDeserialize: input.deserialize,
          responseSerialize: output.serialize,
          responseDeserialize: output.deserialize,
          originalName: method.localName,
        },
      ];
    }),
  );
}
