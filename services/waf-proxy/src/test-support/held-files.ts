/** Variable that names a file: while it is there, no worker begins; one that waits writes its id into it. */
export const HELD_WORKERS = 'TEST_HELD_WORKERS';
/** Variable that names a file: while it is there, a request with `hang:held` computes. */
export const HELD_REQUESTS = 'TEST_HELD_REQUESTS';
/** Variable that names a file: while it is there, no process can be started. */
export const NO_FORKS = 'TEST_NO_FORKS';
