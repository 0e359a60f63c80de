/** Replication slot for which the server keeps its log until it has been stored. */
export const WAL_SLOT = 'palisade_wal';
