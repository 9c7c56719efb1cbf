/** Where a key is kept: the system's key store, or a 0600 file in the data directory. */
export type SecretPlace = 'keyring' | 'file';

/** The API key of this data directory. */
export interface Secrets {
  /** The key, or null when there is none. @throws FaultError when the store cannot be read. */
  read(): Promise<string | null>;
  /**
   * Keeps the key. `place` null prefers the keyring and falls back to the file.
   * @returns where it went. @throws FaultError `bad-request` when the asked-for keyring is not there.
   */
  write(key: string, place: SecretPlace | null): Promise<SecretPlace>;
  /** Forgets the key everywhere. */
  remove(): Promise<void>;
}
