// Runs before the first paint, so that a chosen theme does not flash in the other one first.
try {
  const theme = localStorage.getItem('roomd.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme is used.
}
