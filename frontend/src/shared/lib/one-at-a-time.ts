/** Where browsers have no Web Locks (not over TLS, or old), tabs do not wait for each other; a tab does for itself. */
let last: Promise<unknown> = Promise.resolve();

/** Does one thing after the other, in all tabs of the browser. */
export function oneAtATime<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, act) as Promise<T>;
  const turn = last.then(act);
  last = turn.catch(() => undefined);
  return turn;
}
