import type { OperatorFactory } from '../../model/operator.ts';

/**
 * Matches every value.
 *
 * Argument: none. Result: no location. Example: `SecRule REMOTE_ADDR "@unconditionalMatch" "id:1,phase:1,pass,log"`
 */
export const unconditionalMatch: OperatorFactory = () => ({ pure: true, evaluate: () => true });

/**
 * Matches no value.
 *
 * Argument: none. Example: `SecRule REMOTE_ADDR "@noMatch" "id:1,phase:1,pass"`
 */
export const noMatch: OperatorFactory = () => ({ pure: true, evaluate: () => false });

/**
 * Looks the value up in a DNS block list. Switched off: a rule set with this operator compiles, and it never matches, because
 * the engine does no I/O and a request must not wait for somebody's name server.
 *
 * Argument: the list's domain; it is not used. Example: `SecRule REMOTE_ADDR "@rbl sbl-xbl.spamhaus.org" "id:1,phase:1,deny"`
 */
export const rbl: OperatorFactory = () => ({ pure: false, evaluate: () => false });
