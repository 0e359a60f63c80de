import { WriteBatch } from '../io/write-batch.ts';

/** Gathers as a worker's does; a write that fails is the test's failure. */
export const writeBatch = (): WriteBatch =>
  new WriteBatch((error) => {
    throw error;
  });
