import { SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';

/** Who looked counts as looking for ninety seconds. */
const AGAIN_MS = 60 * SECOND;

/** Says that somebody looks at chat, for as long as they do and the window is not away. Returns what ends it. */
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

/** Whether nobody can see the window. */
export function isAway(): boolean {
  return document.visibilityState === 'hidden';
}
