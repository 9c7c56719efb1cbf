/** Where a secret is kept: the system's key store, a 0600 file in the data directory, or nowhere but in memory. */
export type SecretPlace = 'keyring' | 'file' | 'memory';

/** What this data directory signs in with: an API key, or what a sign-in gave, as one text. */
export interface Secrets {
  /** The secret, or null when there is none. @throws FaultError when the store cannot be read. */
  read(): Promise<string | null>;
  /**
   * Keeps the secret, instead of the one before. `place` null prefers the keyring and falls back to the file.
   * @returns where it went. @throws FaultError `bad-request` when the asked-for keyring is not there.
   */
  write(secret: string, place: SecretPlace | null): Promise<SecretPlace>;
  /** Forgets it everywhere. */
  remove(): Promise<void>;
  /** Whether this computer has a key store that answers. */
  hasKeyring(): Promise<boolean>;
}
