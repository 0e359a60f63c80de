// Runs before the first paint, and before the page itself does. A file, because the policy forbids inline scripts.
(() => {
  const root = document.documentElement;
  const runs = () => 'running' in root.dataset;

  // What somebody does on a static page before it runs is done once it does. A form would otherwise be sent by the
  // browser itself; a press of a button would be lost.
  const MAX_EARLY_ACTIONS = 20;
  const PRESSED =
    'button, input[type="checkbox"], input[type="radio"], [role="checkbox"], [role="radio"], [role="switch"]';
  const early = [];
  const keep = (element, act) => {
    if (early.length < MAX_EARLY_ACTIONS) early.push({ element, act });
  };
  document.addEventListener(
    'submit',
    (event) => {
      if (runs()) return;
      event.preventDefault();
      const { target: form, submitter } = event;
      keep(form, () => form.requestSubmit(submitter));
    },
    true,
  );
  document.addEventListener(
    'click',
    (event) => {
      if (runs()) return;
      const control = event.target.closest(PRESSED);
      // A button that sends its form is told by the form.
      if (control === null || (control.type === 'submit' && control.form !== null)) return;
      // The browser would turn a box itself, without the page hearing of it.
      event.preventDefault();
      keep(control, () => control.click());
    },
    true,
  );
  new MutationObserver((_, observer) => {
    observer.disconnect();
    // What the page has replaced is no longer what they acted on.
    for (const { element, act } of early.splice(0)) if (element.isConnected) act();
  }).observe(root, { attributeFilter: ['data-running'] });

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
