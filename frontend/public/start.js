// Runs before the first paint, and before the page itself does. A file, because the policy forbids inline scripts.
(() => {
  const root = document.documentElement;
  // A form of a static page would be sent by the browser itself, with what was typed in the address.
  document.addEventListener(
    'submit',
    (event) => {
      if (!('running' in root.dataset)) event.preventDefault();
    },
    true,
  );
  try {
    // An explicit choice of theme is kept; without one the system decides, by CSS.
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    // Static pages are those of a stranger: what somebody signed in does not see stays blank until the page runs.
    if (localStorage.getItem('token') !== null) root.dataset.session = 'stored';
  } catch {
    // Storage may be forbidden; then the system's colour scheme holds, and nobody is signed in.
  }
})();
