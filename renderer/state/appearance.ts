import { create } from 'zustand';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** How the window looks. Kept by the browser, because it belongs to this screen and not to the engine. */
export const useAppearance = create<{ readonly theme: Theme; readonly density: Density }>(() => ({
  theme: one(THEMES, read('theme')),
  density: one(DENSITIES, read('density')),
}));

useAppearance.subscribe(apply);
apply(useAppearance.getState());

/** Chooses colours. */
export function setTheme(theme: Theme): void {
  write('theme', theme);
  useAppearance.setState({ theme });
}

/** Chooses how close lines stand. */
export function setDensity(density: Density): void {
  write('density', density);
  useAppearance.setState({ density });
}

function apply({ theme, density }: { readonly theme: Theme; readonly density: Density }): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['density'] = density;
}

function one<V extends string>(values: readonly [V, ...V[]], kept: string | null): V {
  return values.find(value => value === kept) ?? values[0];
}

/** A browser may keep nothing; then the window looks as usual. */
function read(name: string): string | null {
  try {
    return window.localStorage.getItem(`benchtop.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    window.localStorage.setItem(`benchtop.${name}`, value);
  } catch {
    // It holds as long as this window is open.
  }
}
