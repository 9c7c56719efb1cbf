import { FaultError } from '../../../shared/fault.ts';
import type { SecretPlace, Secrets } from '../../../main/ports/secrets.ts';

/** What one computer keeps; it outlives restarts. */
export interface SecretsState {
  kept: { readonly key: string; readonly place: SecretPlace } | null;
  /** Whether the computer has a keyring. */
  hasKeyring: boolean;
  /** Whether what the keyring has cannot be read now: it is locked, or the profile was moved. */
  isLocked?: boolean;
}

/** Secrets in memory. */
export function createFakeSecrets(state: SecretsState = { kept: null, hasKeyring: true }): Secrets {
  let inMemory: string | null = null;
  return {
    hasKeyring: async () => state.hasKeyring,
    read: async () => {
      if (state.isLocked === true && inMemory === null && state.kept?.place === 'keyring')
        throw new FaultError({ kind: 'bad-request', detail: 'The key store of this computer cannot be read.' });
      return inMemory ?? state.kept?.key ?? null;
    },
    write: async (key, place) => {
      if (place === 'memory') {
        state.kept = null;
        inMemory = key;
        return place;
      }
      if (place === 'keyring' && !state.hasKeyring) {
        throw new FaultError({
          kind: 'bad-request',
          detail: 'This computer has no key store. Keep the key in a file.',
        });
      }
      const chosen = place ?? (state.hasKeyring ? 'keyring' : 'file');
      state.kept = { key, place: chosen };
      inMemory = null;
      return chosen;
    },
    remove: async () => {
      inMemory = null;
      state.kept = null;
    },
  };
}
