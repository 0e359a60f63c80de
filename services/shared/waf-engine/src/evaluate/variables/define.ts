import type { ByteString } from '../../model/api.ts';
import type { Entry } from '../../model/entry.ts';
import type { CollectionVariable, ScalarVariable } from '../../model/variable.ts';
import type { TransactionState } from '../state/state.ts';

type Read<Value> = (state: TransactionState) => Value;

export const fixed = (read: Read<ByteString | null>): ScalarVariable => ({
  kind: 'scalar',
  stability: 'fixed',
  read,
});

export const volatile = (read: Read<ByteString | null>): ScalarVariable => ({
  kind: 'scalar',
  stability: 'volatile',
  read,
});

export const collection = (
  entries: Read<readonly Entry[]>,
  lookup?: (state: TransactionState, lowerKey: ByteString) => readonly Entry[],
): CollectionVariable => ({
  kind: 'collection',
  stability: 'fixed',
  entries,
  ...(lookup === undefined ? {} : { lookup }),
});

export const volatileCollection = (
  entries: Read<readonly Entry[]>,
  lookup?: (state: TransactionState, lowerKey: ByteString) => readonly Entry[],
): CollectionVariable => ({
  kind: 'collection',
  stability: 'volatile',
  entries,
  ...(lookup === undefined ? {} : { lookup }),
});

export const flag = (read: Read<boolean>): ScalarVariable => fixed((state) => (read(state) ? '1' : '0'));
export const count = (read: Read<number>): ScalarVariable => fixed((state) => String(read(state)));
