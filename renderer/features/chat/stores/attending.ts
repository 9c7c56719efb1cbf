import { SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';

/** Who looked counts as looking for ninety seconds. */
const AGAIN_MS = 60 * SECOND;

/** Says that chat is shown, until it is closed or the window is hidden. Returns what ends it. */
export function attendChat(): () => void {
  const attend = () => {
    if (!isAway()) engine.call('chat.attend', null).catch(() => undefined);
  };
  attend();
  const timer = setInterval(attend, AGAIN_MS);
  document.addEventListener('visibilitychange', attend);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', attend);
  };
}

/** Whether the window is hidden. */
export function isAway(): boolean {
  return document.visibilityState === 'hidden';
}
