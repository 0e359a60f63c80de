import type { Caller } from '@palisade/nest-kit';

/** Whose request it is, as far as we know it ourselves: what a client says about its address is ignored. */
export interface ClientInfo {
  clientAddress: string;
  userAgent: string;
}

const MAX_AGENT = 500;

export const clientInfo = (caller: Caller, agent: string | undefined): ClientInfo => ({
  clientAddress: caller.kind === 'service' ? '' : caller.clientAddress,
  userAgent: (agent ?? '').slice(0, MAX_AGENT),
});
