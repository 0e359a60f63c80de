/** More than a transaction has chunks: the numbers of one lie side by side, and no other's among them. */
export const NUMBERS_OF_TRANSACTION = 2 ** 20;

/** Which transaction has stored a chunk. */
export const transactionOf = (chunkNo: string): number =>
  Math.floor(Number(chunkNo) / NUMBERS_OF_TRANSACTION);
