import type { Caller } from '@palisade/nest-kit';

/** The requesting client, as the server itself knows it: addresses that a client claims are ignored. */
export interface ClientInfo {
  clientAddress: string;
  userAgent: string;
}

const MAX_AGENT = 500;

export const clientInfo = (caller: Caller, agent: string | undefined): ClientInfo => ({
  clientAddress: caller.kind === 'service' ? '' : caller.clientAddress,
  userAgent: (agent ?? '').slice(0, MAX_AGENT),
});
