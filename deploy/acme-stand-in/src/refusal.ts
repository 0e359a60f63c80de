/** An error document of the protocol (RFC 8555, 6.7). */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly type: string,
    detail: string,
  ) {
    super(detail);
  }

  get document() {
    return { type: `urn:ietf:params:acme:error:${this.type}`, detail: this.message, status: this.status };
  }
}
