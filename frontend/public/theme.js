// Runs before the first paint. An explicit choice is kept under "theme"; without one the system decides, by CSS.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system's colour scheme holds.
  }
})();
