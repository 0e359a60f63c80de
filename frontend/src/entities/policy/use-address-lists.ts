import { useCallback } from 'react';
import { toProblem } from '../../shared/lib/problem.ts';
import { useLazyGetSitePolicyQuery, useUpdateSitePolicyMutation } from '../domain/domains-api.ts';
import { canonicalAddress } from './site-policy.ts';

export type AddressList = 'allowed_ips' | 'blocked_ips';
type Lists = Record<AddressList, readonly string[]>;

const same = (a: string, b: string) => (canonicalAddress(a) ?? a) === (canonicalAddress(b) ?? b);

/** The lists with the address on one of them, and on no other; without it where `list` is null. */
export function placed(
  lists: Lists,
  address: string,
  list: AddressList | null,
): Record<AddressList, string[]> {
  const on = (name: AddressList) => {
    const others = lists[name].filter((one) => !same(one, address));
    if (name !== list) return others;
    return others.length < lists[name].length ? [...lists[name]] : [...others, address];
  };
  return { allowed_ips: on('allowed_ips'), blocked_ips: on('blocked_ips') };
}

/** The list with the address; null: neither. */
export function listOf(lists: Lists, address: string): AddressList | null {
  if (lists.allowed_ips.some((one) => same(one, address))) return 'allowed_ips';
  return lists.blocked_ips.some((one) => same(one, address)) ? 'blocked_ips' : null;
}

/** Puts an address on a list of a domain's policy, on what is stored now; once more if somebody saved meanwhile. */
export function usePlaceAddress() {
  const [load] = useLazyGetSitePolicyQuery();
  const [update] = useUpdateSitePolicyMutation();
  return useCallback(
    /** @returns where it stood before */
    async (domainId: string, address: string, list: AddressList | null): Promise<AddressList | null> => {
      const put = async () => {
        const { policyConfig, version } = await load({ id: domainId }).unwrap();
        const sitePolicyUpdate = { policyConfig: placed(policyConfig, address, list), version };
        await update({ id: domainId, sitePolicyUpdate }).unwrap();
        return listOf(policyConfig, address);
      };
      try {
        return await put();
      } catch (failure) {
        if (toProblem(failure).code !== 'configuration_changed') throw failure;
        return await put();
      }
    },
    [load, update],
  );
}
