/**
 * Where a secret is stored: in the system's key store, in a file with mode 0600 in the data directory, or in memory
 * only.
 */
export type SecretPlace = 'keyring' | 'file' | 'memory';

/** The secret that this data directory signs in with: an API key, or the tokens of a sign-in, as one text. */
export interface Secrets {
  /** The secret; null when there is none. @throws FaultError when the key store cannot be read. */
  read(): Promise<string | null>;
  /**
   * Stores the secret in place of the earlier one. `place` null prefers the keyring and falls back to the file.
   * @returns where it was stored. @throws FaultError `bad-request` when the requested keyring is missing.
   */
  write(secret: string, place: SecretPlace | null): Promise<SecretPlace>;
  /** Removes the secret from all places. */
  remove(): Promise<void>;
  /** Whether this computer has a key store that responds. */
  hasKeyring(): Promise<boolean>;
}
