/** A worker gets each socket under so many descriptors; it accepts as many connections per turn of its event loop. */
export const SOCKET_DESCRIPTORS = 4;
/** The standard three and the channel to the supervisor come before. */
const FIRST_FD = 4;

/** The descriptors under which a worker finds the sockets of its slot. */
export const INHERITED_SOCKETS = {
  httpFds: Array.from({ length: SOCKET_DESCRIPTORS }, (_, index) => FIRST_FD + index),
  httpsFds: Array.from({ length: SOCKET_DESCRIPTORS }, (_, index) => FIRST_FD + SOCKET_DESCRIPTORS + index),
} as const;
