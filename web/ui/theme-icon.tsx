import type { Theme } from './theme.ts';

const SHAPES: Record<Theme, string> = {
  system: 'M8 2a6 6 0 1 0 0 12z',
  light:
    'M8 4.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7M8 .5v2M8 13.5v2M.5 8h2M13.5 8h2M2.7 2.7l1.4 1.4M11.9 11.9l1.4 1.4M13.3 2.7l-1.4 1.4M4.1 11.9l-1.4 1.4',
  dark: 'M13.5 9.5A6 6 0 1 1 6.5 2.5a5 5 0 0 0 7 7z',
};

/** The theme in use as a sign: half and half where it follows the system. */
export function ThemeIcon({ theme }: { theme: Theme }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {theme === 'system' && <circle cx="8" cy="8" r="6" class="outline" />}
      <path d={SHAPES[theme]} class={theme === 'system' ? 'filled' : 'outline'} />
    </svg>
  );
}
