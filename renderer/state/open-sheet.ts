import { create } from 'zustand';

import type { AttentionItem, Fix } from '../../shared/features/attention/model.ts';
import { onRouteChange } from './navigation.ts';

/** What is asked before something is done about an item, or about several in the same way. */
export interface OpenSheet {
  readonly fix: Fix | 'compare-all';
  readonly items: readonly AttentionItem[];
}

/** The sheet that is open over the Attention screen; null when none is. */
export const useOpenSheet = create<{ readonly sheet: OpenSheet | null }>(() => ({ sheet: null }));

/** Opens a sheet. */
export function openSheet(sheet: OpenSheet): void {
  useOpenSheet.setState({ sheet });
}

/** Closes it. */
export function closeSheet(): void {
  useOpenSheet.setState({ sheet: null });
}

// Going to another place closes the sheet; nothing was done.
onRouteChange(closeSheet);
