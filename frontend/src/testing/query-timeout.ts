import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

configure({
  // Pages come in chunks of their own, and test machines are busy: the library itself waits for one second.
  asyncUtilTimeout: 20_000,
  // While it waits it looks again at every change, and would print the whole page each time. When it gives up it prints it once.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

/** The library says so to itself. If it no longer did, it would print as it always has. */
function isWaiting(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}
