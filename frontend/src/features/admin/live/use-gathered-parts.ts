import { useState } from 'react';
import type { Problem } from '../../../shared/api/openapi.gen.ts';

/** One service's part of a combined answer: its data, or why it is missing. */
interface Part<Data> {
  data?: Data;
  problem?: Problem;
}

interface Gathered<Parts> {
  data?: Parts | undefined;
  error?: unknown;
  isLoading: boolean;
  fulfilledTimeStamp?: number | undefined;
  refetch: () => unknown;
}

type DataOf<One> = One extends Part<infer Data> ? Data : never;

/**
 * Each part as a query of its own. A part that fails keeps its previous data and their age, and does not affect the
 * others.
 * @param names must be the same at every call
 */
export function useGatheredParts<Parts extends object, Name extends keyof Parts>(
  { data, error, isLoading, fulfilledTimeStamp: at, refetch }: Gathered<Parts>,
  names: readonly Name[],
) {
  interface Said {
    data: DataOf<Parts[Name]>;
    at: number | undefined;
  }
  const [seen, setSeen] = useState<{ at: number | undefined; said: ReadonlyMap<Name, Said> }>({
    at: undefined,
    said: new Map(),
  });
  let { said } = seen;
  if (data !== undefined && at !== seen.at) {
    const now = names.flatMap((name) => {
      const { data: own } = data[name] as Part<DataOf<Parts[Name]>>;
      return own === undefined ? [] : [[name, { data: own, at }] as const];
    });
    said = new Map([...said, ...now]);
    setSeen({ at, said });
  }
  return names.map((name) => {
    const { problem } = (data?.[name] ?? {}) as Part<unknown>;
    return {
      data: said.get(name)?.data,
      error: error ?? (problem && { status: problem.status, data: problem }),
      isLoading,
      fulfilledTimeStamp: said.get(name)?.at,
      refetch,
    };
  });
}
