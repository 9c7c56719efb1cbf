import { formatRoute, goTo, parseRoute, useNavigation } from './state/navigation.ts';

/**
 * Keeps the end of the address and the window's place the same, so that back, forward and reload work as everywhere.
 * Returns what ends it.
 */
export function keepAddress(): () => void {
  follow();
  window.addEventListener('hashchange', follow);
  const leave = useNavigation.subscribe(({ route }) => {
    const hash = formatRoute(route);
    if (formatRoute(parseRoute(window.location.hash)) !== hash) window.location.hash = hash;
  });
  return () => {
    window.removeEventListener('hashchange', follow);
    leave();
  };
}

/** Goes where the address says. What stands in it for once only, such as an invitation, does not stay there. */
function follow(): void {
  const route = parseRoute(window.location.hash);
  const hash = formatRoute(route);
  if (route.screen === 'account' && window.location.hash !== hash) window.history.replaceState(null, '', hash);
  goTo(route);
}
