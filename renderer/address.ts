import { formatRoute, go, parseRoute, useNavigation } from './stores/navigation.ts';

/** Keeps the end of the address and the window's place the same, so that back, forward and reload work as everywhere. */
export function keepAddress(): void {
  go(parseRoute(window.location.hash));
  window.addEventListener('hashchange', () => go(parseRoute(window.location.hash)));
  useNavigation.subscribe(({ route }) => {
    const hash = formatRoute(route);
    if (formatRoute(parseRoute(window.location.hash)) !== hash) window.location.hash = hash;
  });
}
