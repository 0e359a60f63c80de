import type { OperatorFactory } from '../../model/operator.ts';

/**
 * Looks an address up in the host's geographic database and fills the GEO collection. False for what is no address, for an
 * unknown one, and where the host has no database.
 *
 * Argument: none. Result: no location.
 * Example: `SecRule REMOTE_ADDR "@geoLookup" "id:1,phase:1,chain,deny"`
 */
export const geoLookup: OperatorFactory = () => ({
  pure: false,
  evaluate: (value, context) => context.lookUpGeo(value),
});
