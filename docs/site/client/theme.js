// Runs before the first paint. A choice of theme is shared with the rest of the product; without one the system decides.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden.
}
