import { readFileSync, readdirSync } from 'node:fs';

/** The two lowest bits of the flags of open(2): write only is 1, read and write is 2. */
const ACCESS_BITS = 0b11;

/** A file that a program has open. */
export interface ProgramsFile {
  /** A link of the system's to the file, which is read without asking the file's own volume. */
  readonly link: string;
  /** Where the system says how it was opened. */
  readonly info: string;
}

/**
 * The files that the programs of this computer have open, from `/proc`; null where there is none. Programs of other people
 * are not shown to us and are passed over.
 */
export function filesOfPrograms(): Iterable<ProgramsFile> | null {
  const programs = process.platform === 'linux' ? namesIn('/proc').filter(name => /^\d+$/.test(name)) : [];
  return programs.length === 0 ? null : filesOf(programs);
}

function* filesOf(programs: readonly string[]): Iterable<ProgramsFile> {
  for (const program of programs)
    for (const file of namesIn(`/proc/${program}/fd`))
      yield { link: `/proc/${program}/fd/${file}`, info: `/proc/${program}/fdinfo/${file}` };
}

/** The names in a folder; none when it is gone or not ours to read. */
function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** What the system says of how a file was opened; empty when it is closed by now. */
export function openedAs(info: string): string {
  try {
    return readFileSync(info, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a file was opened for writing, by what the system says of it. */
export function isForWriting(said: string): boolean {
  const flags = /^flags:\s*([0-7]+)$/m.exec(said)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_BITS) !== 0;
}
