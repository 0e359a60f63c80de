import type { ApiClient } from '../api-client.ts';
import type { Actor } from './actors.ts';
import type { World } from './world.ts';

/** What a call needs besides its route. Made anew for every actor, so that one actor's success is not another's 404. */
export interface Call {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Calls as this one, where the call ends what the actor has: see `World.newcomer`. */
  as?: ApiClient;
}

export type MakeCall = (world: World, actor: Actor) => Call | Promise<Call>;

/** The status that each actor must get. */
export interface Entry extends Readonly<Record<Actor, number>> {
  call?: MakeCall;
  /** Public facts about an owner, as the operator configures. */
  tells?: readonly string[];
}

const SIGNED_OUT = { anonymous: 401, deactivated: 401 } as const;

/** No sign-in needed; an invalid token is treated as none. */
export const everyone = (status: number, call?: MakeCall): Entry => ({
  anonymous: status,
  deactivated: status,
  stranger: status,
  admin: status,
  owner: status,
  call,
});

/** Every signed-in user, about what is their own: the test sees to it that nothing of the owner's is in the answers. */
export const eachTheirOwn = (status: number, call?: MakeCall): Entry => ({
  ...SIGNED_OUT,
  stranger: status,
  admin: status,
  owner: status,
  call,
});

/** One object of the owner's: for everybody else, administrators too, it does not exist. */
export const ownerOnly = (status: number, call: MakeCall): Entry => ({
  ...SIGNED_OUT,
  stranger: 404,
  admin: 404,
  owner: status,
  call,
});

export const adminOnly = (status: number, call?: MakeCall): Entry => ({
  ...SIGNED_OUT,
  stranger: 403,
  owner: 403,
  admin: status,
  call,
});
