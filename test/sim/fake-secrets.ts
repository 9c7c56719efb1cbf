import { FaultError } from '../../shared/fault.ts';
import type { SecretPlace, Secrets } from '../../main/ports/secrets.ts';

/** What one computer keeps; it outlives restarts. */
export interface SecretsState {
  kept: { readonly key: string; readonly place: SecretPlace } | null;
  /** Whether the computer has a keyring. */
  hasKeyring: boolean;
}

/** Secrets in memory. */
export function createFakeSecrets(state: SecretsState = { kept: null, hasKeyring: true }): Secrets {
  return {
    read: async () => state.kept?.key ?? null,
    write: async (key, place) => {
      if (place === 'keyring' && !state.hasKeyring) {
        throw new FaultError({
          kind: 'bad-request',
          detail: 'This computer has no key store. Keep the key in a file.',
        });
      }
      const chosen = place ?? (state.hasKeyring ? 'keyring' : 'file');
      state.kept = { key, place: chosen };
      return chosen;
    },
    remove: async () => {
      state.kept = null;
    },
  };
}
