import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { FaultError } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import type { SecretPlace, Secrets } from '../../ports/secrets.ts';
import { codeOf } from '../disk/system-error.ts';
import { flushFile, flushFolder } from '../disk/flush.ts';
import { truePath } from '../true-path.ts';

/** The system's key store, as keytar offers it. */
export interface Keyring {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const SERVICE = 'benchtop';
/** A key store may ask the person to unlock it; without a person at the computer, that question is never answered. */
const PATIENCE_MS = 30 * SECOND;

/** What `DIR/credentials` says: the key itself, or that the keyring has it. */
type Note = { readonly place: 'keyring' } | { readonly place: 'file'; readonly key: string };

/**
 * Keeps the key of a data directory in the system's key store, under that directory's path, or in `DIR/credentials`
 * (0600). The file also says which of the two it is, so that without a key the key store is never asked. A key that is
 * to be kept nowhere lives in this process only, and takes the place of one that was kept before.
 */
export function createSecrets(dataDirectory: string, loadKeyring: () => Promise<Keyring> = keytar): Secrets {
  const path = join(dataDirectory, 'credentials');
  const ask = <T>(question: (keyring: Keyring) => Promise<T>): Promise<T> => impatient(loadKeyring().then(question));
  const store = accountsIn(dataDirectory, ask);
  let inMemory: string | null = null;
  const removeKept = async (): Promise<void> => {
    const where = mayBeInKeyring(path);
    const dropped = where === 'no' ? Promise.resolve() : store.drop();
    await dropped.catch((thrown: unknown) => {
      if (where === 'yes') throw keyringFault(KEPT_ON, thrown);
    });
    rmSync(path, { force: true });
  };
  return {
    hasKeyring: () =>
      store.get().then(
        () => true,
        () => false,
      ),
    read: async () => {
      if (inMemory !== null) return inMemory;
      const note = readNote(path);
      if (note === null || note.place === 'file') return note?.key ?? null;
      return await store.get().catch((thrown: unknown) => {
        throw keyringFault('The key store of this computer cannot be read. Unlock it, or sign in again.', thrown);
      });
    },
    write: async (key, place) => {
      if (place === 'memory') {
        await removeKept();
        inMemory = key;
        return place;
      }
      const chosen = place === 'file' ? 'file' : await tryKeyring(() => store.set(key), place);
      if (chosen === 'file' && mayBeInKeyring(path) !== 'no') await store.drop().catch(() => undefined);
      await writeNote(dataDirectory, chosen === 'file' ? { place: 'file', key } : { place: 'keyring' });
      inMemory = null;
      return chosen;
    },
    remove: async () => {
      inMemory = null;
      await removeKept();
    },
  };
}

interface KeyStore {
  get(): Promise<string | null>;
  set(key: string): Promise<void>;
  drop(): Promise<void>;
}

/** The directory's account in the key store: its true path. Earlier versions took the path as it was typed. */
function accountsIn(
  dataDirectory: string,
  ask: <T>(question: (keyring: Keyring) => Promise<T>) => Promise<T>,
): KeyStore {
  const account = truePath(dataDirectory);
  const former = dataDirectory === account ? null : dataDirectory;
  return {
    get: () =>
      ask(async keyring => {
        const key = await keyring.getPassword(SERVICE, account);
        return key ?? (former === null ? null : await keyring.getPassword(SERVICE, former));
      }),
    set: key =>
      ask(async keyring => {
        await keyring.setPassword(SERVICE, account, key);
        if (former !== null) await keyring.deletePassword(SERVICE, former);
      }),
    drop: () =>
      ask(async keyring => {
        await keyring.deletePassword(SERVICE, account);
        if (former !== null) await keyring.deletePassword(SERVICE, former);
      }),
  };
}

const KEPT_ON = 'The key could not be removed from the key store of this computer. Unlock it and try again.';

/** A damaged file does not say; then the keyring is tried, and not being there is no harm. */
function mayBeInKeyring(path: string): 'yes' | 'no' | 'unknown' {
  try {
    return readNote(path)?.place === 'keyring' ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

async function tryKeyring(keep: () => Promise<void>, place: SecretPlace | null): Promise<SecretPlace> {
  try {
    await keep();
    return 'keyring';
  } catch (thrown) {
    if (place === null) return 'file';
    throw keyringFault(
      'This computer has no key store that Benchtop can use. Keep the key in a file instead (--store file).',
      thrown,
    );
  }
}

/** Loaded only when needed: its library needs libsecret, which servers often lack. */
async function keytar(): Promise<Keyring> {
  const { default: loaded } = await import('keytar');
  return loaded;
}

function impatient<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The key store did not answer')), PATIENCE_MS);
    timer.unref();
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function keyringFault(detail: string, cause: unknown): FaultError {
  return new FaultError({ kind: 'bad-request', detail }, { cause });
}

function readNote(path: string): Note | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw new FaultError({ kind: 'disk-refused', path, code: codeOf(thrown) ?? 'EIO' }, { cause: thrown });
  }
  const note = noteIn(text);
  if (note !== null) return note;
  throw keyringFault(`“${path}” is damaged. Sign in again to write it anew.`, null);
}

function noteIn(text: string): Note | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('place' in value)) return null;
    if (value.place === 'keyring') return { place: 'keyring' };
    const isKey = value.place === 'file' && 'key' in value && typeof value.key === 'string';
    return isKey ? { place: 'file', key: (value as { key: string }).key } : null;
  } catch {
    return null;
  }
}

async function writeNote(dataDirectory: string, note: Note): Promise<void> {
  const path = join(dataDirectory, 'credentials');
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    rmSync(`${path}.new`, { force: true });
    const file = openSync(`${path}.new`, 'wx', 0o600);
    try {
      writeSync(file, `${JSON.stringify({ v: 1, ...note })}\n`);
      await flushFile(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
    await flushFolder(dataDirectory);
  } catch (thrown) {
    throw new FaultError({ kind: 'disk-refused', path, code: codeOf(thrown) ?? 'EIO' }, { cause: thrown });
  }
}
