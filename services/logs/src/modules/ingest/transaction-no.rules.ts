/** More than a transaction's maximum number of chunks: each transaction has a range of numbers of its own. */
export const NUMBERS_OF_TRANSACTION = 2 ** 20;

/** The transaction that has stored a chunk. */
export const transactionOf = (chunkNo: string): number =>
  Math.floor(Number(chunkNo) / NUMBERS_OF_TRANSACTION);
