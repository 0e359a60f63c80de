/** A gRPC call, which may stream both ways for hours and ends with trailers. */
export function isGrpcType(contentType: string): boolean {
  return /^application\/grpc(?:[+;]|$)/i.test(contentType);
}
