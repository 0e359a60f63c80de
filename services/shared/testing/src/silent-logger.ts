/** For what logs beside what is tested. */
export const silentLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };
