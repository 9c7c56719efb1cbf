import { create } from 'zustand';

import { engine } from '../../../state/engine.ts';

/** Whether anything was sent from this computer since the window opened, or as the last thing before. */
export const useLatestActivity = create<{ readonly hasSent: boolean }>(() => ({ hasSent: false }));

engine.on('activity.latest', entry => {
  if (entry?.verb === 'sent') useLatestActivity.setState({ hasSent: true });
});
