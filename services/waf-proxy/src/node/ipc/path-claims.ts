/** Prefix of claims for paths: clients can cause any number of them, and losing one costs little. */
export const PATH_CLAIM = 'path:';
