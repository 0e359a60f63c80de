/** The server keeps its log for whom this replication slot names, until it is told that it has been stored. */
export const WAL_SLOT = 'palisade_wal';
