import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'roomd.theme';

/** The theme that was chosen; by default that of the system. It is applied before the first paint by public/theme.js. */
export const theme = signal<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system');

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  try {
    if (chosen === 'system') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export const nextTheme = (): void => chooseTheme(NEXT[theme.value]);
