/** Claims of paths begin so: strangers make up as many as they like, and being wrong about one costs little. */
export const PATH_CLAIM = 'path:';
