/** Descriptors per socket; a worker accepts one connection per descriptor and turn of its event loop. */
export const SOCKET_DESCRIPTORS = 4;
/** After standard input, output and error, and the channel to the supervisor. */
const FIRST_FD = 4;

/** Descriptors of a worker's sockets. */
export const INHERITED_SOCKETS = {
  httpFds: Array.from({ length: SOCKET_DESCRIPTORS }, (_, index) => FIRST_FD + index),
  httpsFds: Array.from({ length: SOCKET_DESCRIPTORS }, (_, index) => FIRST_FD + SOCKET_DESCRIPTORS + index),
} as const;
