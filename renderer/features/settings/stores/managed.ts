import { create } from 'zustand';

import type { ManagedInfo } from '../../../../shared/features/settings/managed-model.ts';
import { engine } from '../../../state/engine.ts';

/** What an administrator laid down for this computer; null before it was asked. */
export const useManaged = create<{ readonly managed: ManagedInfo | null }>(() => ({ managed: null }));

/** Asks for it. It stays as it is while Benchtop runs. */
export async function readManaged(): Promise<void> {
  const managed = await engine.call('managed.get', null).catch(() => null);
  if (managed !== null) useManaged.setState({ managed });
}
