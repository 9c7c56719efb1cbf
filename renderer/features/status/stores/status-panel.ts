import { create } from 'zustand';

import { onRouteChange } from '../../../state/navigation.ts';

/** Whether the panel with more about the status is open. */
export const usePanel = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens or closes it. */
export function openPanel(isOpen: boolean): void {
  usePanel.setState({ isOpen });
}

// Going to another place closes the panel.
onRouteChange(() => openPanel(false));
