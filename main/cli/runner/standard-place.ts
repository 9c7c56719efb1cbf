/** Where services keep their records; for an account of the computer that has no home folder at all. */
const WITHOUT_HOME = '/var/lib/benchtop';

/** Where the records are when no place is named; asks the system for it only when it is needed. */
export async function standardPlace(): Promise<string> {
  try {
    // Reads the home folder while it is loaded, and fails where there is none.
    const { default: envPaths } = await import('env-paths');
    return envPaths('benchtop', { suffix: '' }).data;
  } catch {
    return WITHOUT_HOME;
  }
}
