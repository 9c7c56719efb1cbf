import { toNamespacedPath } from 'node:path';

/** What only Windows knows of files, and Node does not ask it for. Paths are absolute. */
export interface WindowsFiles {
  /** Whether another program has a file open for writing. False when it is gone. */
  isBeingWritten(path: string): boolean;
  /** Whether another program has a file or a folder open so that it can be neither renamed nor replaced. False when it is gone. */
  isHeld(path: string): boolean;
  /** What a person or a program gave a file, as bits: read only, hidden, of the system, not indexed; null when it is gone. */
  given(path: string): number | null;
  /** Gives it these, and takes the others of them away; nothing is said when that cannot be. */
  give(path: string, given: number): void;
  /**
   * Puts a file in the place of another one, which keeps what belongs to it besides its bytes: attributes, permissions,
   * streams, the time when it was made. @returns whether it was done; else nothing was changed.
   */
  replace(target: string, staged: string): boolean;
}

/** The part of Windows that is asked. */
interface Kernel {
  CreateFileW(
    path: string,
    access: number,
    sharing: number,
    none: null,
    how: number,
    flags: number,
    no: number,
  ): number;
  CloseHandle(handle: number): boolean;
  GetLastError(): number;
  GetFileAttributesW(path: string): number;
  SetFileAttributesW(path: string, attributes: number): boolean;
  ReplaceFileW(target: string, staged: string, backup: null, flags: number, none: null, no: null): boolean;
}

/** SPEC: learn.microsoft.com, "File Access Rights Constants", "CreateFileW", "System Error Codes", "File Attribute Constants". */
const GENERIC_READ = 0x80000000;
const DELETE = 0x00010000;
const SHARE_READ_AND_DELETE = 1 | 4;
const SHARE_ALL = 7;
const OPEN_EXISTING = 3;
/** A folder can be opened, too; and a link itself, not what it leads to. */
const AS_IT_IS = 0x02000000 | 0x00200000;
const FAILED = -1;
const SHARING_VIOLATION = 32;
const LOCK_VIOLATION = 33;
const NO_ATTRIBUTES = 0xffffffff;
/** The bit of a file that may not be written to. */
export const READ_ONLY = 1;
const GIVEN = READ_ONLY | 2 | 4 | 0x2000;

let loading: Promise<WindowsFiles | null> | null = null;

/** Null on every other system, and where the library that asks Windows has no build. Loaded when first asked. */
export function windowsFiles(): Promise<WindowsFiles | null> {
  loading ??= process.platform === 'win32' ? load() : Promise.resolve(null);
  return loading;
}

async function load(): Promise<WindowsFiles | null> {
  try {
    const { default: koffi } = await import('koffi');
    const library = koffi.load('kernel32.dll');
    // What such a call takes and gives is what its text says.
    const call = (form: string): never => library.func(form) as never;
    return filesOf({
      CreateFileW: call(
        'intptr_t __stdcall CreateFileW(str16 path, uint32 access, uint32 sharing, void *none, uint32 how, uint32 flags, intptr_t no)',
      ),
      CloseHandle: call('bool __stdcall CloseHandle(intptr_t handle)'),
      GetLastError: call('uint32 __stdcall GetLastError()'),
      GetFileAttributesW: call('uint32 __stdcall GetFileAttributesW(str16 path)'),
      SetFileAttributesW: call('bool __stdcall SetFileAttributesW(str16 path, uint32 attributes)'),
      ReplaceFileW: call(
        'bool __stdcall ReplaceFileW(str16 target, str16 staged, str16 backup, uint32 flags, void *none, void *no)',
      ),
    });
  } catch {
    // No build for this system: then what it refuses is found out by trying.
    return null;
  }
}

function filesOf(windows: Kernel): WindowsFiles {
  /** Whether the system says that another program's handle forbids to open a file so. */
  const isForbidden = (path: string, access: number, sharing: number): boolean => {
    const handle = windows.CreateFileW(toNamespacedPath(path), access, sharing, null, OPEN_EXISTING, AS_IT_IS, 0);
    const error = handle === FAILED ? windows.GetLastError() : 0;
    if (handle !== FAILED) windows.CloseHandle(handle);
    return error === SHARING_VIOLATION || error === LOCK_VIOLATION;
  };
  const attributesOf = (path: string): number | null => {
    const attributes = windows.GetFileAttributesW(toNamespacedPath(path));
    return attributes === NO_ATTRIBUTES ? null : attributes;
  };
  return {
    // A file that may not be written by others can only be opened while no program has it open for writing.
    // RACE: a program that opens it for writing in this very instant is refused; some microseconds.
    isBeingWritten: path => isForbidden(path, GENERIC_READ, SHARE_READ_AND_DELETE),
    isHeld: path => isForbidden(path, DELETE, SHARE_ALL),
    given: path => {
      const attributes = attributesOf(path);
      return attributes === null ? null : attributes & GIVEN;
    },
    give: (path, given) => {
      const before = attributesOf(path);
      const wanted = before === null ? null : (before & ~GIVEN) | given;
      if (wanted !== null && wanted !== before) windows.SetFileAttributesW(toNamespacedPath(path), wanted);
    },
    replace: (target, staged) => {
      const [to, from] = [toNamespacedPath(target), toNamespacedPath(staged)];
      return windows.ReplaceFileW(to, from, null, 0, null, null);
    },
  };
}
