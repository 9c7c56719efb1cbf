import { toNamespacedPath } from 'node:path';

/** SPEC: learn.microsoft.com, "CreateFileW". */
const ACCESS = { r: 0x80000000, w: 0xc0000000 } as const;
const SHARING = { r: 1, w: 2, d: 4 } as const;
const OPEN_EXISTING = 3;
const FAILED = -1;

/**
 * Opens a file as other programs of Windows do; Node's own handles forbid others nothing.
 * @param sharing what others may do while it is open: letters of `r` (read), `w` (write), `d` (rename, replace, remove).
 * @returns what closes it. @throws Error when it cannot be opened so.
 */
export async function openSharing(
  path: string,
  access: 'r' | 'w',
  sharing: '' | 'r' | 'rw' | 'rwd',
): Promise<() => void> {
  // It has a build for Windows alone.
  const { default: koffi } = await import('koffi');
  const kernel = koffi.load('kernel32.dll');
  const form = 'str16 path, uint32 access, uint32 sharing, void *none, uint32 how, uint32 flags, intptr_t no';
  const open = kernel.func(`intptr_t __stdcall CreateFileW(${form})`);
  const close = kernel.func('bool __stdcall CloseHandle(intptr_t handle)');
  const allowed = [...sharing].reduce((bits, letter) => bits | SHARING[letter as keyof typeof SHARING], 0);
  const handle: unknown = open(toNamespacedPath(path), ACCESS[access], allowed, null, OPEN_EXISTING, 0, 0);
  if (handle === FAILED) throw new Error(`${path} could not be opened`);
  return () => void close(handle);
}
